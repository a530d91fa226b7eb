"""Questions to git, which runs nothing that the repository configures."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from purity_lint.errors import PurityError


class Git:
    """The repository that ``folder`` is in; ``asking`` is the option that errors are about."""

    def __init__(self, folder: Path, asking: str) -> None:
        self._folder = folder
        self._asking = asking

    def top(self) -> Path:
        """Return the folder of the repository.  Raises :class:`PurityError` where there is none."""
        return Path(os.fsdecode(self.output("rev-parse", "--show-toplevel").rstrip(b"\n")))

    def commit(self, revision: str) -> str:
        """Return the commit that ``revision`` names.  Raises :class:`PurityError` where there is none."""
        if not revision or revision.startswith("-"):
            raise PurityError(f"{self._asking}: {revision!r} is not a revision")
        self.top()
        wanted = f"{revision}^{{commit}}"
        found = self.found("rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
        if found is None:
            raise PurityError(f"{self._asking}: git knows no revision {revision!r} here")
        return os.fsdecode(found)

    def found(self, *arguments: str) -> bytes | None:
        """Return the line that git prints; nothing where it does not find what is asked for."""
        done = self._run(arguments, b"")
        return done.stdout.strip() or None if done.returncode == 0 else None

    def output(self, *arguments: str, given: bytes = b"") -> bytes:
        """Return what git prints, with ``given`` as its input; what it complains of is a :class:`PurityError`."""
        done = self._run(arguments, given)
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise PurityError(f"{self._asking}: git: {said[0] if said else f'exit code {done.returncode}'}")
        return done.stdout

    def _run(self, arguments: tuple[str, ...], given: bytes) -> subprocess.CompletedProcess[bytes]:
        """Run git: no external diff, no text conversion, no filter, no file system monitor."""
        command = ["git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", *arguments]
        try:
            return subprocess.run(command, cwd=self._folder, capture_output=True, check=False, input=given)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise PurityError(f"{self._asking}: cannot run git: {reason}") from None
