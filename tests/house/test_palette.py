"""Pictures of the pages made small: the same colours where there are few, near ones where there are many."""

from __future__ import annotations

import random
import struct
import zlib

import pytest

from scripts.palette import Colour, pixels, reduced


def png(width: int, found: list[Colour], *, opaque: bool, how: int = 0) -> bytes:
    """A picture of whole colours, with a filter that does nothing or one that takes the row above away."""
    step = 3 if opaque else 4
    raw = [bytes([*colour] if opaque else [*colour, 255]) for colour in found]
    rows = [b"".join(raw[at : at + width]) for at in range(0, len(raw), width)]
    body, above = b"", bytes(width * step)
    for row in rows:
        body += bytes([how]) + (row if how == 0 else bytes((a - b) & 255 for a, b in zip(row, above, strict=True)))
        above = row
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2 if opaque else 6, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(body)), (b"IEND", b""))
    whole = b"".join(struct.pack(">I", len(b)) + k + b + struct.pack(">I", zlib.crc32(k + b)) for k, b in chunks)
    return b"\x89PNG\r\n\x1a\n" + whole


@pytest.mark.parametrize("opaque", [True, False])
@pytest.mark.parametrize("how", [0, 2])
def test_few_colours_stay_as_they_are(opaque: bool, how: int) -> None:
    chance = random.Random(1)
    colours = [(chance.randrange(256), chance.randrange(256), chance.randrange(256)) for _ in range(200)]
    found = [chance.choice(colours) for _ in range(60 * 40)]
    picture = png(60, found, opaque=opaque, how=how)
    assert pixels(picture) == (60, found)
    smaller = reduced(picture)
    assert len(smaller) < len(picture)
    assert pixels(smaller) == (60, found)


def test_many_colours_become_near_ones() -> None:
    found = [(x * 2, y * 2, (x + y) % 256) for y in range(100) for x in range(120)]
    width, seen = pixels(reduced(png(120, found, opaque=True)))
    assert width == 120
    assert len(set(seen)) <= 256
    assert max(abs(a - b) for one, other in zip(found, seen, strict=True) for a, b in zip(one, other, strict=True)) < 48
