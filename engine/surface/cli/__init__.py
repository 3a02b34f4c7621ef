"""The command line. Each command lives in a module of its own that is imported when it is called."""
