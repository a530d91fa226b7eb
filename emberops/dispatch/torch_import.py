"""Load the torch backend as soon as torch is there.

``torch.compile`` cannot import a module while it traces, and the first operation of a program may stand in a
compiled function.  So where torch has been imported, its backend is loaded with :mod:`emberops.ops`; where it
comes later, right after it.  Nothing here imports torch.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from emberops.dispatch import operation, registry


def follow() -> None:
    """Load the backend now if torch is imported, after its import otherwise.

    A test may have put ``None`` or a stand-in of its own in the place of torch, which no loader made.
    """
    # Whoever loads the backend: no dispatcher can write itself within a trace.
    registry.on_load_of("torch", operation.write_all)
    if getattr(sys.modules.get("torch"), "__spec__", None) is not None:
        registry.load("torch")
    else:
        sys.meta_path.insert(0, _Watch())


class _Watch:
    """Sees the import of torch once, lets it happen, and loads the backend when it is done.

    Until then it is asked at every import, and answers with one comparison of strings, some fifty nanoseconds.
    It is a finder by its method: to import the class of finders takes longer than all of ``emberops.dispatch``.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec("torch")  # purity: ignore[PUR505]  what this module is for
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_load(module: ModuleType) -> None:
                execute(module)
                registry.load("torch")

            spec.loader.exec_module = execute_and_load  # type: ignore[method-assign]  # the loader of this one import
        return spec
