"""A client that talks to the server over its standard input and output, as editors do."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient
from pygls.uris import from_fs_path

SECONDS = 60.0
"""For an answer that must come; nothing is measured here."""
COMMAND = (sys.executable, "-P", "-m", "purity_lint", "server")


class Editor:
    """Client with open documents and the findings that it was sent."""

    def __init__(self) -> None:
        self.client = LanguageClient("editor", "1")
        self.findings: dict[str, list[lsp.Diagnostic]] = {}
        self.messages: list[str] = []
        self._news = asyncio.Event()
        self.result: lsp.InitializeResult | None = None

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self.findings[params.uri] = list(params.diagnostics)
            self._news.set()

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def show(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)
            self._news.set()

    async def start(self, *folders: Path, options: Any = None, documents: bool = True) -> None:
        """Start a server for some folders."""
        await self.client.start_io(*COMMAND)
        workspace = lsp.WorkspaceClientCapabilities(
            workspace_edit=lsp.WorkspaceEditClientCapabilities(document_changes=documents)
        )
        notebook = lsp.NotebookDocumentClientCapabilities(lsp.NotebookDocumentSyncClientCapabilities())
        self.result = await self.client.initialize_async(
            lsp.InitializeParams(
                lsp.ClientCapabilities(workspace=workspace, notebook_document=notebook),
                workspace_folders=[lsp.WorkspaceFolder(uri(f), f.name) for f in folders],
                initialization_options=options,
            )
        )
        self.client.initialized(lsp.InitializedParams())

    async def until(self, holds: Any) -> None:
        """Wait until something holds of what the server has sent."""

        async def wait() -> None:
            while not holds():
                self._news.clear()
                await self._news.wait()

        await asyncio.wait_for(wait(), SECONDS)

    async def open(self, path: Path, text: str | None = None) -> list[lsp.Diagnostic]:
        """Open a file, and return its findings."""
        text = path.read_text() if text is None else text
        self.findings.pop(uri(path), None)
        item = lsp.TextDocumentItem(uri(path), "python", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        await self.until(lambda: uri(path) in self.findings)
        return self.findings[uri(path)]

    async def change(self, path: Path, text: str, version: int = 2) -> list[lsp.Diagnostic]:
        """Type a new text, and return its findings."""
        self.findings.pop(uri(path), None)
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(version, uri(path)),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        await self.until(lambda: uri(path) in self.findings)
        return self.findings[uri(path)]

    async def hover(self, name: str, line: int, character: int) -> str | None:
        """Return what is said of a position, in Markdown."""
        found = await self.client.text_document_hover_async(
            lsp.HoverParams(lsp.TextDocumentIdentifier(name), lsp.Position(line, character))
        )
        assert found is None or isinstance(found.contents, lsp.MarkupContent)
        return None if found is None else found.contents.value

    async def actions(
        self, name: str, first: int = 0, last: int = 10_000, only: list[str] | None = None
    ) -> dict[str, lsp.CodeAction]:
        """Return the actions for some lines, by their titles."""
        where = lsp.Range(lsp.Position(first, 0), lsp.Position(last, 0))
        found = await self.client.text_document_code_action_async(
            lsp.CodeActionParams(
                lsp.TextDocumentIdentifier(name), where, lsp.CodeActionContext([], only=only)
            )
        )
        return {action.title: action for action in found or () if isinstance(action, lsp.CodeAction)}

    async def leave(self) -> int:
        """End the conversation as the protocol says, and return the exit code of the server."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        return await self.exit_code()

    async def exit_code(self) -> int:
        """Return the exit code of the server, which is about to end."""
        process = self.client._server
        assert process is not None
        return await asyncio.wait_for(process.wait(), SECONDS)

    async def kill(self) -> None:
        """End the server if it has not ended."""
        process = self.client._server
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def uri(path: Path) -> str:
    """Return the address of a file."""
    found = from_fs_path(str(path))
    assert found is not None
    return str(found)


def edited(text: str, edits: Any) -> str:
    """Return ``text`` with edits applied as a client that counts UTF-16 applies them."""
    lines = text.splitlines(keepends=True)

    def offset(position: lsp.Position) -> int:
        before = sum(len(line.encode("utf-16-le")) for line in lines[: position.line])
        return before + 2 * position.character

    data = text.encode("utf-16-le")
    for edit in sorted(edits, key=lambda e: offset(e.range.start), reverse=True):
        data = (
            data[: offset(edit.range.start)]
            + edit.new_text.encode("utf-16-le")
            + data[offset(edit.range.end) :]
        )
    return data.decode("utf-16-le")


class Talk:
    """Runs a conversation."""

    def __call__(self, conversation: Any) -> Any:
        """Run a conversation with an editor of its own, which is ended after it."""

        async def whole() -> Any:
            editor = Editor()
            try:
                return await conversation(editor)
            finally:
                await editor.kill()

        return asyncio.run(whole())


@pytest.fixture
def talk() -> Talk:
    return Talk()
