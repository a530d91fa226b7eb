"""Notes types while the user's command runs: import hook, tables, and what is written at exit.

Standard library only, and nothing of the project's or of the linter's: this runs in the interpreter of the
project under study, in every process that it starts.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import contextlib
import hashlib
import importlib.abc
import importlib.machinery
import json
import multiprocessing.process
import multiprocessing.util
import os
import sys
from collections.abc import Sequence
from types import CodeType, ModuleType
from typing import Any

from purity_trace_instrument import NOTE, PEEK, Span, instrument

TENSOR, SCALAR, PLAIN, CONVERTED = 1, 2, 4, 8
"""Bits of what has been seen at a site: an n-d array, a NumPy scalar, anything else, a call refused by the guard."""

_GUARD = "emberops.testing.purity"
"""The module whose guard notes the calls that converted tensors to NumPy; it is only there if a test used it."""

_ARRAYS = {
    "numpy": ("ndarray",),
    "torch": ("Tensor",),
    "jaxlib": ("Array", "ArrayImpl"),
    "jax": ("Array", "Tracer"),
    "mlx": ("array",),
    "tensorflow": ("Tensor", "EagerTensor", "Variable"),
    "cupy": ("ndarray",),
    "dask": ("Array",),
    "emberops": ("Array",),  # of which are what tests see under `pytest --pure`
}

_files: dict[str, tuple[str, list[Span], bytearray]] = {}
_kinds: dict[type, int] = {}


def kind_of(cls: type) -> int:
    """Return what objects of ``cls`` are, found from the names in its MRO: no library is imported to ask."""
    for base in cls.__mro__:
        root = base.__module__.partition(".")[0]
        if base.__name__ in _ARRAYS.get(root, ()):
            return TENSOR
        if root == "numpy" and base.__name__ == "generic":
            return SCALAR
    return PLAIN


def _noter(seen: bytearray) -> Any:
    kinds = _kinds

    def note(number: int, value: Any) -> Any:
        cls = type(value)
        kind = kinds.get(cls)
        if kind is None:
            kind = kinds[cls] = kind_of(cls)
        seen[number] |= kind
        return value

    return note


def _peeker(note: Any) -> Any:
    def peek(number: int, attribute: str, holder: Any) -> Any:
        held = getattr(holder, "__dict__", {}).get(attribute, note)
        if held is not note:
            note(number, held)
        return holder

    return peek


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles the instrumented tree, and leaves the byte-code cache alone."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        data = self.get_data(path)
        tree = ast.parse(data, filename=path)
        try:
            spans = instrument(tree)
        except RecursionError:  # nested too deep to rewrite: run it as it is, and record nothing
            tree, spans = ast.parse(data, filename=path), []
        _files[path] = (hashlib.sha256(data).hexdigest(), spans, bytearray(len(spans)))
        code: CodeType = compile(tree, path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        code = self.get_code(module.__name__)
        note = _noter(_files[self.path][2])
        setattr(module, NOTE, note)
        setattr(module, PEEK, _peeker(note))
        exec(code, module.__dict__)


class _Finder(importlib.abc.MetaPathFinder):
    """Takes over modules whose files lie under one of the roots."""

    def __init__(self, roots: list[str]) -> None:
        self.roots = tuple(os.path.join(os.path.realpath(r), "") for r in roots)
        self._busy: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname in self._busy:
            return None
        self._busy.add(fullname)
        try:
            spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        finally:
            self._busy.discard(fullname)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader or not spec.origin:
            return None
        if not self._wanted(os.path.realpath(spec.origin)):
            return None
        spec.loader = _Loader(fullname, spec.origin)
        return spec

    def _wanted(self, path: str) -> bool:
        if not path.startswith(self.roots):
            return False
        parts = path.split(os.sep)
        return "site-packages" not in parts or any("site-packages" in root for root in self.roots)


def _conversions() -> dict[str, list[Span]]:
    """File -> the calls in it that the guard of ``pytest --pure`` has refused in this process."""
    guard = sys.modules.get(_GUARD)
    found: dict[str, list[Span]] = {}
    for path, span in sorted(guard.refused()) if guard is not None else ():
        found.setdefault(path, []).append(span)
    return found


def _write() -> None:
    folder = os.environ.get("PURITY_TRACE_DIR")
    conversions = _conversions()
    files = {
        path: {
            "sha256": digest,
            "sites": [[*span, seen[i]] for i, span in enumerate(spans) if seen[i]]
            + [[*span, CONVERTED] for span in conversions.get(path, ())],
        }
        for path, (digest, spans, seen) in _files.items()
    }
    if not folder or not files:
        return
    # One file per process and moment: nobody waits for a lock, and nothing is overwritten.
    name = os.path.join(folder, f"{os.getpid()}-{os.urandom(4).hex()}.json")
    with (
        contextlib.suppress(OSError),
        open(name, "w", encoding="utf-8") as out,
    ):  # a full disk must not fail the command
        json.dump(files, out)


def _after_fork() -> None:
    for _, _, seen in _files.values():
        seen[:] = bytes(len(seen))


def _write_when_multiprocessing_ends(_: Any) -> None:
    """A multiprocessing child leaves by ``os._exit``, past ``atexit``."""
    if multiprocessing.process.parent_process() is not None:
        multiprocessing.util.Finalize(None, _write, exitpriority=0)


def start() -> None:
    """Install the hook, as told by the environment of ``purity-lint trace``."""
    roots = json.loads(os.environ["PURITY_TRACE_ROOTS"])
    sys.meta_path.insert(0, _Finder(roots))
    # Instrumented code that runs with other globals than its module's still finds these.
    builtins.__dict__.setdefault(NOTE, lambda _number, value: value)
    builtins.__dict__.setdefault(PEEK, lambda _number, _attribute, holder: holder)
    os.register_at_fork(after_in_child=_after_fork)
    atexit.register(_write)
    _write_when_multiprocessing_ends(_write)
    # A forked child of multiprocessing clears its parent's finalizers, then runs these.
    multiprocessing.util.register_after_fork(_write, _write_when_multiprocessing_ends)
