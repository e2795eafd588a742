"""Audited memory: entries with evidence and a key."""
