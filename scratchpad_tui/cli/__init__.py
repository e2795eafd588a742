"""The command line: one small module a command family, imported when the command is called."""
