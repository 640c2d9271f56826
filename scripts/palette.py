"""Pictures of screens made small: a PNG of 24 bits a pixel becomes one of at most 256 colours."""

from __future__ import annotations

import struct
import zlib
from collections import Counter

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_STEPS = {2: 3, 3: 1, 6: 4}
"""Bytes of a pixel, by kind: three colours, a place in the palette, colours and how opaque."""
Colour = tuple[int, int, int]


def reduced(png: bytes) -> bytes:
    """The same picture with a palette, if that is smaller."""
    width, found = pixels(png)
    counted = Counter(found)
    palette, nearest = _palette(counted)
    indices = bytes(nearest[pixel] for pixel in found)
    rows = b"".join(b"\0" + indices[at : at + width] for at in range(0, len(indices), width))
    height = len(found) // width
    made = b"".join(
        [
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", bytes(part for colour in palette for part in colour)),
            _chunk(b"IDAT", zlib.compress(rows, 9)),
            _chunk(b"IEND", b""),
        ]
    )
    return min(made, png, key=len)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def pixels(png: bytes) -> tuple[int, list[Colour]]:
    """Width and pixels of a picture as browsers or this module write it: 8 bits a channel, not interlaced."""
    at, packed, width, step, palette = 8, b"", 0, 0, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colours, _, _, laced = struct.unpack(">IIBBBBB", body)
            if (depth, laced) != (8, 0) or colours not in _STEPS:
                raise ValueError("not a picture as browsers write it, nor one of ours")
            step = _STEPS[colours]
        elif kind == b"PLTE":
            palette = body
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    data, size = zlib.decompress(packed), width * step
    found: list[Colour] = []
    before = bytes(size)
    for start in range(0, len(data), size + 1):
        before = _unfiltered(data[start], data[start + 1 : start + 1 + size], before, step)
        if palette:
            found.extend((palette[3 * i], palette[3 * i + 1], palette[3 * i + 2]) for i in before)
        else:
            found.extend(zip(before[0::step], before[1::step], before[2::step], strict=True))
    return width, found


def _unfiltered(how: int, row: bytes, above: bytes, step: int) -> bytes:
    """A row of a PNG as it was before the filter `how`; `above` is the one before, `step` the bytes of a pixel."""
    if how == 0:
        return row
    if how == 2:
        return bytes((a + b) & 255 for a, b in zip(row, above, strict=True))
    out = bytearray(row)
    for i in range(len(out)):
        left, up, corner = (out[i - step], above[i], above[i - step]) if i >= step else (0, above[i], 0)
        near = left + up - corner
        paeth = min((left, up, corner), key=lambda one: abs(near - one))
        out[i] = (out[i] + (0, left, up, (left + up) // 2, paeth)[how]) & 255
    return bytes(out)


def _palette(counted: Counter[Colour], most: int = 256) -> tuple[list[Colour], dict[Colour, int]]:
    """Colours by median cut, and which of them stands for each colour of the picture."""
    boxes = [_Box(list(counted), counted)]
    while len(boxes) < most:
        widest = max(boxes, key=lambda box: box.claim)
        if not widest.side:
            break
        boxes.remove(widest)
        boxes += widest.halves(counted)
    return [box.mean(counted) for box in boxes], {colour: i for i, box in enumerate(boxes) for colour in box.colours}


class _Box:
    """Colours that lie together."""

    def __init__(self, colours: list[Colour], counted: Counter[Colour]) -> None:
        sides = [max(c[axis] for c in colours) - min(c[axis] for c in colours) for axis in range(3)]
        self.colours = colours
        self.side = max(sides)
        self.axis = sides.index(self.side)
        self.weight = sum(counted[c] for c in colours)
        self.claim = self.side * self.weight**0.5
        """How much the picture gains when it is cut: how far it reaches, and how much of the picture it covers."""

    def halves(self, counted: Counter[Colour]) -> tuple[_Box, _Box]:
        """Two boxes of about the same weight, cut across the longest side."""
        ordered, seen, cut = sorted(self.colours, key=lambda colour: colour[self.axis]), 0, 0
        while not cut or (seen < self.weight / 2 and cut < len(ordered) - 1):
            seen += counted[ordered[cut]]
            cut += 1
        return _Box(ordered[:cut], counted), _Box(ordered[cut:], counted)

    def mean(self, counted: Counter[Colour]) -> Colour:
        red, green, blue = (round(sum(c[axis] * counted[c] for c in self.colours) / self.weight) for axis in range(3))
        return red, green, blue
