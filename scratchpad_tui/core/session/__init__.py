"""Session scratch: notes and recall, the promotions queue, the archive, and the session's end."""
