"""What a package says of cells outside of its rows: collected, carried to now, and asked for by whoever needs it."""
