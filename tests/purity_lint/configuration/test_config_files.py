"""Configuration files: which one holds, what it may say, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.files import SettingsResolver, find_config, load
from purity_lint.configuration.selection import enabled_rules, silent_rules
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError
from purity_lint.findings.diagnostics import Evidence


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_every_key_is_read(tmp_path: Path) -> None:
    path = write(
        tmp_path / "purity-lint.toml",
        """
        select = ["PUR2"]
        ignore = ["PUR204"]
        extend-select = ["PUR101"]
        extend-ignore = ["tensor-operator"]
        exclude = ["build"]
        extend-exclude = ["gen"]
        force-exclude = true
        respect-gitignore = false
        ops-module = "mine.numerics.ops"
        ops-alias = "nx"
        backend-paths = ["mine/backends/**"]
        confidence = "proven"
        unsafe-fixes = true
        fixable = ["PUR1"]
        unfixable = ["PUR101"]
        target-version = "py312"
        output-format = "jsonl"
        baseline = "accepted.json"
        cache-dir = "tmp/cache"
        [per-file-ignores]
        "tests/**" = ["PUR301"]
        [ops-names]
        concat = "concatenate"
        """,
    )
    assert load(path) == Settings(
        root=tmp_path,
        select=("PUR2",),
        ignore=("PUR204",),
        extend_select=("PUR101",),
        extend_ignore=("tensor-operator",),
        per_file_ignores={"tests/**": ("PUR301",)},
        exclude=("build",),
        extend_exclude=("gen",),
        force_exclude=True,
        respect_gitignore=False,
        ops_module="mine.numerics.ops",
        ops_alias="nx",
        ops_names={"concat": "concatenate"},
        backend_paths=("mine/backends/**",),
        confidence=Evidence.PROVEN,
        unsafe_fixes=True,
        fixable=("PUR1",),
        unfixable=("PUR101",),
        target_version=(3, 12),
        output_format="json-lines",
        baseline="accepted.json",
        cache_dir="tmp/cache",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("slect = ['PUR1']", r"unknown key `slect`; did you mean `select`\?"),
        ("per_file_ignore = {}", r"unknown key `per_file_ignore`; did you mean `per-file-ignores`\?"),
        ("zzz = 1", r"unknown key `zzz`; known keys: .*select"),
        ("select = 'PUR1'", "`select`: expected a list of strings, got a string"),
        ("select = [1]", "`select`: expected a list of strings, got a list with a number in it"),
        ("unsafe-fixes = 1", "`unsafe-fixes`: expected true or false, got a number"),
        ("select = ['PUR999']", "`select`: unknown rule `PUR999`"),
        ("ignore = ['numpy-imports']", r"unknown rule `numpy-imports`; did you mean `numpy-import`\?"),
        ("[per-file-ignores]\n'a.py' = ['X1']", "`per-file-ignores: a.py`: unknown rule `X1`"),
        ("[per-file-ignores]\n'a.py' = 'PUR101'", "`a.py`: expected a list of strings"),
        ("profile = 'tensorflow'", "`profile`: expected one of emberops, keras, array-api"),
        ("confidence = 'certain'", "`confidence`: expected one of suspected, inferred, declared, proven"),
        ("target-version = '2.7'", "`target-version`: expected a version such as `py311`, got `2.7`"),
        ("target-version = '3.99'", r"`target-version`: expected a version up to `py3\d\d`, got `3.99`"),
        ("exclude = ['[']", r"`exclude`: the pattern `\[` matches nothing: its `\[` has no end"),
        (
            "extend-exclude = ['a//b']",
            "`extend-exclude`: the pattern `a//b` matches nothing: a part of it is empty",
        ),
        ("backend-paths = ['x/[a-']", r"`backend-paths`: the pattern `x/\[a-` matches nothing"),
        ("[per-file-ignores]\n'[' = ['PUR101']", r"`per-file-ignores`: the pattern `\[` matches nothing"),
        ("output-format = 'xml'", "`output-format`: expected one of full, concise"),
        ("ops-module = 'my ops'", "`ops-module`: expected a dotted module name"),
        ("select = [", "not valid TOML"),
        ("extend = 'nowhere.toml'", "cannot read .*nowhere.toml: no such file"),
        ("extend = 'purity-lint.toml'", "round in a circle"),
    ],
)
def test_mistakes_are_named_with_the_file_and_a_way_out(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path / "purity-lint.toml", text)
    with pytest.raises(ConfigError, match=message) as caught:
        load(path)
    assert "purity-lint.toml" in str(caught.value)


def test_the_nearest_file_wins_and_a_pyproject_counts_only_with_its_table(tmp_path: Path) -> None:
    outer = write(tmp_path / "pyproject.toml", "[tool.purity-lint]\nselect = ['PUR1']\n")
    write(tmp_path / "a" / "pyproject.toml", "[project]\nname = 'x'\n")
    inner = write(tmp_path / "a" / "b" / "purity-lint.toml", "select = ['PUR2']\n")
    (tmp_path / "a" / "b" / "c").mkdir()
    assert find_config(tmp_path / "a") == outer
    assert find_config(tmp_path / "a" / "b" / "c") == inner
    resolver = SettingsResolver()
    assert resolver.for_file(tmp_path / "a" / "x.py").select == ("PUR1",)
    assert resolver.for_file(tmp_path / "a" / "b" / "c" / "x.py").select == ("PUR2",)
    assert SettingsResolver(isolated=True).for_file(tmp_path / "x.py").select is None


def test_extend_takes_over_what_is_not_said_again(tmp_path: Path) -> None:
    write(tmp_path / "base.toml", "select = ['PUR1']\nignore = ['PUR102']\n")
    path = write(tmp_path / "sub" / "purity-lint.toml", "extend = '../base.toml'\nignore = []\n")
    settings = load(path)
    assert settings.select == ("PUR1",)
    assert settings.ignore == ()
    assert settings.root == path.parent


def test_a_profile_brings_its_module_unless_one_is_named(tmp_path: Path) -> None:
    keras = load(write(tmp_path / "purity-lint.toml", "profile = 'keras'"))
    assert (keras.ops_module, keras.ops_alias) == ("keras.ops", "ops")
    named = load(write(tmp_path / "b" / "purity-lint.toml", "profile = 'keras'\nops-module = 'mine.ops'"))
    assert named.ops_module == "mine.ops"


@pytest.mark.parametrize(
    ("select", "ignore", "on", "off"),
    [
        (None, (), "PUR201", "PUR204"),
        (("ALL",), (), "PUR204", None),
        (("PUR2",), (), "PUR201", "PUR101"),
        (("PUR2",), ("PUR201",), "PUR202", "PUR201"),
        (("PUR201",), ("PUR2",), "PUR201", "PUR202"),
        (("PUR201",), ("PUR201",), "PUR001", "PUR201"),
        (("tensor-operator",), (), "PUR201", "PUR202"),
        (("pur201",), ("ALL",), "PUR201", "PUR101"),
        ((), (), "PUR001", "PUR201"),
    ],
)
def test_the_more_specific_selector_wins(
    select: tuple[str, ...] | None, ignore: tuple[str, ...], on: str, off: str | None
) -> None:
    rules = enabled_rules(Settings(select=select, ignore=ignore))
    assert on in rules
    assert off not in rules


def test_patterns_are_relative_to_the_configuration(tmp_path: Path) -> None:
    settings = Settings(
        root=tmp_path,
        per_file_ignores={"tests/**": ("PUR301",), "!src/**": ("PUR302",), "__init__.py": ("PUR101",)},
        backend_paths=("src/backends/",),
    )
    assert silent_rules(settings, tmp_path / "src" / "a.py") == frozenset()
    assert silent_rules(settings, tmp_path / "tests" / "deep" / "a.py") == {"PUR301", "PUR302"}
    assert silent_rules(settings, tmp_path / "src" / "__init__.py") == {"PUR101"}
    backend = silent_rules(settings, tmp_path / "src" / "backends" / "torch.py")
    assert {"PUR101", "PUR102", "PUR103", "PUR201"} <= backend
    assert not {"PUR001", "PUR002"} & backend


def test_the_table_by_the_name_of_the_package_is_not_taken_for_none(tmp_path: Path) -> None:
    path = write(tmp_path / "pyproject.toml", "[tool.purity_lint]\nselect = ['PUR1']\n")
    with pytest.raises(
        ConfigError, match=r"\[tool.purity_lint\] is not read; the table is called \[tool.purity-lint\]"
    ):
        find_config(path.parent)
