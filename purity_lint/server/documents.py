"""Documents of the client as files of a project, and positions in them: the client counts UTF-16 code units."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec, TextDocument, Workspace

from purity_lint.records import dataclass
from purity_lint.source.decode import bytes_of, text_of
from purity_lint.source.positions import Span

_LINE = re.compile("[^\r\n]*(?:\r\n|\r|\n|$)")
_SUFFIXES = (".py", ".pyi")


@dataclass(frozen=True, slots=True)
class Part:
    """A text document: a whole file, or a cell of a notebook."""

    uri: str
    text: str
    version: int | None
    is_python: bool = True


@dataclass(frozen=True)
class Document:
    """A file, or a notebook with its cells, as the client has it."""

    uri: str
    path: Path
    parts: tuple[Part, ...]
    is_notebook: bool
    codec: PositionCodec

    @property
    def data(self) -> bytes:
        """Return what the file would hold if it was saved now."""
        if not self.is_notebook:
            return bytes_of(self.parts[0].text)
        cells: list[dict[str, object]] = [
            {"cell_type": "code" if part.is_python else "raw", "metadata": {}, "source": part.text}
            for part in self.parts
        ]
        return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()

    @property
    def versions(self) -> tuple[int | None, ...]:
        """Return what changes with each change of the document."""
        return tuple(part.version for part in self.parts)

    def part(self, cell: int | None) -> Part:
        """Return the text that positions in a cell (counted from 1) are about."""
        return self.parts[cell - 1] if cell is not None and self.is_notebook else self.parts[0]

    def cell_of(self, uri: str) -> int | None:
        """Return the number of the cell that a text document is; none for a file."""
        found = (n for n, part in enumerate(self.parts, 1) if part.uri == uri)
        return next(found, 1) if self.is_notebook else None

    def range(self, cell: int | None, span: Span) -> lsp.Range:
        """Return the range that the client knows ``span`` as."""
        return self.part_range(self.part(cell), span)

    def part_range(self, part: Part, span: Span) -> lsp.Range:
        """Return the range that the client knows ``span``, in this part, as."""
        lines = lines_of(part.text)

        def position(line: int, col: int) -> lsp.Position:
            if line > len(lines):  # an error at the end of the file
                return lsp.Position(len(lines), 0)
            return self.codec.position_to_client_units(lines, lsp.Position(line - 1, col))

        return lsp.Range(position(span.line, span.col), position(span.end_line, span.end_col))

    def place(self, uri: str, position: lsp.Position) -> tuple[int, int]:
        """Return line (from 1) and column (from 0, in characters) of a position in one of its text documents."""
        cell = self.cell_of(uri)
        lines = lines_of(self.part(cell).text)
        # A copy, since the codec cuts columns that are too large in place.
        found = self.codec.position_from_client_units(lines, lsp.Position(position.line, position.character))
        return found.line + 1, found.character

    def texts_of(self, data: bytes) -> list[str]:
        """Return the text of each part in another version of the document."""
        if not self.is_notebook:
            return [text_of(data)]
        sources: list[str | list[str]] = [cell["source"] for cell in json.loads(data)["cells"]]
        return [source if isinstance(source, str) else "".join(source) for source in sources]


def lines_of(text: str) -> list[str]:
    """Return the lines of a text with their ends, as clients count them: a form feed ends none."""
    return [match[0] for match in _LINE.finditer(text) if match[0]]


class ExactWorkspace(Workspace):
    """Documents whose lines end where those of the client do."""

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        # Cells send the ranges that they change, whatever the server asks for.
        kind = lsp.TextDocumentSyncKind.Incremental
        return _ExactDocument(
            doc_uri, source, version, language_id, sync_kind=kind, position_codec=self.position_codec
        )


class _ExactDocument(TextDocument):
    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(lines_of(self.source))


def document_of(workspace: Workspace, uri: str) -> Document | None:
    """Return the open document that ``uri`` names or is a cell of; nothing for those that are not Python."""
    notebook = workspace.get_notebook_document(notebook_uri=uri) or workspace.get_notebook_document(
        cell_uri=uri
    )
    codec = workspace.position_codec
    if notebook is not None:
        path = _path_of(notebook.uri, ".ipynb")
        return Document(notebook.uri, path, tuple(_cells(workspace, notebook)), True, codec)
    text = workspace.text_documents.get(unquote(uri))
    if text is None:
        return None
    path = _path_of(uri, ".py")
    if path.suffix == ".ipynb" or not (text.language_id == "python" or path.suffix in _SUFFIXES):
        return None
    return Document(uri, path, (Part(uri, text.source, text.version),), False, codec)


def uri_of(path: Path) -> str:
    """Return the address of a file."""
    uri = from_fs_path(str(path))
    assert uri is not None, "a path has an address"
    return str(uri)


def _path_of(uri: str, suffix: str) -> Path:
    """Return the path of a document; one that was never saved stands in the current folder."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else Path.cwd() / f"untitled{suffix}"


def _cells(workspace: Workspace, notebook: lsp.NotebookDocument) -> list[Part]:
    parts = []
    for cell in notebook.cells:
        text = workspace.text_documents.get(unquote(cell.document))
        is_code = cell.kind == lsp.NotebookCellKind.Code and text is not None
        is_python = is_code and text is not None and text.language_id == "python"
        source, version = (text.source, text.version) if text is not None else ("", None)
        parts.append(Part(cell.document, source, version, is_python))
    return parts
