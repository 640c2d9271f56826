"""RFC 7396 merge patches between two views of the same viewer: a patch cannot say more than the views do."""

from __future__ import annotations

from typing import Any

from app.engine.basics import View


def diff(before: View, after: View) -> View:
    """The patch that turns `before` into `after`; {} if they are equal. Views hold no nulls, so null deletes."""
    patch: View = {}
    for key, new in after.items():
        old = before.get(key)
        if old is new:
            continue
        if isinstance(new, dict):
            if not isinstance(old, dict):
                patch[key] = new
            elif inner := diff(old, new):
                patch[key] = inner
        elif new != old or type(new) is not type(old) or (isinstance(new, list) and not same(new, old)):
            patch[key] = new
    for key in before:
        if key not in after:
            patch[key] = None
    return patch


def same(a: object, b: object) -> bool:
    """Whether two values are the same JSON; in Python True equals 1."""
    if type(a) is not type(b) or a != b:
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return all(same(value, b[key]) for key, value in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return all(map(same, a, b))
    return True


def apply(view: View, patch: View) -> View:
    """The view after a patch; the view itself is left alone, unchanged parts are shared."""
    out: dict[str, Any] = dict(view)
    for key, new in patch.items():
        if new is None:
            out.pop(key, None)
        elif isinstance(new, dict):
            old = out.get(key)
            out[key] = apply(old if isinstance(old, dict) else {}, new)
        else:
            out[key] = new
    return out
