"""The pure kernel: cards, dice, options, the table aggregate, commits, views, records.

Nothing here reads a clock, rolls unseeded dice or touches the outside world; see docs/decisions/0002-pure-engine.md.
"""
