"""Audited memory: entries with evidence and a key, and what is done with them.

May import `transcripts`, `pad` and what is below; `session` and `working` stand beside it and are none of its business.
"""
