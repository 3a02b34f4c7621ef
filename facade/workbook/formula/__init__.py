"""Formula text: tokens, references, renames; nothing is calculated here."""
