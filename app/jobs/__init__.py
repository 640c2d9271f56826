"""What runs without being asked: timers, the outbox, the janitor."""
