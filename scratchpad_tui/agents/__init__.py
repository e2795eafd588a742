"""How agents reach the core: hooks, the MCP server, tool schemas, and set-up that can be undone.

May import all of the core, and nothing of the UI or the command line.
"""
