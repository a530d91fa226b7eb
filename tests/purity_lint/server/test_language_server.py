"""The language server, asked by a client over standard input and output as an editor asks it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import COMMAND, SECONDS, Editor, Talk, edited, uri
from lsprotocol import types as lsp

from purity_lint.configuration.discovery import discover
from purity_lint.configuration.files import SettingsResolver
from purity_lint.run.check import check_project

NUMPY = """\
import numpy as np


def scale(x: np.ndarray) -> np.ndarray:
    return np.mean(x, axis=0) + x
"""
USES = "from pkg.a import scale\n\n\ndef twice(y):\n    return scale(y) * 2\n"
MORE = USES + "\n\ndef thrice(y):\n    return scale(y) * 3\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "pkg").mkdir(parents=True)
    (folder / "pkg/__init__.py").touch()
    (folder / "pkg/a.py").write_text(NUMPY)
    (folder / "pkg/b.py").write_text(USES)
    return folder


def codes(found: list[lsp.Diagnostic]) -> list[tuple[object, int]]:
    return [(d.code, d.range.start.line) for d in found]


class TestFindings:
    def test_opening_and_typing(self, project: Path, talk: Talk) -> None:
        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            (found,) = await editor.open(project / "pkg/b.py")
            assert (found.code, found.source, found.severity) == (
                "PUR201",
                "purity-lint",
                lsp.DiagnosticSeverity.Warning,
            )
            assert found.range == lsp.Range(lsp.Position(4, 11), lsp.Position(4, 23))
            assert found.code_description is not None
            assert found.code_description.href.endswith("/reference/rules/tensor-operator/")
            assert found.related_information is not None
            assert found.related_information[0].location.uri == uri(project / "pkg/a.py")
            assert codes(await editor.change(project / "pkg/b.py", MORE)) == [("PUR201", 4), ("PUR201", 8)]
            (broken,) = await editor.change(project / "pkg/b.py", "def f(:\n", 3)
            assert (broken.code, broken.severity) == ("PUR001", lsp.DiagnosticSeverity.Error)
            assert await editor.change(project / "pkg/b.py", "x = 1\n", 4) == []
            assert await editor.leave() == 0
            assert editor.messages == []

        talk(conversation)

    def test_they_are_those_of_check(
        self, project: Path, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def conversation(editor: Editor) -> dict[str, list[tuple[object, int]]]:
            await editor.start(project)
            return {p.name: codes(await editor.open(p)) for p in sorted(project.rglob("*.py"))}

        shown = talk(conversation)
        monkeypatch.chdir(project)
        outcome = check_project(discover([Path()], SettingsResolver()).files, jobs=1)
        assert shown == {
            file.path.name: [(d.code, d.span.line - 1) for d in file.diagnostics] for file in outcome.files
        }

    def test_positions_are_in_utf_16(self, project: Path, talk: Talk) -> None:
        text = NUMPY + '\n\nprint("😋😋", np.ones(3))\n'

        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            (found,) = [d for d in await editor.open(project / "pkg/a.py", text) if d.range.start.line == 7]
            assert found.range == lsp.Range(lsp.Position(7, 14), lsp.Position(7, 24))
            said = await editor.hover(uri(project / "pkg/a.py"), 7, 21)
            assert said is not None
            assert said.startswith("`np.ones(3)` is a tensor")
            offered = await editor.actions(uri(project / "pkg/a.py"), 7, 7)
            fix = next(action for title, action in offered.items() if title.startswith("PUR103: "))
            assert '"😋😋", ops.ones(3)' in edited(text, edits_of(fix)[uri(project / "pkg/a.py")])

        talk(conversation)

    def test_what_is_saved_tells_of_other_files(self, project: Path, talk: Talk) -> None:
        caller = project / "pkg/c.py"
        caller.write_text("def plus(x):\n    return x + 1\n")

        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            assert await editor.open(caller) == []
            user = project / "pkg/d.py"
            user.write_text("import numpy as np\nfrom pkg.c import plus\n\nplus(np.ones(3))\n")
            editor.client.text_document_did_save(
                lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(uri(user)))
            )
            await editor.until(lambda: editor.findings[uri(caller)] != [])
            assert codes(editor.findings[uri(caller)]) == [("PUR201", 1)]

        talk(conversation)

    def test_closing_takes_them_back(self, project: Path, talk: Talk) -> None:
        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            name = uri(project / "pkg/a.py")
            assert await editor.open(project / "pkg/a.py")
            editor.client.text_document_did_close(
                lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(name))
            )
            await editor.until(lambda: editor.findings[name] == [])

        talk(conversation)


class TestActions:
    def test_fix_one_silence_one_explain(self, project: Path, talk: Talk) -> None:
        async def conversation(editor: Editor) -> None:
            await editor.start(project, documents=False)
            name = uri(project / "pkg/b.py")
            await editor.open(project / "pkg/b.py")
            offered = await editor.actions(name, 4, 4)
            fix = offered["PUR201: Replace `*` with `ops.multiply`"]
            assert fix.is_preferred
            assert fix.diagnostics is not None
            assert [d.code for d in fix.diagnostics] == ["PUR201"]
            fixed = edited(USES, edits_of(fix)[name])
            assert fixed == "from emberops import ops\n\n" + USES.replace(
                "scale(y) * 2", "ops.multiply(scale(y), 2)"
            )
            silent = edited(USES, edits_of(offered["PUR201: silence it with a comment"])[name])
            assert silent == USES.replace("* 2", "* 2  # noqa: PUR201")
            assert await editor.change(project / "pkg/b.py", silent) == []
            await editor.client.workspace_execute_command_async(
                lsp.ExecuteCommandParams("purity-lint.explain", ["PUR201"])
            )
            await editor.until(lambda: editor.messages)
            assert editor.messages[0].startswith("PUR201 tensor-operator: ")

        talk(conversation)

    def test_fix_all_on_save(self, project: Path, talk: Talk) -> None:
        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            name = uri(project / "pkg/a.py")
            await editor.open(project / "pkg/a.py")
            offered = await editor.actions(name, only=["source.fixAll"])
            (action,) = offered.values()
            assert action.kind == "source.fixAll.purity-lint"
            fixed = edited(NUMPY, edits_of(action)[name])
            assert "return ops.add(ops.mean(x, axis=0), x)" in fixed
            assert "import numpy" not in fixed
            assert await editor.change(project / "pkg/a.py", fixed) == []
            assert await editor.actions(name, only=["source.fixAll"]) == {}
            assert await editor.actions(name, only=["source.organizeImports"]) == {}

        talk(conversation)

    def test_line_ends_stay(self, project: Path, talk: Talk) -> None:
        text = USES.replace("\n", "\r\n")

        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            await editor.open(project / "pkg/b.py", text)
            (action,) = (await editor.actions(uri(project / "pkg/b.py"), only=["source.fixAll"])).values()
            fixed = edited(text, edits_of(action)[uri(project / "pkg/b.py")])
            assert fixed.count("\r\n") == fixed.count("\n") == 7

        talk(conversation)


def edits_of(action: lsp.CodeAction) -> dict[str, list[Any]]:
    """Return the edits of an action, by document."""
    assert action.edit is not None
    if action.edit.changes is not None:
        return {name: list(edits) for name, edits in action.edit.changes.items()}
    found = {}
    for change in action.edit.document_changes or ():
        assert isinstance(change, lsp.TextDocumentEdit)
        found[change.text_document.uri] = list(change.edits)
    return found


def test_hover_says_why(project: Path, talk: Talk) -> None:
    async def conversation(editor: Editor) -> None:
        await editor.start(project)
        await editor.open(project / "pkg/b.py")
        said = await editor.hover(uri(project / "pkg/b.py"), 4, 20)
        assert said is not None
        assert said.startswith("`scale(y) * 2` is a tensor (numpy), proven")
        assert "result of `numpy.mean`" in said
        assert "`*` on the tensor `scale(y)`; use `ops.multiply`" in said
        assert await editor.hover(uri(project / "pkg/b.py"), 2, 0) is None

    talk(conversation)


def test_notebooks(project: Path, talk: Talk) -> None:
    path = project / "note.ipynb"
    texts = ["# Title", "%matplotlib inline\nimport numpy as np\nx = np.ones(3)", "y = x + 1"]
    cells = [
        lsp.NotebookCell(lsp.NotebookCellKind.Markup if n == 0 else lsp.NotebookCellKind.Code, f"cell:{n}")
        for n in range(3)
    ]

    async def conversation(editor: Editor) -> None:
        await editor.start(project)
        document = lsp.NotebookDocument(uri(path), "jupyter-notebook", 1, cells)
        items = [
            lsp.TextDocumentItem(c.document, "markdown" if n == 0 else "python", 1, texts[n])
            for n, c in enumerate(cells)
        ]
        editor.client.notebook_document_did_open(lsp.DidOpenNotebookDocumentParams(document, items))
        await editor.until(lambda: "cell:2" in editor.findings)
        assert codes(editor.findings["cell:1"]) == [("PUR101", 1), ("PUR103", 2)]
        assert codes(editor.findings["cell:2"]) == [("PUR201", 0)]
        said = await editor.hover("cell:2", 0, 4)
        assert said is not None
        assert said.startswith("`x` is a tensor")
        (action,) = (await editor.actions("cell:2", only=["source.fixAll"])).values()
        edits = edits_of(action)
        assert edited(texts[1], edits["cell:1"]) == (
            "from emberops import ops\n\n%matplotlib inline\nx = ops.ones(3)"
        )
        assert edited(texts[2], edits["cell:2"]) == "y = ops.add(x, 1)"
        silent = (await editor.actions("cell:2", 0, 0))["PUR201: silence it with a comment"]
        assert edited(texts[2], edits_of(silent)["cell:2"]) == "y = x + 1  # noqa: PUR201"
        editor.findings.clear()
        change = lsp.TextDocumentContentChangePartial(
            lsp.Range(lsp.Position(0, 4), lsp.Position(0, 9)), "x * 2 + 1"
        )
        content = lsp.NotebookDocumentCellContentChanges(
            lsp.VersionedTextDocumentIdentifier(2, "cell:2"), [change]
        )
        editor.client.notebook_document_did_change(
            lsp.DidChangeNotebookDocumentParams(
                lsp.VersionedNotebookDocumentIdentifier(2, uri(path)),
                lsp.NotebookDocumentChangeEvent(
                    cells=lsp.NotebookDocumentCellChanges(text_content=[content])
                ),
            )
        )
        await editor.until(lambda: "cell:2" in editor.findings)
        assert codes(editor.findings["cell:2"]) == [("PUR201", 0), ("PUR201", 0)]

    talk(conversation)


class TestFolders:
    def test_each_has_its_configuration(self, project: Path, tmp_path: Path, talk: Talk) -> None:
        other = tmp_path / "other"
        other.mkdir()
        (other / "a.py").write_text(NUMPY)
        (other / "purity-lint.toml").write_text("select = ['PUR1']\n")
        (tmp_path / "elsewhere.py").write_text(NUMPY)

        async def conversation(editor: Editor) -> None:
            await editor.start(project, other)
            here = await editor.open(project / "pkg/a.py")
            there = await editor.open(other / "a.py")
            assert {d.code for d in here} == {"PUR101", "PUR103", "PUR201", "PUR601"}
            assert {d.code for d in there} == {"PUR101", "PUR103"}
            item = lsp.TextDocumentItem(uri(tmp_path / "elsewhere.py"), "python", 1, NUMPY)
            editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
            await editor.change(other / "a.py", NUMPY + "\n")
            assert uri(tmp_path / "elsewhere.py") not in editor.findings  # outside of both

        talk(conversation)

    def test_a_wrong_configuration_is_told_and_may_be_mended(self, project: Path, talk: Talk) -> None:
        config = project / "purity-lint.toml"
        config.write_text("slect = ['PUR1']\n")

        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            item = lsp.TextDocumentItem(uri(project / "pkg/a.py"), "python", 1, NUMPY)
            editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
            await editor.until(lambda: editor.messages)
            assert "unknown key `slect`; did you mean `select`?" in editor.messages[0]
            config.write_text("select = ['PUR1']\n")
            change = lsp.FileEvent(uri(config), lsp.FileChangeType.Changed)
            editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))
            await editor.until(lambda: uri(project / "pkg/a.py") in editor.findings)
            assert {d.code for d in editor.findings[uri(project / "pkg/a.py")]} == {"PUR101", "PUR103"}

        talk(conversation)

    def test_settings_of_the_editor_and_the_baseline_count(self, project: Path, talk: Talk) -> None:
        accepted = {"pkg/b.py": {"PUR201": {"return scale(y) * 2": 1}}}
        (project / "purity-lint-baseline.json").write_text(json.dumps({"version": 2, "files": accepted}))

        async def conversation(editor: Editor) -> None:
            await editor.start(project, options={"settings": {"ignore": ["PUR6"]}})
            assert await editor.open(project / "pkg/b.py") == []
            assert {d.code for d in await editor.open(project / "pkg/a.py")} == {"PUR101", "PUR103", "PUR201"}

        talk(conversation)


class TestBadClients:
    def test_a_client_that_dies(self, project: Path, talk: Talk) -> None:
        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            await editor.open(project / "pkg/a.py")
            process = editor.client._server
            assert process is not None
            assert process.stdin is not None
            process.stdin.close()
            assert await editor.exit_code() == 0

        talk(conversation)

    def test_one_that_leaves_without_a_word(self, project: Path, talk: Talk) -> None:
        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            editor.client.exit(None)
            assert await editor.exit_code() == 1

        talk(conversation)

    @pytest.mark.parametrize(
        "garbage",
        [
            b"hello\r\n\r\nhello",
            b"Content-Length: 12\r\n\r\n{{{{{{{{{{{{",
            b"Content-Length: 999999999\r\n\r\n{}",
            b"Content-Length: 2\r\n\r\n[]",
            b'Content-Length: 60\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":1}',
            b"\x00\xff" * 1000,
        ],
    )
    def test_garbage(self, garbage: bytes) -> None:
        async def send() -> tuple[int, bytes]:
            process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            answer, _ = await asyncio.wait_for(process.communicate(garbage), SECONDS)
            assert process.returncode is not None
            return process.returncode, answer

        code, answer = asyncio.run(send())
        assert code == 0
        assert answer == b"" or answer.startswith(b"Content-Length: ")

    def test_a_document_that_is_not_what_it_says(self, project: Path, talk: Talk) -> None:
        async def conversation(editor: Editor) -> None:
            await editor.start(project)
            found = await editor.open(project / "pkg/a.py", "x = '\x00'\n")
            assert [d.code for d in found] == ["PUR001"]
            found = await editor.change(
                project / "pkg/a.py", "# coding: latin-1\nimport numpy as np\né = np\n"
            )
            assert codes(found) == [("PUR101", 1), ("PUR103", 2)]
            assert found[1].range.start.character == 4
            found = await editor.change(project / "pkg/a.py", "# coding: no-such\n", 3)
            assert [d.code for d in found] == ["PUR001"]
            assert codes(await editor.open(project / "pkg/b.py")) == [("PUR201", 4)]

        talk(conversation)
