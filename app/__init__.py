"""Calypso Tables: a real-time card-room server."""
