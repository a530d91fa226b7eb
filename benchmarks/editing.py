"""What an editor waits for: the language server on a project, from opening or typing to the findings.

    python benchmarks/editing.py FOLDER [--files N] [--changes N]

A client talks to the server over its standard input and output.  It opens files all over the project and types into
each; every change is a new function that works on tensors.  Shown are milliseconds of wall time (which the load of the
machine is in) from the message to the findings, the pause after typing included, the processor time of the processes
of the server per change, and what they hold in memory.  Needs psutil.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import time
from pathlib import Path

import psutil
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient
from pygls.uris import from_fs_path

ADDED = "\n\ndef _added_{}(x):\n    return np.exp(x) + {}\n"


class Editor:
    """A client that waits for findings."""

    def __init__(self) -> None:
        self.client = LanguageClient("benchmark", "1")
        self._waiting: dict[tuple[str, int], asyncio.Future[int]] = {}

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            waiting = self._waiting.pop((params.uri, params.version or 0), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(len(params.diagnostics))

    async def start(self, folder: Path) -> None:
        """Start a server for a folder."""
        await self.client.start_io(sys.executable, "-P", "-m", "purity_lint", "server")
        uri = from_fs_path(str(folder)) or ""
        await self.client.initialize_async(
            lsp.InitializeParams(
                lsp.ClientCapabilities(), workspace_folders=[lsp.WorkspaceFolder(uri, folder.name)]
            )
        )
        self.client.initialized(lsp.InitializedParams())

    async def open(self, path: Path, text: str) -> float:
        """Open a file; milliseconds to its findings."""
        uri = from_fs_path(str(path)) or ""
        item = lsp.TextDocumentItem(uri, "python", 1, text)
        return await self._timed(
            uri, 1, lambda: self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        )

    async def change(self, path: Path, text: str, version: int) -> float:
        """Type; milliseconds to the findings."""
        uri = from_fs_path(str(path)) or ""
        params = lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(version, uri),
            [lsp.TextDocumentContentChangeWholeDocument(text)],
        )
        return await self._timed(uri, version, lambda: self.client.text_document_did_change(params))

    async def _timed(self, uri: str, version: int, send: object) -> float:
        answer = self._waiting[uri, version] = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        send()  # type: ignore[operator]  # it is a function
        await answer
        return 1000 * (time.perf_counter() - start)

    @property
    def processes(self) -> list[psutil.Process]:
        """The server and its workers."""
        server = psutil.Process(self.client._server.pid)  # type: ignore[union-attr]  # it was started
        return [server, *server.children(recursive=True)]

    def cpu(self) -> float:
        """Seconds that the server and its workers have used."""
        return sum(t.user + t.system for t in (p.cpu_times() for p in self.processes))


def shown(what: str, times: list[float]) -> None:
    """Print the middle and the slow end of some times."""
    ordered = sorted(times)
    slow = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(
        f"{what:28}{statistics.median(ordered):8.0f} ms median{slow:8.0f} ms of 95 %{ordered[-1]:8.0f} ms most"
    )


async def measure(folder: Path, files: int, changes: int) -> None:
    """Open and type."""
    paths = sorted(folder.rglob("*.py"))
    lines = sum(path.read_bytes().count(b"\n") for path in paths)
    print(f"{len(paths)} files, {lines} lines; load {os.getloadavg()[0]:.1f}")
    every = max(1, len(paths) // files)
    chosen = [path for path in paths[::every] if path.stat().st_size][:files]
    editor = Editor()
    await editor.start(folder)
    first, *others = chosen
    waited = await editor.open(first, first.read_text(encoding="utf-8"))
    print(f"{'first file (project read)':28}{waited / 1000:8.1f} s, {editor.cpu():.1f} s of processor time")
    shown("open", [await editor.open(path, path.read_text(encoding="utf-8")) for path in others])
    before, times = editor.cpu(), []
    for path in chosen:
        text = "import numpy as np\n" + path.read_text(encoding="utf-8")
        for number in range(changes):
            text += ADDED.format(number, number)
            times.append(await editor.change(path, text, number + 2))
    shown("change", times)
    print(f"{'processor time per change':28}{1000 * (editor.cpu() - before) / len(times):8.0f} ms")
    memory = sum(process.memory_info().rss for process in editor.processes)
    print(f"{'memory':28}{memory / 2**20:8.0f} MiB")
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()


def main() -> None:
    """Measure one folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=40, help="files that are opened")
    parser.add_argument("--changes", type=int, default=5, help="changes of each")
    args = parser.parse_args()
    asyncio.run(measure(args.folder.resolve(), args.files, args.changes))


if __name__ == "__main__":
    main()
