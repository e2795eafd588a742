"""The screens: each shows one thing and runs the actions of its keys."""
