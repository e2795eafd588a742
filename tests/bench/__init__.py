"""Benchmarks: `python -m tests.bench` prints the table of the README. No timing is asserted in a test."""
