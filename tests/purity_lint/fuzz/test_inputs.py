"""Whatever a file holds, reading it ends with a result or with an error that names it.

``HYPOTHESIS_PROFILE=long`` looks for longer.  What was found is kept as an example.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from purity_lint.configuration import baseline
from purity_lint.configuration.files import load
from purity_lint.configuration.globs import Globs
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.errors import InvalidSource, PurityError
from purity_lint.run.cache.facts import Cache
from purity_lint.run.cache.serialize import from_data
from purity_lint.run.kept_results import UNUSABLE
from purity_lint.source.comments import suppressions
from purity_lint.source.decode import decode, encode
from purity_lint.source.read import source_from_bytes
from purity_lint.trace import store

settings.register_profile("long", max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile(
    "short",
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
PROFILE = settings.get_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))

R = TypeVar("R")
FILE = Path("m.py")
ENCODINGS = [
    "utf-8",
    "latin-1",
    "cp1252",
    "shift_jis",
    "euc_jp",
    "iso2022_jp",
    "gb18030",
    "hex",
    "rot13",
    "idna",
    "utf-7",
    "utf-16",
    "undefined",
    "punycode",
    "x" * 300,
    "\0",
]
LINES = [
    "x = 1",
    "import numpy as np",
    "y = np.mean(x)",
    "# noqa: PUR101",
    "if x:",
    "    pass",
    "'''",
    '"\\ud800"',
    "é",
    "\x0c",
    "\\",
    "0" * 5_000,
    "x = (",
    "日本",
    "\x1a",
    "\x00",
    "\ufeff",
]
PIECES = [
    "#",
    "noqa",
    ":",
    "purity:",
    "ignore",
    "file-ignore",
    "[",
    "]",
    "PUR201",
    ",",
    " ",
    "\n",
    "\\\n",
    "(",
    ")",
    "'''",
    "x",
    "\t",
    "\x0c",
    "é",
    "PUR",
    "tensor-operator",
    "\r",
    "if x:\n",
]

sources = st.one_of(
    st.binary(max_size=200),
    st.builds(
        lambda encoding, lines, end: f"# coding: {encoding}\n{end.join(lines)}".encode(
            "utf-8", "surrogatepass"
        ),
        st.sampled_from(ENCODINGS),
        st.lists(st.sampled_from(LINES), max_size=8),
        st.sampled_from(["\n", "\r\n", "\r", "\x0b"]),
    ),
)
keys = st.one_of(
    st.sampled_from(
        [
            "cells",
            "source",
            "cell_type",
            "metadata",
            "kernelspec",
            "language",
            "nbformat",
            "format",
            "files",
            "sites",
            "sha256",
            "version",
            "key",
            "facts",
            "diagnostics",
            "m.py",
            "PUR101",
            "span",
            "message",
        ]
    ),
    st.text(max_size=5),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=10),
    st.sampled_from(
        [
            "code",
            "x = np.mean(y)",
            "%%bash\nls",
            "%time x",
            "!ls",
            "x?",
            "\ud800",
            "\x00",
            "# purity-lint cell 3",
            "pass  # purity-lint magic 5",
            1,
            10**400,
        ]
    ),
)
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)
cells = st.fixed_dictionaries(
    {"cell_type": st.just("code") | scalars, "source": scalars | st.lists(scalars, max_size=3)}
)
notebooks = documents | st.fixed_dictionaries(
    {"cells": st.lists(cells | documents, max_size=4)}, optional={"metadata": documents}
)
traces = documents | st.fixed_dictionaries(
    {
        "format": st.just(1),
        "files": documents
        | st.dictionaries(
            keys,
            st.fixed_dictionaries(
                {
                    "sha256": scalars,
                    "sites": documents | st.lists(st.lists(scalars, min_size=5, max_size=5), max_size=3),
                }
            ),
        ),
    }
)
baselines = documents | st.fixed_dictionaries(
    {
        "version": st.just(2),
        "files": documents
        | st.dictionaries(keys, st.dictionaries(keys, scalars | st.dictionaries(keys, scalars))),
    }
)


numbers = st.integers(-2, 9) | scalars
texts = st.sampled_from(["PUR201", "n", "safe", "unsafe", "m.py"]) | scalars
spans = st.lists(st.integers(-1, 99) | scalars, min_size=4, max_size=4) | documents
some_text = st.text(max_size=3) | st.none()
findings = (
    st.tuples(
        *(st.text(max_size=3),) * 3,
        st.lists(st.integers(-1, 99), min_size=4, max_size=4) | spans,
        st.integers(-1, 5) | st.none(),
        st.lists(st.integers(-2, 2), max_size=3) | st.lists(scalars, max_size=2),
        st.integers(-2, 2),
        some_text,
        st.integers(-1, 9) | st.none(),
        st.integers(),
        some_text,
        some_text,
    ).map(list)
    | documents
)
kept = documents | st.tuples(
    st.lists(st.tuples(texts, numbers, numbers, texts).map(list) | documents, max_size=3),
    st.lists(
        st.tuples(
            texts, texts, st.lists(st.tuples(spans, texts).map(list) | documents, max_size=2) | documents
        ).map(list)
        | documents,
        max_size=3,
    ),
    st.lists(findings, max_size=3),
).map(list)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def settled(read: Callable[[Path], R], path: Path) -> R | None:
    """What ``read`` gives; ``None`` for an error of one line that names the file."""
    try:
        return read(path)
    except PurityError as error:
        message = str(error)
    assert str(path) in message
    assert "\n" not in message
    return None


def dumped(document: Any) -> bytes:
    return json.dumps(document).encode("ascii")


@given(sources)
@example(b"# coding: hex\n")
@example(b"# coding: unicode_escape\nx = 1\\nimport torch\n")
@example(b"# coding: idna\nx\n")
@example(b"\xef\xbb\xbf# coding: latin-1\n")
@example(b"x = " + b"9" * 5_000)
@example(b"x = '\\ud800'\n")
@example(b"\x0c\r# coding:utf-8")
@settings(PROFILE)
def test_source(data: bytes) -> None:
    source = settled(lambda path: source_from_bytes(data, path), FILE)
    if source is None:
        return
    decoded = decode(data, FILE)
    assert encode(decoded.text, decoded).decode(decoded.encoding) == data.decode(decoded.encoding)
    result = check(source, Settings(root=Path.cwd(), select=("ALL",)))
    assert result.errors == []


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=100))
@example("# noqa: PUR201\\\n(")
@example("# purity: ignore[" + "[" * 1_000)
@example("# noqa: A1" + ", A1" * 1_000 + "!")
@settings(PROFILE)
def test_suppression_comments(text: str) -> None:
    for suppression in suppressions(text):
        line = text.split("\n")[suppression.span.line - 1]
        assert line[suppression.span.col] == "#"
        assert suppression.first_line <= suppression.last_line


@given(
    text=st.text(max_size=100)
    | st.lists(
        st.sampled_from(
            [
                "[tool.purity-lint]\n",
                "select = ",
                '"PUR2"',
                "[",
                "]",
                "{",
                "}",
                "=",
                "\n",
                "exclude",
                '"',
                "'''",
                "per-file-ignores",
                ".",
                "extend",
                "1",
                "1979-05-27",
                "inf",
                "true",
                "\x00",
                "a" * 300,
            ]
        ),
        max_size=15,
    ).map("".join)
)
@example(text="a = " + "[" * 5_000)
@example(text="extend = 'purity-lint.toml'")
@example(text="a." * 10_000 + "a = 1")
@example(text="baseline = 7\ntrace = []")
@settings(PROFILE)
def test_configuration(folder: Path, text: str) -> None:
    path = folder / "purity-lint.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    if settled(load, path):
        tomllib.loads(text.replace("\r\n", "\n"))


@given(
    lines=st.lists(st.text(st.sampled_from("ab/*?[]!^-:\\# .é\x00"), max_size=30), max_size=6),
    path=st.text(st.sampled_from("ab/.é\x00-"), max_size=40),
)
@example(lines=["**/" * 200 + "a", "a*" * 200, "[" * 200], path="a" * 300)
@example(lines=["[[:alpha:", "[z-a]", "[]", "\\"], path="a/b")
@settings(PROFILE)
def test_patterns(lines: list[str], path: str) -> None:
    """What a list of patterns says, it says twice."""
    once, twice = Globs(lines), Globs(lines + lines)
    assert once.matches(path) is twice.matches(path)
    for is_dir in (False, True):
        assert once.verdict(path, is_dir=is_dir) is twice.verdict(path, is_dir=is_dir)


@given(notebooks)
@example({"cells": [{"cell_type": "code", "source": "pass  # purity-lint magic 7"}]})
@example({"cells": [{"cell_type": "code", "source": "# purity-lint cell 7\nx = 1"}]})
@example({"cells": [{"cell_type": "code", "source": "\ud800"}]})
@example({"cells": [{"cell_type": [], "source": []}]})
@settings(PROFILE)
def test_notebook(document: Any) -> None:
    try:
        source = source_from_bytes(dumped(document), Path("nb.ipynb"))
    except InvalidSource:
        return
    assert source.notebook is not None
    assert (
        json.loads(source.notebook.replace(source.text)) == json.loads(dumped(document))
        or "NaN" in str(document).upper()
    )
    assert check(source, Settings(root=Path.cwd(), select=("ALL",))).errors == []


@given(baselines)
@example({"version": 2, "files": []})
@example({"version": True, "files": {"m.py": {"PUR101": {"x": True}}}})
@settings(PROFILE)
def test_baseline(folder: Path, document: Any) -> None:
    path = folder / "baseline.json"
    path.write_bytes(dumped(document))
    counts = settled(baseline.read, path)
    if counts is None:
        return
    baseline.updated(counts, {})
    baseline.write(path, counts)
    assert baseline.read(path) == counts


@given(traces)
@example({"format": 1, "files": []})
@example({"format": 1, "files": {"\ud800": {"sha256": "", "sites": []}}})
@example({"format": 1, "files": {"a\x00b": {"sha256": "", "sites": [[1, 2, 3, 4, 5]]}}})
@settings(PROFILE)
def test_trace(folder: Path, document: Any) -> None:
    path = folder / "trace.json"
    path.write_bytes(dumped(document))
    trace = settled(store.load, path)
    if trace is None:
        return
    store.stale(trace, path.parent)
    store.save(trace, path)
    assert store.load(path) == trace


@given(documents | st.fixed_dictionaries({"key": st.just("k"), "diagnostics": documents, "facts": documents}))
@example({"key": "k", "diagnostics": [{"span": [1, 2, 3, float("inf")]}]})
@settings(PROFILE)
def test_cache_entry(folder: Path, document: Any) -> None:
    cache = Cache(folder / "cache")
    cache.remember("imports", "k", {})
    for entry in (folder / "cache").rglob("*.json"):
        entry.write_bytes(dumped(document))
    assert isinstance(cache.recall("imports", "k"), dict)


@given(kept)
@example(
    [[["why", 1, 2, None]], [], [["PUR201", "n", "m", [1, 2, 3, float("inf")], 3, [7], 0, "", 1, 1, "", ""]]]
)
@settings(PROFILE)
def test_kept_findings(document: Any) -> None:
    """Known says which errors mean that nothing is kept."""
    try:
        found = from_data(document, FILE)
    except UNUSABLE:
        return
    assert isinstance(found, list)
