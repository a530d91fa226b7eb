"""What an editor offers to do about findings: fix one, fix all, silence, explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol import types as lsp

from purity_lint.findings.diagnostics import Applicability
from purity_lint.server.documents import Document
from purity_lint.server.edits import workspace_edit
from purity_lint.server.messages import Offered
from purity_lint.server.rendering import diagnostic_of

FIX_ALL = f"{lsp.CodeActionKind.SourceFixAll.value}.purity-lint"
EXPLAIN = "purity-lint.explain"
KINDS = [lsp.CodeActionKind.QuickFix, FIX_ALL]


def is_wanted(kind: str, only: Sequence[lsp.CodeActionKind | str] | None) -> bool:
    """Return True where a client that asks for ``only`` some kinds of actions wants this one."""
    if only is None:
        return True
    wanted = [one.value if isinstance(one, lsp.CodeActionKind) else one for one in only]
    return any(kind == one or kind.startswith(f"{one}.") for one in wanted if one)


def quick_fixes(
    document: Document, offered: list[Offered], folder: Path, *, versioned: bool
) -> Iterator[lsp.CodeAction]:
    """Yield the actions for each finding; what is the same for several is offered once."""
    seen: set[object] = set()
    for one in offered:
        shown = [diagnostic_of(document, one.diagnostic, folder)]
        code, fix = one.diagnostic.code, one.diagnostic.fix
        kind = lsp.CodeActionKind.QuickFix
        if one.fixed is not None and fix is not None:
            safe = fix.applicability is Applicability.SAFE
            title = f"{code}: {fix.message}" + ("" if safe else f" ({fix.applicability.value})")
            edit = workspace_edit(document, one.fixed, versioned=versioned)
            yield lsp.CodeAction(title, kind=kind, diagnostics=shown, is_preferred=safe or None, edit=edit)
        if one.silenced is not None and (code, one.silenced) not in seen:
            seen.add((code, one.silenced))
            edit = workspace_edit(document, one.silenced, versioned=versioned)
            yield lsp.CodeAction(
                f"{code}: silence it with a comment", kind=kind, diagnostics=shown, edit=edit
            )
        if code not in seen:
            seen.add(code)
            explain = lsp.Command(f"{code}: explain the rule", EXPLAIN, arguments=[code])
            yield lsp.CodeAction(explain.title, kind=kind, diagnostics=shown, command=explain)


def fix_all(document: Document, data: bytes, *, versioned: bool) -> lsp.CodeAction | None:
    """Return the action that makes ``data``, the file with its fixes, of a document."""
    edit = workspace_edit(document, data, versioned=versioned)
    return (
        lsp.CodeAction("Fix all that can be fixed safely", kind=FIX_ALL, edit=edit)
        if edit is not None
        else None
    )
