"""The games; catalogue.py finds them. One folder is one game, and no game knows another."""
