"""What is never animated: Chromium composites animated backgrounds and clip paths, and its pages crash of it (version
156 did after some hundred cards, in a CHECK of its own)."""

from __future__ import annotations

import re

from tests.house.tree import files, text_of

_FRAMES = re.compile(r"@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


def test_no_background_and_no_clip_path_is_animated() -> None:
    scripts = [name for name in files(".js") if name.startswith("static/") and ".animate(" in text_of(name)]
    assert scripts
    assert [name for name in scripts if re.search(r"background(Color)?:|clipPath:", text_of(name))] == []
    sheets = {name: _FRAMES.findall(text_of(name)) for name in files(".css")}
    assert any(sheets.values())
    assert [name for name, frames in sheets.items() if re.search(r"background|clip-path", " ".join(frames))] == []
