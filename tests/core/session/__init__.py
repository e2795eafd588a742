"""Session scratch, the promotions queue and the archive."""
