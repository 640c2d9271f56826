"""The command line. Everything heavy is imported inside the command that needs it."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from app.engine.game import Game
    from app.engine.kernel import Kernel
    from app.engine.record import Record
    from app.settings import Settings

WRONG: Final = 1
"""Exit status when something does not hold."""
UNUSABLE: Final = 2
"""Exit status when what was given cannot be used."""

cli = typer.Typer(help="Calypso Tables: a card-room server.", no_args_is_help=True, add_completion=False)
script = typer.Typer(help="Scripted games: rules checked from outside, as docs/script.md tells.", no_args_is_help=True)
cli.add_typer(script, name="script")
bots = typer.Typer(
    help="Bots without a server: matches of two levels, and a bot for other programs.", no_args_is_help=True
)
cli.add_typer(bots, name="bots")

Files = Annotated[list[str], typer.Argument(help="Files: .json, .jsonl or .jsonl.gz.", metavar="FILE...")]
RecordFile = Annotated[
    Path,
    typer.Argument(
        help="A record (docs/record.md), as GET /history/{id}/record gives it; may be gzipped.", metavar="RECORD"
    ),
]


def main() -> None:
    """Run the command line."""
    cli()


def fail(why: str) -> typer.Exit:
    """Say why in one line; to be raised."""
    print(why, file=sys.stderr)
    return typer.Exit(UNUSABLE)


def settings(**given: str | int | None) -> Settings:
    """The settings, options of the command before the environment, which workers then see, too."""
    from app.settings import PREFIX, SettingsError, load

    for field, value in given.items():
        if value is not None:
            os.environ[PREFIX + field.upper()] = str(value)
    try:
        return load()
    except SettingsError as error:
        raise fail(str(error)) from None


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (CARDS_HOST).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (CARDS_PORT).")] = None,
    workers: Annotated[int | None, typer.Option(help="Worker processes (CARDS_WORKERS).")] = None,
) -> None:
    """Run the server."""
    config = settings(host=host, port=port, workers=workers)
    from app.serve import serve as run

    try:
        status = run(config)
    except OSError as error:
        port = error.errno in (errno.EADDRINUSE, errno.EACCES)
        what = f"CARDS_PORT: {config.port} on {config.host}" if port else f"CARDS_HOST: {config.host}"
        raise fail(f"{what} cannot be used: {error.strerror}") from None
    raise typer.Exit(status)


@cli.command()
def migrate() -> None:
    """Bring the database to the newest schema."""
    import asyncio

    from app.db.migrate import upgrade
    from app.db.sessions import DatabaseUnavailable

    config = settings()
    if config.embedded:
        config.data_dir.mkdir(parents=True, exist_ok=True)
    try:
        asyncio.run(upgrade(config.sql_url))
    except (DatabaseUnavailable, OSError) as error:
        raise fail(str(error)) from None


@script.command("run")
def script_run(files: Files) -> None:
    """Play scripts and print their traces."""
    from app import scripts
    from app.games.catalogue import CATALOGUE

    raise typer.Exit(scripts.run(files, sys.stdout, sys.stderr, CATALOGUE.get))


@script.command("check")
def script_check(files: Files) -> None:
    """Play scripts and compare with the traces beside them."""
    from app import scripts
    from app.games.catalogue import CATALOGUE

    raise typer.Exit(scripts.check(files, sys.stdout, sys.stderr, CATALOGUE.get))


GameName = Annotated[str, typer.Option(help="Which game; the first there is, if it is not said.")]


@bots.command("match")
def bots_match(
    a: Annotated[str, typer.Argument(help="A level.")],
    b: Annotated[str, typer.Argument(help="The level it plays against; may be the same.")],
    game: GameName = "",
    deals: Annotated[int, typer.Option(help="Deals, each played several times, levels changing places.", min=1)] = 100,
    variant: Annotated[str, typer.Option(help="The same as --option variant=...")] = "",
    option: Annotated[list[str] | None, typer.Option(help="An option of the game: key=value.")] = None,
    budget_a: Annotated[int, typer.Option(help="ms of one core that A may think about a move.", min=1)] = 100,
    budget_b: Annotated[int, typer.Option(help="The same for B.", min=1)] = 100,
    seed: Annotated[str, typer.Option(help="The same seed gives the same match.")] = "match",
    processes: Annotated[int, typer.Option(help="How many processes share the work.", min=1, max=64)] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let two levels play the same deals against each other, and tell how much better which one is."""
    import msgspec

    from app.bots import contest
    from app.bots.match import play_match

    found = _game(game)
    try:
        contest.check_levels(found, a, b)
        options = contest.options_of(found, [*([f"variant={variant}"] if variant else []), *(option or [])])
    except contest.Unplayable as fault:
        raise fail(str(fault)) from None
    result = play_match(found, options, a, b, deals, seed, budget_a, budget_b, processes)
    if json:
        print(msgspec.json.encode(result).decode())
        return
    for line in contest.table(result):
        print(line)


