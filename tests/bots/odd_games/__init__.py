"""Games whose bots misbehave, for the pool's tests: found by the thinking processes as any other game is."""
