"""Users, sessions and finished games in PostgreSQL or SQLite. The only SQL of the house."""