@bots.command("choose")
def bots_choose(game: GameName = "") -> None:
    """Answer questions from standard input, one JSON object a line {"public", "private", "memory", "seat", "level",
    "seed", "options": {"budget"}}, by one card (or command) a line."""
    from app.bots import lines
    from app.games.catalogue import CATALOGUE

    try:
        lines.serve(sys.stdin.buffer, sys.stdout, CATALOGUE.get, _game(game).key)
    except BrokenPipeError:
        # nobody reads any more: nor is there anything to be flushed at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _game(key: str) -> Game:
    from app.engine.basics import Refusal
    from app.games.catalogue import CATALOGUE

    try:
        return CATALOGUE.get(key) if key else CATALOGUE.games()[0]
    except Refusal:
        raise fail(f"there is no game {key!r}: {', '.join(CATALOGUE.keys())}") from None


@cli.command()
def replay(file: RecordFile) -> None:
    """Play a stored game again from its events; every state must have its digest."""
    from app.engine.record import RecordError
    from app.engine.record import replay as run

    kernel, record = _read(file)
    try:
        for commit, _ in run(kernel, record):
            events = " ".join(str(type(event).__struct_config__.tag) for event in commit.events)
            print(f"{commit.seq}\t{commit.at - record.opened}\t{type(commit.command).__struct_config__.tag}\t{events}")
    except RecordError as error:
        print(f"{file}: {error}", file=sys.stderr)
        raise typer.Exit(WRONG) from None
    sides = ", ".join(f"seats {'+'.join(map(str, s.seats))}: {s.score}" for s in record.result.sides)
    print(f"{record.game} {record.table}: {len(record.commits)} commits, every digest holds; {sides}")


@cli.command()
def audit(file: RecordFile) -> None:
    """Decide a stored game anew: events must follow from commands, shuffles from the revealed chain."""
    from app.engine.record import RecordError
    from app.engine.record import audit as run

    kernel, record = _read(file)
    try:
        checked = run(kernel, record)
    except RecordError as error:
        print(f"{file}: {error}", file=sys.stderr)
        raise typer.Exit(WRONG) from None
    print(f"{record.game} {record.table}: {checked} commits follow from their commands and the revealed chain")


def _read(file: Path) -> tuple[Kernel, Record]:
    import gzip
    import zlib

    from app.engine.basics import Refusal
    from app.engine.kernel import Kernel
    from app.engine.record import RecordError, decode
    from app.games.catalogue import CATALOGUE

    try:
        stored = file.read_bytes()
        record = decode(gzip.decompress(stored) if stored.startswith(b"\x1f\x8b") else stored)
        return Kernel(CATALOGUE.get(record.game)), record
    except (OSError, EOFError, zlib.error) as error:
        raise fail(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    except RecordError as error:
        raise fail(f"{file}: {error}") from None
    except Refusal:
        raise fail(f"{file}: no such game here") from None
