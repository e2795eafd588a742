"""What agents' own transcripts tell of their context: one module a format, over one interface."""
