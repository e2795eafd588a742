"""Audited memory: entries with evidence and a key, and what is done with them."""
