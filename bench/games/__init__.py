"""Games for the benches alone."""
