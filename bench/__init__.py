"""Measurements. Every figure is a ratio to a floor measured in the same run: these machines are shared and noisy."""
