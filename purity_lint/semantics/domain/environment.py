"""Names and their values at one point of a function, with an undo log for branches."""

from __future__ import annotations

from purity_lint.semantics.domain.atoms import NEVER
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.lattice import join

_MISSING = NEVER


class Environment:
    """Variables of one scope.

    A branch is evaluated in place: :meth:`mark` before it, :meth:`roll_back` after it gives what it changed
    and restores the rest, so that a branch costs what it assigns, not what is in scope.
    Attribute paths (``self.x``) that were assigned or narrowed are kept beside the names.
    """

    __slots__ = ("log", "parent", "values")

    def __init__(self, parent: Environment | None = None) -> None:
        self.values: dict[str, Abs] = {}
        self.parent = parent
        self.log: list[tuple[str, Abs | None]] = []

    def set(self, name: str, value: Abs) -> None:
        """Bind ``name``."""
        self.log.append((name, self.values.get(name)))
        self.values[name] = value

    def captured(self, name: str) -> Abs | None:
        """Return what ``name`` is here or, where it is not bound, in the scopes around."""
        env: Environment | None = self
        while env is not None:
            value = env.values.get(name)
            if value is not None:
                return value
            env = env.parent
        return None

    def forget(self, name: str) -> None:
        """Unbind ``name``."""
        if name in self.values:
            self.log.append((name, self.values.pop(name)))

    def mark(self) -> int:
        """Return the present, to come back to."""
        return len(self.log)

    def changes(self, mark: int) -> dict[str, Abs | None]:
        """Return the changes since ``mark``."""
        values = self.values
        return {name: values.get(name) for name, _ in self.log[mark:]}

    def roll_back(self, mark: int) -> dict[str, Abs | None]:
        """Restore the state at ``mark``; what had changed."""
        log, values = self.log, self.values
        if len(log) == mark:
            return {}
        changed: dict[str, Abs | None] = {}
        while len(log) > mark:
            name, old = log.pop()
            if name not in changed:
                changed[name] = values.get(name)
            if old is None:
                values.pop(name, None)
            else:
                values[name] = old
        return changed

    def merge(self, branches: list[dict[str, Abs | None]]) -> None:
        """Join what the branches that reach this point have changed; the state is that before them."""
        if not branches:
            return
        if len(branches) == 1:
            for name, value in branches[0].items():
                if value is None:
                    self.forget(name)
                else:
                    self.set(name, value)
            return
        names: dict[str, None] = {}
        for b in branches:
            names.update(dict.fromkeys(b))
        values = self.values
        for name in names:
            before = values.get(name)
            out = _MISSING
            lost = False
            for b in branches:
                value = b.get(name, before)
                if value is None:
                    lost = True
                else:
                    out = join(out, value)
            if lost and "." in name:
                self.forget(name)
            elif out is not before and out.mask:
                self.set(name, out)
