"""Writes static/types/protocol.d.ts from the message types of app/ws/protocol.py; `--check` only compares.

The pages are type-checked against what the server really sends: run it after a change of the protocol.
"""

from __future__ import annotations

import enum
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as mi

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.ws import protocol  # noqa: E402

TARGET = ROOT / "static" / "types" / "protocol.d.ts"
HEAD = "// Written by scripts/gen_ts.py from app/ws/protocol.py; a test compares the two.\n"
WIDTH = 120
SIMPLE: dict[type[mi.Type], str] = {
    mi.IntType: "number",
    mi.FloatType: "number",
    mi.StrType: "string",
    mi.BoolType: "boolean",
    mi.NoneType: "null",
    mi.AnyType: "unknown",
    mi.RawType: "unknown",
}


def literal(value: object) -> str:
    return msgspec.json.encode(value.value if isinstance(value, enum.Enum) else value).decode()


def spell(node: mi.Type, seen: dict[str, mi.StructType]) -> str:
    """The TypeScript for one type; structs met on the way are noted in `seen`."""
    match node:
        case mi.LiteralType(values=values):
            return " | ".join(map(literal, values))
        case mi.EnumType(cls=cls):
            return " | ".join(map(literal, cls))
        case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
            return f"Array<{spell(item, seen)}>"
        case mi.TupleType(item_types=items):
            return "[" + ", ".join(spell(item, seen) for item in items) + "]"
        case mi.DictType(key_type=key, value_type=value):
            return f"Record<{spell(key, seen)}, {spell(value, seen)}>"
        case mi.UnionType(types=types):
            return " | ".join(spell(t, seen) for t in types)
        case mi.StructType(cls=cls):
            seen[cls.__name__] = node
            return cls.__name__
    return SIMPLE[type(node)]


def optional(field: mi.Field) -> str:
    return "" if field.required else "?"


def alias(name: str, parts: list[str], *, tuple_: bool = False) -> str:
    """A type of several parts, laid out as the formatter of static/ would."""
    line = f"export type {name} = [{', '.join(parts)}];" if tuple_ else f"export type {name} = {' | '.join(parts)};"
    if len(line) <= WIDTH:
        return f"{line}\n"
    if tuple_:
        return f"export type {name} = [\n" + "".join(f"  {part},\n" for part in parts) + "];\n"
    return f"export type {name} =\n" + "\n".join(f"  | {part}" for part in parts) + ";\n"


def doc(text: str | None) -> str:
    return f"/** {' '.join(text.split())} */\n" if text else ""


def struct(node: mi.StructType, seen: dict[str, mi.StructType]) -> str:
    name = node.cls.__name__
    if node.array_like:  # sent without its name and without trailing empty parts, see docs/protocol.md
        fields = [f"{f.encode_name}{optional(f)}: {spell(f.type, seen)}" for f in node.fields]
        return f"{doc(node.cls.__doc__)}{alias(name, fields, tuple_=True)}"
    lines = [f"  {node.tag_field}: {literal(node.tag)};"] if node.tag_field else []
    lines += [f"  {f.encode_name}{'' if f.required else '?'}: {spell(f.type, seen)};" for f in node.fields]
    return f"{doc(node.cls.__doc__)}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def render(roots: dict[str, Any]) -> str:
    """The whole file."""
    seen: dict[str, mi.StructType] = {}
    spelt = {name: spell(mi.type_info(root), seen) for name, root in roots.items()}
    heads = [alias(name, text.split(" | ")) for name, text in spelt.items() if name != text]
    done: dict[str, str] = {}
    while missing := [name for name in seen if name not in done]:
        for name in missing:
            done[name] = struct(seen[name], seen)
    return HEAD + "\n" + "\n".join([*heads, *done.values()])


def main() -> int:
    roots = {
        "ClientMessage": protocol.ClientMessage,
        "ServerMessage": protocol.ServerMessage,
        "TableDelta": protocol.TableDelta,
        "Ack": protocol.Ack,
    }
    text = render(roots)
    if "--check" in sys.argv[1:]:
        if TARGET.read_text() != text:
            sys.stderr.write(f"{TARGET.relative_to(ROOT)} is stale: run scripts/gen_ts.py\n")
            return 1
        return 0
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
