"""Reads a QR code off the screen, as a phone's camera would: pixels to modules to codewords to text. Written from the
standard (ISO/IEC 18004), versions 1 to 10, without correction: on a screen every module must be right."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.async_api import Locator

from scripts.palette import Colour, pixels

QUIET = 4
LEVELS = "MLHQ"
"""By the two bits that say the level."""
CHECK = {
    "L": (7, 10, 15, 20, 26, 18, 20, 24, 30, 18),
    "M": (10, 16, 26, 18, 24, 16, 18, 22, 22, 26),
    "Q": (13, 22, 18, 26, 18, 24, 18, 22, 20, 24),
    "H": (17, 28, 22, 16, 22, 28, 26, 26, 24, 28),
}
"""Check codewords in each block, by version."""
BLOCKS = {
    "L": (1, 1, 1, 1, 1, 2, 2, 2, 2, 4),
    "M": (1, 1, 1, 2, 2, 4, 4, 4, 5, 5),
    "Q": (1, 1, 2, 2, 4, 4, 6, 6, 8, 8),
    "H": (1, 1, 2, 4, 4, 4, 5, 6, 8, 8),
}
MASKS = (
    lambda x, y: (x + y) % 2,
    lambda _x, y: y % 2,
    lambda x, _y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
CENTRES = ((), (18,), (22,), (26,), (30,), (34,), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50))
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

Modules = list[list[bool]]


async def scan(code: Locator) -> str:
    """The text of a code that is shown on a page."""
    box = await code.evaluate("svg => svg.viewBox.baseVal.width")
    modules = _modules(*pixels(await code.screenshot(animations="disabled")), int(box))
    frame = [row[:QUIET] + row[-QUIET:] for row in modules] + modules[:QUIET] + modules[-QUIET:]
    assert not any(any(row) for row in frame), "the quiet zone is not quiet"
    return read([row[QUIET:-QUIET] for row in modules[QUIET:-QUIET]])


def _modules(width: int, seen: list[Colour], side: int) -> Modules:
    """One look at the middle of each module."""
    middles = [int((i + 0.5) * width / side) for i in range(side)]
    colours = [[seen[y * width + x] for x in middles] for y in middles]
    assert not [colour for row in colours for colour in row if max(colour) >= 64 and min(colour) < 192], "no contrast"
    return [[max(colour) < 64 for colour in row] for row in colours]


def read(code: Modules) -> str:
    """The text of a code without its quiet zone."""
    version = (len(code) - 17) // 4
    spots = [*((8, y) for y in (0, 1, 2, 3, 4, 5, 7, 8)), *((x, 8) for x in (7, 5, 4, 3, 2, 1, 0))]
    bits = sum(code[y][x] << i for i, (x, y) in enumerate(spots)) ^ 0x5412
    level, mask = LEVELS[bits >> 13], bits >> 10 & 7
    assert not _remainder(bits), "the format is damaged"
    stream = _stream(code, version, mask)
    words = [int("".join(map(str, stream[i : i + 8])), 2) for i in range(0, len(stream) - len(stream) % 8, 8)]
    blocks = _blocks(words, BLOCKS[level][version - 1], CHECK[level][version - 1])
    return _text("".join(f"{word:08b}" for block in blocks for word in block), version)


def _remainder(bits: int) -> int:
    for i in range(14, 9, -1):
        bits ^= (bits >> i & 1) * 0x537 << i - 10
    return bits


def _reserved(version: int) -> set[tuple[int, int]]:
    """Modules that carry no data: finders with their margins and the format, timing, alignment, version."""
    n = version * 4 + 17
    corners = [(0, 9, 0, 9), (n - 8, n, 0, 9), (0, 9, n - 8, n), (6, 7, 0, n), (0, n, 6, 7)]
    if version >= 7:
        corners += [(n - 11, n - 8, 0, 6), (0, 6, n - 11, n - 8)]
    centres = [*({6, *CENTRES[version - 1]} if version > 1 else ())]
    finders = {(6, 6), (6, n - 7), (n - 7, 6)}
    corners += [(x - 2, x + 3, y - 2, y + 3) for x in centres for y in centres if (x, y) not in finders]
    return {(x, y) for left, right, top, bottom in corners for x in range(left, right) for y in range(top, bottom)}


def _stream(code: Modules, version: int, mask: int) -> list[int]:
    n, reserved, stream = len(code), _reserved(version), []
    upward = True
    for right in [*range(n - 1, 6, -2), *range(5, 0, -2)]:
        for y in range(n - 1, -1, -1) if upward else range(n):
            free = [x for x in (right, right - 1) if (x, y) not in reserved]
            stream.extend(int(code[y][x]) ^ (MASKS[mask](x, y) == 0) for x in free)
        upward = not upward
    return stream


def _blocks(words: list[int], count: int, check: int) -> Iterator[list[int]]:
    """The data of each block; every block must be divisible by its generator."""
    short = len(words) // count - check
    long = len(words) % count
    lengths = [short + (i >= count - long) for i in range(count)]
    data: list[list[int]] = [[] for _ in lengths]
    rest = iter(words)
    for i in range(max(lengths)):
        for block, length in zip(data, lengths, strict=True):
            if i < length:
                block.append(next(rest))
    checks: list[list[int]] = [[] for _ in lengths]
    for _ in range(check):
        for block in checks:
            block.append(next(rest))
    for block, ends in zip(data, checks, strict=True):
        assert not any(_at(block + ends, power) for power in range(check)), "check codewords do not fit"
        yield block


def _at(words: list[int], power: int) -> int:
    """The polynomial of these words at 2 to that power, in GF(256) over 0x11d."""
    value = 0
    for word in words:
        for _ in range(power):
            value = value << 1 ^ (value >> 7) * 0x11D
        value ^= word
    return value


def _text(bits: str, version: int) -> str:
    text, at, wide = b"", 0, version > 9

    def take(n: int) -> int:
        nonlocal at
        at += n
        return int(bits[at - n : at] or "0", 2)

    while len(bits) - at >= 4 and (mode := take(4)):
        match mode:
            case 1:
                left = take(12 if wide else 10)
                while left:
                    n = min(3, left)
                    text += f"{take((0, 4, 7, 10)[n]):0{n}d}".encode()
                    left -= n
            case 2:
                left = take(11 if wide else 9)
                while left:
                    n = min(2, left)
                    high, low = divmod(take((0, 6, 11)[n]), 45)
                    text += (ALPHANUMERIC[high] * (n == 2) + ALPHANUMERIC[low]).encode()
                    left -= n
            case 4:
                text += bytes(take(8) for _ in range(take(16 if wide else 8)))
            case 7:
                take(8)
            case _:
                raise AssertionError(f"mode {mode} is not known here")
    return text.decode()
