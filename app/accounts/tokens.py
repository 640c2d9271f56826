"""Random ids, session tokens, and codes that bring a session to another browser."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

_LETTERS: Final = "23456789abcdefghijkmnpqrstuvwxyz"
"""32 that are told apart when read aloud or copied by hand."""
_ID_LENGTH: Final = 12
_TOKEN_BYTES: Final = 32
_TOKEN_LENGTH: Final = 43
_CODE_BYTES: Final = 16
_CODE_LENGTH: Final = 22


def new_id() -> str:
    """A public id of 60 random bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def new_token() -> str:
    """A secret that only the browser keeps."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def new_code() -> str:
    """A secret of 128 random bits, for a link that is to be drawn as a small QR code."""
    return secrets.token_urlsafe(_CODE_BYTES)


def digest(token: str) -> bytes | None:
    """What the database keeps of a token or code; None for what cannot be one."""
    if len(token) not in (_TOKEN_LENGTH, _CODE_LENGTH) or not token.isascii():
        return None
    return hashlib.sha256(token.encode()).digest()
