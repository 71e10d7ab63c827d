"""All writes of ratings: recording ends of games, rating, striking, rating all games again."""
