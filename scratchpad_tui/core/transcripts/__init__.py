"""What agents' own transcripts tell of their context: one module a format, over one interface; none is ever written.

May import `pad` (for what stands beside it) and what is below. `formats` lists the formats: a new one is a line there.
"""
