"""Users, sessions, finished games and parked tables in PostgreSQL or SQLite. The only SQL of the house."""
