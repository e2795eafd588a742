"""Session scratch: notes and recall, the promotions queue, the archive, and the session's end.

May import `transcripts`, `pad` and what is below; `audited` and `working` stand beside it and are none of its business.
"""
