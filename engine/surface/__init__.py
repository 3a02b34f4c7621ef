"""Where people and agents meet the engine."""
