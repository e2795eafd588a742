"""The command line: one small module a command family, imported when the command is called.

May import `agents`, `demo` and `core`; the two ways to the screens are exceptions, listed in pyproject.toml.
"""
