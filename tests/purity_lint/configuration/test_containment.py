"""A repository's configuration names nothing outside it, and nothing that fixes must not write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from purity_lint.configuration.files import SettingsResolver, load
from purity_lint.errors import ConfigError

SECRET = 'password = "hunter2"\n'


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "secrets.toml").write_text(SECRET)
    (tmp_path / "shared.toml").write_text('confidence = "proven"\n')
    root = tmp_path / "repository"
    (root / ".git").mkdir(parents=True)
    return root


def refused(folder: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        SettingsResolver().for_folder(folder)
    assert "\n" not in str(caught.value)
    assert "hunter2" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "named", ["../secrets.toml", "~/secrets.toml", "/etc/passwd", "link.toml", "a/../../secrets.toml"]
)
def test_extend_stays_in_the_repository(
    repository: Path, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(repository.parent))
    (repository / "link.toml").symlink_to(repository.parent / "secrets.toml")
    (repository / "purity-lint.toml").write_text(f'extend = "{named}"\n')
    message = refused(repository)
    assert "leads out of the repository" in message
    assert "password" not in message


@pytest.mark.parametrize("key", ["baseline", "trace", "cache-dir"])
def test_other_paths_stay_in_the_repository(repository: Path, key: str) -> None:
    (repository / "purity-lint.toml").write_text(f'{key} = "../x.json"\n')
    assert f"`{key}`" in refused(repository)
    (repository / "purity-lint.toml").write_text(f'{key} = "a\\u0000b"\n')
    assert "not a path" in refused(repository)


def test_within_the_repository_everything_may_be_named(repository: Path) -> None:
    inner = repository / "packages" / "one"
    inner.mkdir(parents=True)
    (repository / "purity-lint.toml").write_text('confidence = "proven"\n')
    (inner / "purity-lint.toml").write_text('extend = "../../purity-lint.toml"\nbaseline = "../../b.json"\n')
    assert SettingsResolver().for_folder(inner).baseline == "../../b.json"


def test_whoever_names_a_configuration_may_extend_anything(repository: Path) -> None:
    (repository / "purity-lint.toml").write_text('extend = "../shared.toml"\n')
    assert load(repository / "purity-lint.toml").confidence.name == "PROVEN"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('ops-module = "os"', "a module of Python's own"),
        ('ops-module = "subprocess.run"', "a module of Python's own"),
        ('ops-module = "__main__"', "a module of Python's own"),
        ('ops-module = "a; import os"', "expected a dotted module name"),
        ('ops-module = "a.class"', "expected a dotted module name"),
        ('ops-alias = "eval"', "a name of Python's own"),
        ('ops-alias = "__builtins__"', "a name of Python's own"),
        ('ops-alias = "\\uff45val"', "expected a name"),
        ('ops-alias = "a.b"', "expected a name"),
        ('ops-alias = "lambda"', "expected a name"),
        ('ops-names = {concat = "__import__(1)"}', "expected names of functions"),
    ],
)
def test_names_that_fixes_write_are_checked(repository: Path, line: str, message: str) -> None:
    (repository / "purity-lint.toml").write_text(line + "\n")
    assert message in refused(repository)


@pytest.mark.parametrize(
    "content",
    [
        "a = " + "[" * 5_000,
        "a = " + "[" * 100_000 + "]" * 100_000,
        "a = " + "9" * 5_000,
        "a" * 2_000_000,
        "\ud800",
        "[" * 100_000,
    ],
)
def test_files_that_are_no_configuration_are_named(repository: Path, content: str) -> None:
    config = repository / "purity-lint.toml"
    config.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert str(config) in refused(repository)


@pytest.mark.parametrize("kind", ["fifo", "device", "folder"])
def test_only_regular_files_are_extended(repository: Path, kind: str) -> None:
    other = repository / "other.toml"
    if kind == "fifo":
        os.mkfifo(other)
    elif kind == "folder":
        other.mkdir()
    else:
        other.symlink_to("/dev/zero")
    (repository / "purity-lint.toml").write_text('extend = "other.toml"\n')
    assert "other.toml" in refused(repository)
