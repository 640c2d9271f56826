"""Live tables: their logs, deadlines, outbox, listings and who is there. Two twins, Redis and embedded, one contract."""
