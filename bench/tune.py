"""Tunes the weights of Calypso's quick policy by an evolution strategy in self-play. Runs and ends by itself.

    python -m bench.tune --variant partnership --steps 150

Each step plays perturbed weights against their mirror images on the same cards and moves along the difference. The
result goes to the variant's place in app/games/calypso/bot/weights.json; `--from` continues from a variant's present
weights' parameters, kept beside this script in parameters.json.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from app.games.calypso.bot.weights import COPIES, FINE, LENGTHS, NEVER, ONE, RANKS, RELATIONS, Weights
from bench.selfplay import margins, rules

Array = np.ndarray[Any, Any]
HERE = Path(__file__).parent
PARAMETERS = HERE / "parameters.json"
WEIGHTS = HERE.parent / "app/games/calypso/bot/weights.json"

LAYOUT: dict[str, tuple[int, ...]] = {
    "catch": (4,),
    "won": (RELATIONS, 4),
    "lost": (RELATIONS, 4),
    "keep": (3, RELATIONS, 4),
    "length": (3, RELATIONS, 3),
    "hope": (2, RELATIONS),
    "missing": (RELATIONS,),
    "prospect": (RELATIONS,),
    "beaten": (RELATIONS,),
}
"""The parameters, all of the size of 1 or less: what is a table over ranks or lengths is a few shapes of it here."""
SIZE = sum(math.prod(shape) for shape in LAYOUT.values())
POINTS = 40.0
"""Points that a parameter of 1 of the scores stands for."""


def split(theta: Array) -> dict[str, Array]:
    out, at = {}, 0
    for name, shape in LAYOUT.items():
        size = math.prod(shape)
        out[name], at = theta[at : at + size].reshape(shape), at + size
    return out


def join(parts: dict[str, Array]) -> Array:
    return np.concatenate([parts[name].ravel() for name in LAYOUT])


def first_guess() -> Array:
    """Chances of every other trick, what is needed at its value, low cards and cards of others before high and own."""
    parts = {name: np.zeros(shape) for name, shape in LAYOUT.items()}
    parts["catch"][:] = [0.0, 1.1, 1.9, 2.7]
    for relation in range(RELATIONS):
        parts["won"][relation] = [1.0, 0.33, 0.15, 0.07]
        parts["lost"][relation] = [1.0, 0.33, 0.15, 0.07]
    parts["keep"][:, :, 1] = -0.25
    parts["keep"][2, 0, 0] = -0.4
    parts["keep"][0, 0, 0] = -0.5
    parts["keep"][0, 2, 0] = -1.0
    parts["beaten"][:] = 0.8
    return join(parts)


def shapes(sizes: int, part: Array) -> Array:
    """(.., 4) parameters to (.., sizes): level, slope, curve, and the last one's own."""
    x = np.linspace(-1, 1, sizes)
    basis = np.array([np.ones(sizes), x, x * x - 1 / 3, np.eye(sizes)[-1]])
    return POINTS * FINE * part @ basis


def lengths(part: Array) -> Array:
    """(.., 3) parameters to (.., LENGTHS): slope, singletons, doubletons."""
    x = np.arange(LENGTHS)
    basis = np.array([(np.minimum(x, 8) - 3) / 3, x == 1, x == 2])
    return POINTS * FINE * part @ basis


def tables(theta: Array) -> Weights:
    """The whole numbers that the parameters mean."""
    p = split(theta)
    caught = 1 / (1 + np.exp(-p["catch"]))
    factors = {name: np.pad(ONE * p[name], ((0, 0), (1, 0))) for name in ("won", "lost")}
    assert factors["won"].shape[1] == COPIES

    def whole(values: Any) -> tuple[int, ...]:
        return tuple(int(v) for v in np.rint(np.ravel(values)))

    return Weights(
        log=(NEVER, *whole(-64 * np.log2(caught))),
        won=whole(factors["won"]),
        lost=whole(factors["lost"]),
        keep=whole(shapes(RANKS, p["keep"])),
        length=whole(lengths(p["length"])),
        hope=whole(ONE * p["hope"]),
        missing=whole(POINTS * FINE / 10 * p["missing"]),
        prospect=whole(ONE * p["prospect"]),
        beaten=whole(ONE * np.maximum(0, p["beaten"])),
    )


def tune(variant: str, theta: Array, steps: int, pairs: int, rounds: int, seed: int) -> Array:
    """Adam along the differences of mirrored perturbations; the mean of the last half of the way is returned."""
    rng = np.random.default_rng(seed)
    modes = [rules(variant=variant)] * 4 + [
        rules(variant=variant, trump_lead_rule="beat_leader"),
        rules(variant=variant, ruleset="all_fours"),
    ]
    first, second, path = np.zeros(SIZE), np.zeros(SIZE), []
    began = time.process_time()
    for step in range(1, steps + 1):
        sigma = 0.12 if step < steps * 2 // 3 else 0.08
        rate = 0.04 if step < steps // 2 else 0.02 if step < steps * 4 // 5 else 0.01
        gradient = np.zeros(SIZE)
        for pair in range(pairs):
            noise = rng.standard_normal(SIZE)
            sides = [tables(theta + sign * sigma * noise) for sign in (1, -1)]
            gain = margins(modes[(pair + step) % len(modes)], sides, rounds, rng).mean()
            gradient += noise * gain / (2 * sigma * pairs)
        first = 0.9 * first + 0.1 * gradient
        second = 0.98 * second + 0.02 * gradient**2
        theta = theta + rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.98**step)) + 1e-9)
        if step > steps // 2:
            path.append(theta)
        if step % 10 == 0:
            print(f"{variant} step {step}: {time.process_time() - began:.0f} s", flush=True)
            save(variant, np.mean(path, axis=0) if path else theta)
    return np.mean(path, axis=0) if path else theta


def save(variant: str, theta: Array) -> None:
    """Store the parameters and the tables."""
    known = json.loads(PARAMETERS.read_text()) if PARAMETERS.exists() else {}
    known[variant] = [round(float(x), 4) for x in theta]
    PARAMETERS.write_text(json.dumps(known) + "\n")
    stored = json.loads(WEIGHTS.read_text()) if WEIGHTS.exists() else {}
    made = tables(np.array(known[variant]))
    stored[variant] = {name: list(getattr(made, name)) for name in Weights.__struct_fields__}
    WEIGHTS.write_text(json.dumps(stored, sort_keys=True) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="partnership")
    parser.add_argument("--start", default="", help="a variant whose parameters to start from")
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--pairs", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    start = np.array(json.loads(PARAMETERS.read_text())[args.start]) if args.start else first_guess()
    save(args.variant, tune(args.variant, start, args.steps, args.pairs, args.rounds, args.seed))
    print("done", flush=True)


if __name__ == "__main__":
    main()
