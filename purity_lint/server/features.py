"""Messages of the protocol that the server answers."""

from __future__ import annotations

import os

from lsprotocol import types as lsp

from purity_lint.server.actions import EXPLAIN, KINDS
from purity_lint.server.language_server import PAUSE, PurityServer


def run() -> None:
    """Talk to the client over standard input and output until it goes away."""
    made = server()
    try:
        made.start_io()
    finally:
        made.end()


def server() -> PurityServer:
    """Return a server that waits for its client."""
    made = PurityServer()
    _conversation(made)
    _text_documents(made)
    _notebooks(made)
    _questions(made)
    return made


def _conversation(made: PurityServer) -> None:
    @made.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        made.begin(params)

    @made.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        await made.watch()

    @made.feature(lsp.SHUTDOWN)
    def shut_down(params: None) -> None:
        made.is_shut_down = True

    @made.feature(lsp.EXIT)
    def leave(params: None) -> None:
        made.end()
        os._exit(0 if made.is_shut_down else 1)  # a thread waits for input, which the client need not close

    @made.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def change_folders(params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        made.leave_folders()

    @made.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def change_files(params: lsp.DidChangeWatchedFilesParams) -> None:
        made.refresh()

    @made.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def change_configuration(params: lsp.DidChangeConfigurationParams) -> None:
        made.refresh()


def _text_documents(made: PurityServer) -> None:
    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def open_text(params: lsp.DidOpenTextDocumentParams) -> None:
        made.look_at(params.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def change_text(params: lsp.DidChangeTextDocumentParams) -> None:
        made.look_at(params.text_document.uri, PAUSE)

    @made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def save_text(params: lsp.DidSaveTextDocumentParams) -> None:
        made.refresh()

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def close_text(params: lsp.DidCloseTextDocumentParams) -> None:
        made.close(params.text_document.uri)


def _notebooks(made: PurityServer) -> None:
    @made.feature(lsp.NOTEBOOK_DOCUMENT_DID_OPEN)
    def open_notebook(params: lsp.DidOpenNotebookDocumentParams) -> None:
        made.look_at(params.notebook_document.uri)

    @made.feature(lsp.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def change_notebook(params: lsp.DidChangeNotebookDocumentParams) -> None:
        made.look_at(params.notebook_document.uri, PAUSE)

    @made.feature(lsp.NOTEBOOK_DOCUMENT_DID_SAVE)
    def save_notebook(params: lsp.DidSaveNotebookDocumentParams) -> None:
        made.refresh()

    @made.feature(lsp.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def close_notebook(params: lsp.DidCloseNotebookDocumentParams) -> None:
        made.close(params.notebook_document.uri)


def _questions(made: PurityServer) -> None:
    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        return await made.hover(params)

    @made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=KINDS))
    async def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return await made.code_actions(params)

    @made.command(EXPLAIN)
    async def explain(code: str) -> None:
        await made.explain(code)
