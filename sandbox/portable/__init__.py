"""The levels that need nothing of Linux: process (spawned workers) and unsafe (in this process)."""
