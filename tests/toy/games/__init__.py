"""The toys; a catalogue that is given this package finds them."""
