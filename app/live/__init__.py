"""Live tables: logs, deadlines, outbox, listings, who is there. Two twins, Redis and embedded, one contract."""
