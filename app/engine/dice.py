"""Dice of our own, so that a shuffle is the same on every machine for ever and anyone can check it.

A seed of 32 bytes drives HMAC-SHA-256 in counter mode: block i = HMAC(seed, i as 8 bytes big-endian). Numbers are
drawn from it 8 bytes at a time by rejection sampling; packs are shuffled by Fisher and Yates from the last card down.

The seeds come from a hash chain: s_N is random and secret, s_{k-1} = SHA-256(s_k), and the anchor s_{-1} is published
before the first deal, which binds every later pack. Pack k is shuffled with HMAC(s_k, message), where the message holds
the values of the seats (none yet), the table and k; s_k is revealed when no card of pack k is secret any more.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

LINKS: Final = 256
"""Packs that one chain serves; then a new one is anchored."""


class Dice:
    """A stream of random numbers from one seed of 32 bytes."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._buffer = b""

    def _word(self) -> int:
        if not self._buffer:
            self._buffer = hmac.digest(self._seed, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
        word, self._buffer = self._buffer[:8], self._buffer[8:]
        return int.from_bytes(word, "big")

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, all equally likely. `n` is at least 1 and below 2**32."""
        limit = (1 << 64) - (1 << 64) % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order; the sequence itself is left alone."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out


class Chain:
    """The hash chain that binds all packs of a table. `end` (s_N) is 32 secret bytes."""

    def __init__(self, end: bytes, links: int = LINKS) -> None:
        seeds = [end]
        for _ in range(links):
            seeds.append(hashlib.sha256(seeds[-1]).digest())
        self._seeds = tuple(reversed(seeds))

    @property
    def anchor(self) -> str:
        """s_{-1} in hex: published before the first deal."""
        return self._seeds[0].hex()

    def link(self, k: int) -> str:
        """s_k in hex: secret until no card of pack k is."""
        return self._seeds[k + 1].hex()

    def dice(self, table: str, k: int, values: Mapping[int, str] | None = None) -> Dice:
        """The dice that shuffle pack k of a table."""
        return pack_dice(self.link(k), table, k, values)


def pack_dice(link: str, table: str, k: int, values: Mapping[int, str] | None = None) -> Dice:
    """The dice of pack k from a link of the chain (hex), the seats' values by seat (hex), the table's id."""
    message = "\n".join([*(f"{seat}:{value}" for seat, value in sorted((values or {}).items())), table, str(k)])
    return Dice(hmac.digest(bytes.fromhex(link), message.encode(), "sha256"))


def follows(link: str, before: str) -> bool:
    """Whether a revealed link hashes to the link (or anchor) before it."""
    return hashlib.sha256(bytes.fromhex(link)).hexdigest() == before
