"""The table aggregate: seats, readiness, start, play, pauses, end. It knows games only by their contract."""
