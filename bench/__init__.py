"""The measurements that ``make bench`` runs."""
