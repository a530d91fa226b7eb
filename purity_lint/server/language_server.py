"""What the server knows of its client: folders with their projects, open documents, and what was shown of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from purity_lint import __version__
from purity_lint.configuration.files import CONFIG_FILES
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.formats.links import rule_page
from purity_lint.rules.registry import all_rules, explanation
from purity_lint.run.context import project_of
from purity_lint.server import actions
from purity_lint.server.documents import Document, ExactWorkspace, document_of
from purity_lint.server.folder import Folder
from purity_lint.server.messages import Check, Explain, Fix, Offer, Request
from purity_lint.server.rendering import by_part, hover_of

PAUSE = 0.05
"""Seconds without a change after which a document is looked at."""
_WATCHED = ("*.py", "*.pyi", "*.ipynb", *CONFIG_FILES)
_NOTEBOOKS = lsp.NotebookDocumentSyncOptions(
    notebook_selector=[
        lsp.NotebookDocumentFilterWithNotebook(
            notebook="jupyter-notebook", cells=[lsp.NotebookCellLanguage("python")]
        )
    ],
    save=True,
)


class PurityServer(LanguageServer):
    """Folders with their projects, and the documents that are open."""

    def __init__(self) -> None:
        self.is_shut_down = False
        """The client has said that it will leave."""
        super().__init__(
            "purity-lint",
            __version__,
            # Whole documents: nothing depends then on how the client counts lines and columns.
            text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
            notebook_document_sync=_NOTEBOOKS,
        )
        self._table: Mapping[str, Any] = {}
        self._folders: dict[Path, Folder] = {}
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._others: set[asyncio.Task[None]] = set()
        self._shown: dict[str, set[str]] = {}
        """By document, the text documents for which findings were published."""

    # Folders ----------------------------------------------------------------------------------------

    def begin(self, params: lsp.InitializeParams) -> None:
        """Take over how the client counts, and the settings that it gives."""
        old = self.protocol.workspace
        self.protocol._workspace = ExactWorkspace(
            old.root_uri, lsp.TextDocumentSyncKind.Full, list(old.folders.values()), old.position_encoding
        )
        options = params.initialization_options
        table = options.get("settings") if isinstance(options, dict) else None
        self._table = table if isinstance(table, dict) else {}

    def folder_of(self, document: Document) -> Folder | None:
        """Return the innermost workspace folder that a document stands in.

        Where the client has no folders, it is the project of the document; outside of all folders nothing is
        looked at, since that is other people's code.
        """
        tops = self._tops()
        if tops:
            around = [top for top in tops if document.path.is_relative_to(top)]
            top = max(around, key=lambda path: len(path.parts), default=None)
        else:
            top = project_of(document.path) or document.path.parent
        if top is None or not top.is_dir():
            return None
        if top not in self._folders:
            self._folders[top] = Folder(top, self._table, self._renewed, self._tell)
        return self._folders[top]

    def _tops(self) -> list[Path]:
        folders = self.workspace.folders.values()
        tops = [Path(path) for folder in folders if (path := to_fs_path(folder.uri)) is not None]
        root = self.workspace.root_path
        return tops if tops or not root else [Path(root)]

    async def _renewed(self, folder: Folder) -> None:
        """Look again at the documents of a folder."""
        for uri in [*self.workspace.text_documents, *self.workspace.notebook_documents]:
            document = document_of(self.workspace, uri)
            if document is not None and document.uri == uri and self.folder_of(document) is folder:
                self.look_at(uri)

    def refresh(self) -> None:
        """Let every folder see whether something has changed on disk."""
        for folder in self._folders.values():
            self._start(folder.refresh())

    def leave_folders(self) -> None:
        """End the processes of folders that the workspace has no longer."""
        kept = set(self._tops())
        for top in [top for top in self._folders if top not in kept]:
            self._folders.pop(top).end()

    def end(self) -> None:
        """End all processes."""
        for task in (*self._checks.values(), *self._others):
            task.cancel()
        for folder in self._folders.values():
            folder.end()
        self._folders.clear()

    # Findings ---------------------------------------------------------------------------------------

    def look_at(self, uri: str, pause: float = 0.0) -> None:
        """Publish the findings of a document, after a pause in which nothing changes."""
        document = document_of(self.workspace, uri)
        if document is None:
            return
        earlier = self._checks.pop(document.uri, None)
        if earlier is not None:
            earlier.cancel()
        self._checks[document.uri] = asyncio.ensure_future(self._check(document.uri, pause))

    async def _check(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        document = document_of(self.workspace, uri)
        folder = self.folder_of(document) if document is not None else None
        if document is None or folder is None:
            return
        found = await folder.ask(Check(document.path, document.data))
        now = document_of(self.workspace, uri)
        if found is None or now is None or now.versions != document.versions:
            return  # gone, or changed: another check is on its way
        self._publish(document, found, folder)

    def _publish(self, document: Document, found: list[Diagnostic], folder: Folder) -> None:
        parts = by_part(document, found, folder.path)
        gone = self._shown.get(document.uri, set()) - parts.keys()
        self._shown[document.uri] = set(parts)
        versions = {part.uri: part.version for part in document.parts}
        for uri, diagnostics in [*parts.items(), *((uri, []) for uri in gone)]:
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(uri, diagnostics, version=versions.get(uri))
            )

    def close(self, uri: str) -> None:
        """Take back the findings of a document that was closed."""
        task = self._checks.pop(uri, None)
        if task is not None:
            task.cancel()
        for part in self._shown.pop(uri, set()):
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(part, []))

    # Questions --------------------------------------------------------------------------------------

    async def ask(self, uri: str, request: Any) -> tuple[Document, Folder, Any] | None:
        """Return the answer to what ``request`` makes of a document, with it; nothing if the document has changed."""
        document = document_of(self.workspace, uri)
        folder = self.folder_of(document) if document is not None else None
        if document is None or folder is None:
            return None
        made: Request = request(document)
        answer = await folder.ask(made)
        now = document_of(self.workspace, uri)
        if answer is None or now is None or now.versions != document.versions:
            return None
        return document, folder, answer

    async def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """Say what is known of the expression under the cursor."""
        uri = params.text_document.uri

        def request(document: Document) -> Explain:
            line, col = document.place(uri, params.position)
            return Explain(document.path, document.data, document.cell_of(uri), line, col)

        answered = await self.ask(uri, request)
        text = hover_of(answered[2]) if answered is not None else None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text is not None else None

    async def code_actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Offer what can be done about the findings in a range, and in the whole file."""
        uri, only = params.text_document.uri, params.context.only
        found: list[lsp.CodeAction] = []
        if actions.is_wanted(lsp.CodeActionKind.QuickFix.value, only):
            found += await self._quick_fixes(uri, params.range)
        if actions.is_wanted(actions.FIX_ALL, only):
            answered = await self.ask(uri, lambda document: Fix(document.path, document.data))
            if answered is not None:
                action = actions.fix_all(answered[0], answered[2], versioned=self._versioned)
                found += [action] if action is not None else []
        return found

    async def _quick_fixes(self, uri: str, where: lsp.Range) -> list[lsp.CodeAction]:
        def request(document: Document) -> Offer:
            first, last = document.place(uri, where.start)[0], document.place(uri, where.end)[0]
            return Offer(document.path, document.data, document.cell_of(uri), first, last)

        answered = await self.ask(uri, request)
        if answered is None:
            return []
        document, folder, offered = answered
        return list(actions.quick_fixes(document, offered, folder.path, versioned=self._versioned))

    async def explain(self, code: str) -> None:
        """Show the page of a rule, or its text where the client opens no pages."""
        rule = all_rules().get(code)
        if rule is None:
            return
        window = self.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            await self.window_show_document_async(lsp.ShowDocumentParams(rule_page(rule.name), external=True))
        else:
            self._tell(f"{rule.code} {rule.name}: {explanation(rule)}", lsp.MessageType.Info)

    # The client -------------------------------------------------------------------------------------

    async def watch(self) -> None:
        """Ask the client to say when files change on disk."""
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is None or not watching.dynamic_registration:
            return
        watchers = [lsp.FileSystemWatcher(f"**/{pattern}") for pattern in _WATCHED]
        options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
        registration = lsp.Registration("purity-lint-files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await self.client_register_capability_async(lsp.RegistrationParams([registration]))

    @property
    def _versioned(self) -> bool:
        workspace = self.client_capabilities.workspace
        edit = workspace.workspace_edit if workspace is not None else None
        return bool(edit is not None and edit.document_changes)

    def _tell(self, message: str, kind: lsp.MessageType = lsp.MessageType.Error) -> None:
        self.window_show_message(lsp.ShowMessageParams(kind, message))

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._others.add(task)
        task.add_done_callback(self._others.discard)
