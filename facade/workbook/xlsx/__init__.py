"""The xlsx format: its container, reading and saving."""
