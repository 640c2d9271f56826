"""People: guests pick a name and get a session."""
