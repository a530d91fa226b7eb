"""``purity-lint report``: what is counted, what is to be mended first, and a page that shows it and nothing else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from purity_lint.cli import cli
from purity_lint.report.badge import badge, percent

HOSTILE = "</script><img src=x onerror=alert(1)>"
FILES = {
    "pkg/__init__.py": "",
    "pkg/util.py": "import numpy as np\n\n\ndef double(x: np.ndarray) -> np.ndarray:\n    return 2 * np.exp(x)\n",
    "pkg/one.py": "from pkg.util import double\n\n\ndef one(x):\n    return double(x)\n",
    "pkg/two.py": "from pkg import one\n\n\ndef two(x):\n    return one.one(x)\n",
    "pkg/three.py": f"from .two import two\n\n\ndef three(x):\n    return two(x) + 1  # {HOSTILE}\n",
    "pkg/plain.py": "def add(a: int, b: int) -> int:\n    return a + b\n",
}
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.chdir(folder)
    return folder


def report(*args: str) -> Result:
    return CliRunner().invoke(cli, ["report", *args], catch_exceptions=False)


def data(*args: str) -> dict[str, Any]:
    done = report("--json", *args)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_purity_is_counted_by_module(project: Path) -> None:
    found = data()
    modules = {m["path"]: (m["expressions"], m["impure"], m["findings"]) for m in found["modules"]}
    assert modules == {
        "pkg/__init__.py": (0, 0, 0),
        "pkg/one.py": (1, 0, 0),
        "pkg/plain.py": (0, 0, 0),
        "pkg/three.py": (2, 1, 1),
        "pkg/two.py": (1, 0, 0),
        "pkg/util.py": (5, 5, 5),
    }
    assert (found["expressions"], found["impure"], found["purity"]) == (9, 6, pytest.approx(1 / 3))
    assert found["fixable"] == 6


def test_what_unlocks_most_comes_first(project: Path) -> None:
    found = data()
    assert found["order"] == [
        {"path": "pkg/util.py", "makes_pure": ["pkg/one.py", "pkg/two.py", "pkg/util.py"]},
        {"path": "pkg/three.py", "makes_pure": ["pkg/three.py"]},
    ]
    imports = {m["path"]: m["imports"] for m in found["modules"]}
    assert imports["pkg/two.py"] == ["pkg/__init__.py", "pkg/one.py"]
    assert imports["pkg/three.py"] == ["pkg/two.py"]


def test_findings_have_their_code(project: Path) -> None:
    (found,) = [f for f in data()["findings"] if f["path"] == "pkg/three.py"]
    assert (found["code"], found["line"], found["column"], found["fix"]) == ("PUR201", 5, 12, "safe")
    assert found["frame"][2] == {"line": 5, "text": f"    return two(x) + 1  # {HOSTILE}", "marked": [11, 21]}


class TestAgainst:
    @pytest.fixture
    def repository(self, project: Path) -> Path:
        git("init", "-q")
        git("add", "-A")
        git("commit", "-qm", "first")
        return project

    def test_a_revision_is_looked_at_as_it_was(self, repository: Path) -> None:
        util = repository / "pkg/util.py"
        util.write_text(
            "import numpy as np\n\n\ndef double(x: np.ndarray) -> np.ndarray:\n    return np.exp(x)\n"
        )
        (repository / "pkg/new.py").write_text("from numpy import ones\n")
        found = data("--against", "HEAD")
        assert found["against"] == {
            "revision": "HEAD", "purity": pytest.approx(1 / 3), "findings": 6, "added": 2, "removed": 2,
        }  # fmt: skip
        before = {m["path"]: m["before"] for m in found["modules"]}
        assert before["pkg/util.py"] == {"purity": 0, "findings": 5}
        assert before["pkg/new.py"] is None
        assert not list(repository.parent.glob("purity-lint-*"))

    def test_the_settings_are_those_of_today(self, repository: Path) -> None:
        (repository / "purity-lint.toml").write_text("[per-file-ignores]\n'pkg/util.py' = ['ALL']\n")
        found = data("--against", "HEAD")
        assert (found["against"]["findings"], len(found["findings"])) == (1, 1)

    @pytest.mark.parametrize("revision", ["no-such", "--help", ""])
    def test_one_that_does_not_exist(self, repository: Path, revision: str) -> None:
        done = report("--against", revision)
        assert done.exit_code == 2
        assert "--against: " in done.stderr
        assert not Path("purity.html").exists()

    def test_no_repository(self, project: Path) -> None:
        done = report("--against", "HEAD")
        assert (done.exit_code, "--against: git: " in done.stderr) == (2, True)


def git(*args: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *args], check=True, capture_output=True)


class TestPage:
    def test_it_stands_alone_and_its_data_are_no_markup(self, project: Path) -> None:
        assert report("-o", "page.html").exit_code == 0
        text = Path("page.html").read_text()
        assert HOSTILE not in text
        assert text.count("<script") == 2
        assert not re.findall(r"(?:src|href)=[\"'](?!#|{)", text.split("<script", 1)[0])
        assert "default-src 'none'" in text
        found = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)[0])
        assert found == data()

    def test_it_is_the_same_each_time(self, project: Path) -> None:
        report("-o", "one.html")
        report("-o", "two.html")
        assert Path("one.html").read_bytes() == Path("two.html").read_bytes()

    @pytest.mark.skipif(BROWSER is None, reason="no Chromium to open the page in")
    def test_a_browser_draws_it(self, project: Path, tmp_path: Path) -> None:
        report("-o", "page.html", "--badge", "badge.svg")
        dom = drawn(Path("page.html"), tmp_path)
        assert "33.3%" in dom
        assert dom.count('<button type="button" title="pkg/') == 4
        assert "Fix pkg/util.py first: 3 modules become pure." in dom
        assert dom.count("<article>") == 6
        rows = dict(re.findall(r'aria-label="(pkg/\w+\.py): [^"]*; imports \d".*?<rect[^>]* y="(\d+)"', dom))
        assert [int(rows[f"pkg/{name}.py"]) for name in ("three", "two", "one", "util")] == [16, 86, 156, 226]
        assert "pkg/plain.py" not in rows
        assert dom.count('data-ends="') == sum(len(m["imports"]) for m in data()["modules"])
        assert "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;" in dom
        assert "<img" not in dom

    @pytest.mark.skipif(BROWSER is None, reason="no Chromium to open the page in")
    def test_a_browser_draws_one_without_tensors(self, project: Path, tmp_path: Path) -> None:
        for name in FILES:
            if name != "pkg/plain.py":
                Path(name).unlink()
        report("-o", "page.html")
        dom = drawn(Path("page.html"), tmp_path)
        assert "Every module is pure." in dom
        assert "<h3>Who imports whom" not in dom

    @pytest.mark.skipif(BROWSER is None, reason="no Chromium to open the page in")
    def test_imports_that_go_in_a_circle_are_drawn(self, project: Path, tmp_path: Path) -> None:
        Path("pkg/util.py").write_text(FILES["pkg/util.py"] + "\n\nfrom pkg import three\n")
        report("-o", "page.html")
        dom = drawn(Path("page.html"), tmp_path)
        assert dom.count('data-ends="') == sum(len(m["imports"]) for m in data()["modules"]) > 3
        assert dom.count("<article>") > 3


def drawn(page: Path, folder: Path) -> str:
    """Return the page as a browser has it when its script has run."""
    assert BROWSER is not None
    command = [
        BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}",
        "--virtual-time-budget=5000", "--dump-dom", page.resolve().as_uri(),
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


class TestBadInput:
    def test_files_that_are_not_python(self, project: Path) -> None:
        Path("pkg/broken.py").write_text("def f(:\n")
        found = data()
        (finding,) = [f for f in found["findings"] if f["path"] == "pkg/broken.py"]
        assert finding["code"] == "PUR001"

    def test_a_file_that_cannot_be_read_is_told(self, project: Path) -> None:
        Path("pkg/huge.py").write_bytes(b"x = 1\n" * 1_000_000)
        done = report("-o", "page.html")
        assert done.exit_code == 2
        assert "pkg/huge.py" in done.stderr
        assert "pkg/huge.py" in Path("page.html").read_text()

    def test_a_folder_that_is_not_there(self, project: Path) -> None:
        done = report("nowhere")
        assert (done.exit_code, done.stderr) == (2, "error: nowhere is not a folder\n")

    def test_a_page_that_cannot_be_written(self, project: Path) -> None:
        done = report("-o", "no/such/folder.html")
        assert done.exit_code == 2
        assert done.stderr.startswith("error: nothing was written: ")


def test_the_badge_is_a_picture() -> None:
    assert [percent(share) for share in (None, 0.0, 0.9999, 1.0)] == ["none", "0.0%", "99.9%", "100%"]
    for share in (None, 0.0, 0.5, 1.0):
        root = ET.fromstring(badge(share))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert f"purity: {percent(share)}" in root.get("aria-label", "")
