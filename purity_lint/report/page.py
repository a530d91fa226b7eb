"""A report as one page that needs nothing else: no network, no other file."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:"


def page(document: Mapping[str, Any]) -> str:
    """Return the page of a report in HTML.

    What a project holds is data in it and never markup: a script writes it as text, and the page runs no other script.
    """
    here = files(__package__)
    script = "".join(here.joinpath(name).read_text(encoding="utf-8") for name in ("graph.js", "page.js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # `<` is all that could end the element that holds the data.
    data = json.dumps(document, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "{{title}}": html.escape(f"Purity of {document['name']}"),
        "{{policy}}": _POLICY.format(digest=digest),
        "{{style}}": here.joinpath("page.css").read_text(encoding="utf-8"),
        "{{data}}": data,
        "{{script}}": script,
    }
    text = here.joinpath("page.html").read_text(encoding="utf-8")
    before, found = "", text
    for mark, value in parts.items():  # in the order in which they stand there, so that no value is looked at
        head, _, found = found.partition(mark)
        before += head + value
    return before + found
