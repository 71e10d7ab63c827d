"""All that writes ratings: noting ends, rating, striking, rating all again."""
