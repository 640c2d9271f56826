"""What runs without being asked: timers and the outbox."""
