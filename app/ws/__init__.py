"""The WebSocket door: message types, one connection's life, what it may ask."""
