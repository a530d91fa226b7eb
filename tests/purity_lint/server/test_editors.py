"""The snippets of the editors' page, in the editors themselves where they are installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the language server needs pygls, which the extra `server` brings")

PAGE = Path(__file__).parents[3] / "docs" / "guide" / "editors.md"
IMPURE = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    return np.mean(x) + 1\n"
FIXED = "from emberops import ops\n\n\ndef f(x: ops.Tensor):\n    return ops.add(ops.mean(x), 1)\n"
CODES = ["PUR101", "PUR103", "PUR601"]
SECONDS = 120

NEOVIM = """
local function wait(f) if not vim.wait(60000, f, 100) then vim.cmd("cquit 1") end end
wait(function() return #vim.diagnostic.get(0) > 0 end)
for _, found in ipairs(vim.diagnostic.get(0)) do io.stdout:write(found.code .. "\\n") end
vim.cmd("write")
vim.cmd("qall!")
"""
EMACS = """
(find-file "impure.py")
(run-hooks 'post-command-hook)
(let ((end (+ (float-time) 60)))
  (while (and (< (float-time) end) (not (flymake-diagnostics)))
    (accept-process-output nil 0.2)))
(dolist (found (flymake-diagnostics)) (princ (format "%s\\n" (flymake-diagnostic-text found))))
"""


LSP_MODE = """
(setq lsp-auto-guess-root t lsp-diagnostics-provider :flymake lsp-enable-file-watchers nil
      lsp-session-file (expand-file-name "session"))
(find-file "impure.py")
(lsp-workspace-folders-add default-directory)
(lsp)
(let ((end (+ (float-time) 60)))
  (while (and (< (float-time) end) (= 0 (hash-table-count (lsp-diagnostics))))
    (accept-process-output nil 0.2)))
(maphash (lambda (_ found) (dolist (one found) (princ (format "%s\\n" (gethash "code" one))))) (lsp-diagnostics))
"""
INSTALLED = ("--eval", "(package-initialize)")
"""Packages of Emacs that the system or the user has installed."""


def _snippets(language: str, section: str) -> str:
    text = PAGE.read_text(encoding="utf-8").split(f"\n## {section}\n")[1].partition("\n## ")[0]
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def _version(command: str) -> tuple[int, ...]:
    """Of an editor, by its first line; empty where it is not installed."""
    if shutil.which(command) is None:
        return ()
    told = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(part) for part in re.findall(r"\d+", told.partition("\n")[0])[:2])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    scripts = Path(sys.executable).parent  # where the console script of this environment lies
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "pyproject.toml").write_text("[tool.purity-lint]\n", encoding="utf-8")
    (tmp_path / "impure.py").write_text(IMPURE, encoding="utf-8")
    return tmp_path


def _said(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_neovim_shows_findings_and_fixes_on_save(project: Path) -> None:
    if _version("nvim") < (0, 11):
        pytest.skip("Neovim 0.11 or later is not installed")
    (project / "init.lua").write_text(_snippets("lua", "Neovim"), encoding="utf-8")
    (project / "probe.lua").write_text(NEOVIM, encoding="utf-8")
    said = _said("nvim", "--headless", "-u", "init.lua", "impure.py", "-c", "luafile probe.lua")
    assert sorted(said.split()) == CODES
    assert (project / "impure.py").read_text(encoding="utf-8") == FIXED


def test_emacs_shows_findings(project: Path) -> None:
    if _version("emacs") < (29,):
        pytest.skip("Emacs 29 or later is not installed")
    eglot = _snippets("lisp", "Emacs").partition("(lsp-register-client")[0]  # lsp-mode is no part of Emacs
    (project / "init.el").write_text(eglot, encoding="utf-8")
    (project / "probe.el").write_text(EMACS, encoding="utf-8")
    said = _said("emacs", "-Q", "--batch", "-l", "init.el", "-l", "probe.el")
    assert sorted(re.findall(r"PUR\d+", said)) == CODES


def test_lsp_mode_shows_findings(project: Path) -> None:
    wanted = ["emacs", "-q", "--batch", *INSTALLED, "--eval", "(require 'lsp-mode)"]
    if not _version("emacs") or subprocess.run(wanted, capture_output=True, check=False).returncode:
        pytest.skip("Emacs with lsp-mode is not installed")
    (project / ".projectile").touch()  # what lsp-mode takes for the root of a project
    (project / "init.el").write_text(
        "(require 'lsp-mode)\n(lsp-register-client"
        + _snippets("lisp", "Emacs").partition("(lsp-register-client")[2],
        encoding="utf-8",
    )
    (project / "probe.el").write_text(LSP_MODE, encoding="utf-8")
    said = _said("emacs", "-q", "--batch", *INSTALLED, "-l", "init.el", "-l", "probe.el")
    assert sorted(set(said.split())) == CODES


def test_helix_knows_the_server(project: Path) -> None:
    if not _version("hx"):
        pytest.skip("Helix is not installed")
    configuration = project / "home" / ".config" / "helix"
    configuration.mkdir(parents=True, exist_ok=True)  # asking for the version makes it, too
    (configuration / "languages.toml").write_text(_snippets("toml", "Helix"), encoding="utf-8")
    said = re.sub(r"\x1b\[[\d;]*m", "", _said("hx", "--health", "python"))
    assert re.search(r"✓ purity-lint: \S*purity-lint", said)


def test_jupyterlab_knows_the_server(project: Path) -> None:
    pytest.importorskip("jupyter_lsp", reason="jupyterlab-lsp is not installed")
    from jupyter_lsp import LanguageServerManager
    from traitlets.config import Config

    manager = LanguageServerManager(config=Config(json.loads(_snippets("json", "JupyterLab"))))
    manager.initialize()
    assert manager.language_servers["purity-lint"]["argv"] == ["purity-lint", "server"]
