"""The widgets: they draw rows of spans and post what a person did."""
