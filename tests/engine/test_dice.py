"""Dice and chain: frozen values, fairness, and the same by nothing but hashlib and hmac."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest

from app.engine.dice import LINKS, Chain, Dice, follows, pack_dice

SEED = bytes(range(32))

# Frozen: they may never change, or no stored game could be checked any more. docs/record.md quotes them.
BELOW_52 = [5, 36, 13, 1, 43, 2, 23, 4, 48, 26, 21, 9]
SHUFFLED = "CHAGEFDB"
LARGE = "dc71a650828fcc6075264d93dec1ac0a75eb23417043010740f4f9b4ff9c95fc"
ANCHOR = "8814420b5e0dfb13cdf4b48ef3daab3ed27ea1ee75d0b586d6e8cd0a5970de49"
LINK_0 = "ac16f8fc975cfbaaf8777b3d3dbc69763a2c0c2991269124d010af264c53f681"
LINK_1 = "160551e9344ca41611d31a847825fa70558fe95247d30feb4eab59e9c413a78e"
PACK_0, PACK_1 = "ADFCBHGE", "GACEDFBH"
PACK_0_WITH_VALUES = "AFBDGEHC"


def text(items: list[str]) -> str:
    return "".join(items)


def test_numbers_are_frozen() -> None:
    dice = Dice(SEED)
    assert [dice.below(52) for _ in BELOW_52] == BELOW_52


def test_shuffles_are_frozen() -> None:
    assert text(Dice(SEED).shuffled("ABCDEFGH")) == SHUFFLED
    cards = [f"{number:03}" for number in range(208)]
    assert hashlib.sha256(text(Dice(SEED).shuffled(cards)).encode()).hexdigest() == LARGE


def test_the_chain_is_frozen() -> None:
    chain = Chain(SEED)
    assert (chain.anchor, chain.link(0), chain.link(1)) == (ANCHOR, LINK_0, LINK_1)
    assert chain.link(LINKS - 1) == SEED.hex()
    assert text(chain.dice("T1", 0).shuffled("ABCDEFGH")) == PACK_0
    assert text(chain.dice("T1", 1).shuffled("ABCDEFGH")) == PACK_1
    assert text(chain.dice("T1", 0, {2: "bb", 0: "aa"}).shuffled("ABCDEFGH")) == PACK_0_WITH_VALUES


def test_each_link_hashes_to_the_one_before() -> None:
    chain = Chain(SEED)
    before = chain.anchor
    for k in range(LINKS):
        assert follows(chain.link(k), before)
        assert not follows(before, chain.link(k))
        before = chain.link(k)


def test_a_short_chain_ends_in_its_secret() -> None:
    chain = Chain(SEED, links=3)
    assert chain.link(2) == SEED.hex()
    assert hashlib.sha256(hashlib.sha256(hashlib.sha256(SEED).digest()).digest()).hexdigest() == chain.anchor


@pytest.mark.parametrize(
    ("link", "table", "k", "values"),
    [(LINK_1, "T1", 0, {}), (LINK_0, "T2", 0, {}), (LINK_0, "T1", 1, {}), (LINK_0, "T1", 0, {1: "aa"})],
)
def test_everything_in_the_message_counts(link: str, table: str, k: int, values: dict[int, str]) -> None:
    assert text(pack_dice(link, table, k, values).shuffled("ABCDEFGH")) != PACK_0


def test_values_are_taken_in_the_order_of_seats() -> None:
    ways = [{0: "aa", 2: "bb", 10: "cc"}, {10: "cc", 2: "bb", 0: "aa"}]
    assert len({text(pack_dice(LINK_0, "T", 3, values).shuffled("ABCDEFGH")) for values in ways}) == 1


def by_hand(seed: bytes) -> Iterator[int]:
    """The words of the dice, written from the description in docs/record.md."""
    block = 0
    while True:
        digest = hmac.new(seed, block.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24))
        block += 1


def test_a_pack_by_hand() -> None:
    seed = hmac.new(bytes.fromhex(LINK_1), b"T1\n1", hashlib.sha256).digest()
    words, pack = by_hand(seed), list("ABCDEFGH")
    for last in range(7, 0, -1):
        word = next(words)
        assert word < 2**64 - 2**64 % (last + 1)
        other = word % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    assert text(pack) == PACK_1


class Loaded(Dice):
    """Dice that roll given words."""

    def __init__(self, *words: int) -> None:
        super().__init__(b"")
        self.words = list(words)

    def _word(self) -> int:
        return self.words.pop(0)


def test_words_that_would_favour_low_numbers_are_thrown_away() -> None:
    top = 2**64 - 1
    assert Loaded(top, 2**64 - 2**64 % 3, 7).below(3) == 1
    assert Loaded(2**64 - 2**64 % 3 - 1).below(3) == 2
    assert Loaded(top).below(2) == 1
    assert Loaded(top).below(1) == 0


def chi_square(counts: Counter[str], categories: int) -> float:
    """Divided by its degrees of freedom: near 1 if all categories are equally likely."""
    expected = counts.total() / categories
    missing = categories - len(counts)
    squares = sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected
    return squares / (categories - 1)


@pytest.mark.parametrize("n", [2, 3, 6, 52, 208])
def test_numbers_are_equally_likely(n: int) -> None:
    dice = Dice(b"fair".ljust(32, b"."))
    counts = Counter(str(dice.below(n)) for _ in range(60 * n + 3000))
    assert all(0 <= int(number) < n for number in counts)
    assert chi_square(counts, n) + 0.6 / n > 0.5 or n < 10
    assert chi_square(counts, n) < (4 if n < 10 else 1.5)


def test_orders_are_equally_likely() -> None:
    dice = Dice(b"orders".ljust(32, b"."))
    counts = Counter(text(dice.shuffled("ABCD")) for _ in range(6000))
    assert len(counts) == 24
    assert 0.3 < chi_square(counts, 24) < 2


def test_every_place_is_equally_likely_for_a_card() -> None:
    dice = Dice(b"places".ljust(32, b"."))
    counts = Counter(str(dice.shuffled(range(13)).index(5)) for _ in range(3000))
    assert chi_square(counts, 13) < 2.5


def test_a_shuffle_leaves_the_pack_alone() -> None:
    pack = ("AS", "KS", "KS")
    assert sorted(Dice(SEED).shuffled(pack)) == sorted(pack)
    assert pack == ("AS", "KS", "KS")
    assert Dice(SEED).shuffled([]) == []


def test_a_choice_is_one_of_the_items() -> None:
    dice = Dice(SEED)
    assert {dice.choice("abc") for _ in range(60)} == set("abc")
