"""The pad: its text, its patches, its versions and journal, and the one way in which it is written (`transaction`).

May import `git`, `secrets`, `config` and the core's words; knows nothing of sessions, transcripts or entries' upkeep.
"""
