"""Fixes in the words of a profile, or of a project's own ops module."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.fixes.profiles.wording import Wording
from purity_lint.fixes.profiles.words import words_of
from purity_lint.knowledge.profiles import PROFILES, Name
from purity_lint.semantics import analyze
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\n\n\ndef f(x: np.ndarray, y: np.ndarray):\n"


def settings(name: Name) -> Settings:
    profile = PROFILES[name]
    return Settings(
        root=Path.cwd(),
        profile=name,
        ops_module=profile.module,
        ops_alias=profile.alias,
        unsafe_fixes=True,
    )


def fixed(body: str, own: Settings) -> str:
    """The last line of a function of two arrays, after fixing."""
    outcome = fix(source_from_bytes(f"{HEAD}    {body}\n".encode(), Path("a.py"), None), own)
    assert not outcome.errors
    again = fix(source_from_bytes(outcome.after.encode(), Path("a.py"), None), own)
    assert again.content is None
    return outcome.after.splitlines()[-1].strip()


def messages(body: str, own: Settings) -> list[str]:
    source = source_from_bytes(f"{HEAD}    {body}\n".encode(), Path("a.py"), None)
    return [d.message for d in check(source, own).diagnostics if d.fix is None and d.span.line == 5]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return np.concatenate([x, y], axis=0)", "return ops.concatenate([x, y], axis=0)"),
        ("return np.asin(x)", "return ops.arcsin(x)"),
        ("return x + np.exp(y)", "return x + ops.exp(y)"),
        ("return np.linalg.norm(x)", "return ops.norm(x)"),
        ("return x.astype(np.float32)", 'return ops.cast(x, "float32")'),
        ("return np.std(x, axis=0)", "return ops.std(x, axis=0)"),
        ("return np.unwrap(x)", "return np.unwrap(x)"),
        ("return np.std(x, ddof=1)", "return np.std(x, ddof=1)"),
    ],
)
def test_keras(before: str, after: str) -> None:
    assert fixed(before, settings("keras")) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.math.maximum(tf.math.log(x), y)", "ops.maximum(ops.log(x), y)"),
        ("tf.math.top_k(x, sorted=False)", "tf.math.top_k(x, sorted=False)"),
        ("tf.atan(x) + tf.math.floormod(x, y)", "ops.arctan(x) + ops.mod(x, y)"),
        ("x[..., tf.newaxis]", "x[..., None]"),
        ("tf.reshape(x, shape=(2, -1))", "ops.reshape(x, (2, -1))"),
        ("tf.one_hot(x, depth=3)", "ops.one_hot(x, 3)"),
        ("tf.split(x, num_or_size_splits=4, axis=-1)", "ops.split(x, 4, axis=-1)"),
        ("tf.split(x, [1, 3])", "tf.split(x, [1, 3])"),
        ("tf.matmul(x, y, transpose_b=True)", "ops.matmul(x, ops.swapaxes(y, -1, -2))"),
        ("tf.matmul(x, y, transpose_b=y.ok)", "tf.matmul(x, y, transpose_b=y.ok)"),
        ("x.get_shape().as_list()[-1]", "ops.shape(x)[-1]"),
        ("x.shape.as_list()[1:]", "list(ops.shape(x))[1:]"),
        ("x.get_shape()", "ops.shape(x)"),
        ("x.shape.rank - y.get_shape().ndims", "len(x.shape) - len(y.shape)"),
        ("x.rank + y.shape.other", "x.rank + y.shape.other"),
    ],
)
def test_tensorflow_in_the_words_of_keras(before: str, after: str) -> None:
    code = f"import tensorflow as tf\n\n\ndef f(x: tf.Tensor, y: tf.Tensor):\n    return {before}\n"
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), settings("keras"))
    assert not outcome.errors
    assert outcome.after.splitlines()[-1].strip() == f"return {after}"


def test_arguments_on_one_line_get_no_comma() -> None:
    code = "import tensorflow as tf\n\ny = tf.split(\n    x, num_or_size_splits=4, axis=-1\n)\n"
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), settings("keras"))
    assert outcome.after.endswith("y = ops.split(\n    x, 4, axis=-1\n)\n")


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("np.ravel(x)", "xp.reshape"),
        ("np.concatenate([x, y])", "xp.concat"),
        ("np.linalg.norm(x, axis=0)", "xp.linalg.vector_norm"),
        ("np.dot(x, y)", "@"),
        ("np.atleast_2d(x)", "xpx.atleast_nd"),
        ("np.maximum(x, 0)", "xp.clip"),
        ("np.maximum(x, y)", "xp.maximum"),
    ],
)
def test_findings_and_titles_of_fixes_name_what_is_written(code: str, word: str) -> None:
    body = f"{HEAD}    return {code}\n".encode()
    found = check(source_from_bytes(body, Path("a.py"), None), settings("array-api")).diagnostics
    said = [(d.message, d.fix.message) for d in found if d.fix is not None and d.span.line == 5]
    function = code.partition("(")[0]
    assert said[0] == (
        f"`{function}` ties this code to NumPy: use `{word}`",
        f"Replace `{function}` with `{word}`",
    )


def test_keras_says_what_it_lacks() -> None:
    own = settings("keras")
    assert messages("return np.unwrap(x)", own) == [
        "`np.unwrap` ties this code to NumPy, and `keras.ops` has no `unwrap`"
    ]
    assert messages("return np.std(x, ddof=1)", own) == [
        "`np.std` ties this code to NumPy, and `std` of `keras.ops` takes other arguments"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return np.concatenate([x, y], axis=0)", "return xp.concat([x, y], axis=0)"),
        ("return np.std(x, ddof=1) + y", "return xp.std(x, correction=1) + y"),
        ("return np.linalg.solve(x, y)", "return xp.linalg.solve(x, y)"),
        ("return x.astype(np.float32) * np.pi", "return xp.astype(x, xp.float32) * xp.pi"),
        ("return x + y", "return x + y"),
        ("x += y", "x += y"),
        ("return np.unwrap(x)", "return np.unwrap(x)"),
    ],
)
def test_array_api(before: str, after: str) -> None:
    assert fixed(before, settings("array-api")) == after


def test_the_namespace_is_bound_once_at_the_top_of_the_function() -> None:
    code = f'{HEAD}    """Doc."""\n    # both\n    z = np.exp(x)\n    return np.log(z)\n'
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), settings("array-api"))
    assert not outcome.errors
    assert outcome.after == (
        "import numpy as np\nfrom array_api_compat import array_namespace\n\n\ndef f(x: np.ndarray, y: np.ndarray):\n"
        '    """Doc."""\n    xp = array_namespace(x)\n    # both\n'
        "    z = xp.exp(x)\n    return xp.log(z)\n"
    )


def test_a_namespace_that_is_there_is_used() -> None:
    code = (
        "import numpy as np\nfrom array_api_compat import array_namespace\n\n\n"
        "def f(x: np.ndarray):\n    ns = array_namespace(x)\n    return ns.exp(np.log(x))\n"
    )
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), settings("array-api"))
    assert outcome.after.endswith("    ns = array_namespace(x)\n    return ns.exp(ns.log(x))\n")


def test_without_an_array_there_is_no_namespace() -> None:
    code = "import numpy as np\n\ntable = np.zeros((3, 3))\n"
    source = source_from_bytes(code.encode(), Path("a.py"), None)
    assert fix(source, settings("array-api")).after == code
    assert "no argument of a function" in check(source, settings("array-api")).diagnostics[-1].message


def test_a_module_of_the_project_with_names_of_its_own() -> None:
    own = Settings(
        root=Path.cwd(),
        ops_module="mypackage.backend",
        ops_alias="B",
        ops_names={"concat": "concatenate", "add": "plus"},
        unsafe_fixes=True,
    )
    assert fixed("return np.concatenate([x + y, y])", own) == "return B.concatenate([B.plus(x, y), y])"
    code = f"{HEAD}    return np.exp(x)\n"
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), own)
    assert "from mypackage import backend as B\n" in outcome.after


def test_an_import_goes_only_if_every_use_goes() -> None:
    own = settings("emberops")
    partly = source_from_bytes(
        b"import numpy as np\n\ny = np.exp([1.0])\nz = np.busday_count\n", Path("a.py"), None
    )
    found = {d.code: d for d in check(partly, own).diagnostics}
    assert found["PUR101"].fix is None
    wholly = source_from_bytes(b"import numpy as np\n\ny = np.exp([1.0])\n", Path("a.py"), None)
    found = {d.code: d for d in check(wholly, own).diagnostics}
    assert found["PUR101"].fix is not None


@pytest.mark.parametrize(
    "advice", ["use `ops.unwrap`", "write `ops.unwrap(x)`", "there is `unwrap` in `ops`"]
)
@pytest.mark.parametrize("mark", [";", ":"])
def test_other_words_in_a_message_change_nothing_of_what_another_vocabulary_says(
    advice: str, mark: str
) -> None:
    """The advice of a rule is not looked for in its message: it goes, whatever it says, where it cannot be followed."""
    model = analyze(source_from_bytes(f"{HEAD}    return np.unwrap(x)\n".encode(), Path("a.py"), None))
    node = next(node for node in ast.walk(model.source.tree) if isinstance(node, ast.Call))
    fix = Fix((Rewrite(node, "{ops}.unwrap({x})", {"x": node.args[0]}),), Applicability.SAFE, "Replace it")
    finding = Finding(node, Message("`np.unwrap` is NumPy's", advice, mark), fix=fix)
    said = []
    for profile in ("keras", "array-api"):
        own = settings(profile)
        words = words_of(own, model)
        assert words is not None
        translated = words.translated(finding)
        assert translated is not None
        said.append(Wording(own).message(translated))
    assert said == [
        "`np.unwrap` is NumPy's, and `keras.ops` has no `unwrap`",
        "`np.unwrap` is NumPy's, and the array API standard has no `unwrap`",
    ]


@pytest.mark.parametrize(
    ("advice", "expected"),
    [
        ("use `ops.concat`", "use `xp.concat`"),
        ("write `y = ops.arcsin(x)`, of `ops`", "write `y = xp.asin(x)`, of `xp`"),
        ("use ops, not `mine.ops`", "use ops, not `mine.ops`"),
    ],
)
def test_advice_names_operations_as_the_vocabulary_does(advice: str, expected: str) -> None:
    problem = "`ops.arcsin` of somebody else"
    finding = Finding(ast.Pass(), Message(problem, advice))
    assert Wording(settings("array-api")).message(finding) == f"{problem}; {expected}"
    assert Wording(settings("emberops")).message(finding) == f"{problem}; {advice}"


def test_templates_with_numbered_holes_are_read() -> None:
    """``{1} = {ops}.assign({1}, ...)`` parses once its holes have names."""
    assert messages("x[0] = 1", settings("keras")) == [
        "`x[0] = ...` changes the tensor `x` in place, and `keras.ops` has `ops.scatter_update` for that"
    ]


def test_advice_that_a_vocabulary_has_no_words_for_gives_way_to_that_fact() -> None:
    message = Message("it is NumPy's", "use `ops.putmask`, and keep the result", ":")
    finding = Finding(ast.Pass(), message, hint=message.advice)
    fixable = Finding(ast.Pass(), message, fix=Fix((), Applicability.SAFE, "Replace it"))
    keras, emberops = Wording(settings("keras")), Wording(settings("emberops"))
    assert keras.message(finding) == "it is NumPy's, and `keras.ops` has no `putmask`"
    assert keras.message(fixable) == "it is NumPy's"
    assert keras.hint(finding.hint) is None
    assert emberops.message(finding) == "it is NumPy's: use `ops.putmask`, and keep the result"
    assert emberops.hint(finding.hint) == message.advice


LISTS = """import numpy as np


def f(a, b, n: int):
    a = np.asarray(a)
    b = np.asarray(b)
    {}
"""


def ported(statement: str, *, unsafe: bool = True) -> str:
    """The function of two `array_like` under the array API profile, after fixing."""
    own = replace(settings("array-api"), unsafe_fixes=unsafe, lazy=True)
    outcome = fix(source_from_bytes(LISTS.format(statement).encode(), Path("a.py"), None), own)
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize(
    ("head", "bound"),
    [
        ("def f(x)", "array_namespace(x) if is_array_api_obj(x) else np_compat"),
        (
            "def f(x, y)",
            "next((array_namespace(each) for each in (x, y) if is_array_api_obj(each)), np_compat)",
        ),
        ("def f(x: np.ndarray)", "array_namespace(x)"),
    ],
)
def test_what_has_no_namespace_is_computed_by_numpy(head: str, bound: str) -> None:
    own = settings("array-api")
    body = f"    return np.exp(x){' + np.exp(y)' if 'y' in head.partition(':')[0] else ''}"
    source = source_from_bytes(f"import numpy as np\n\n\n{head}:\n{body}\n".encode(), Path("a.py"), None)
    text = fix(source, own).after
    assert f"    xp = {bound}\n" in text
    assert ("from array_api_compat import numpy as np_compat\n" in text) is ("np_compat" in bound)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return np.mean(a, 0)", "return xp.mean(a, axis=0)"),
        ("return np.dot(a, b) * 2", "return a @ b * 2"),
        ("return np.array(a, dtype=np.float64)", "return xp.asarray(a, dtype=xp.float64, copy=True)"),
        ("return a.ravel()", "return xp.reshape(a, (-1,))"),
        ("return np.linalg.norm(a)", "return xp.linalg.vector_norm(a)"),
        ("return np.atleast_1d(a)", "return xpx.atleast_nd(a, ndim=1, xp=xp)"),
        ("a[1:, 0] = b", "a = xpx.at(a)[1:, 0].set(b)"),
        ("a[a > 0] += 1", "a = xpx.at(a)[a > 0].add(1)"),
        ("return len(a)", "return a.shape[0]"),
        ("return np.zeros(len(a)) * np.sqrt(n)", "return xp.zeros(a.shape[0]) * math.sqrt(n)"),
        ("return np.array([np.sum(a), np.sum(b)])", "return xp.stack([xp.sum(a), xp.sum(b)])"),
        ("return np.asarray([s.sum() for s in (a, b)])", "return xp.stack([xp.sum(s) for s in (a, b)])"),
        ("return a.mean(0, keepdims=True)", "return xp.mean(a, axis=0, keepdims=True)"),
        ("return a.astype(float)", "return xp.astype(a, xp.float64)"),
        ("return np.allclose(a, b, atol=1e-3)", "return xp.all(xpx.isclose(a, b, atol=1e-3, xp=xp))"),
        (
            "s = [1] * n; s[0] = -1; return a.reshape(s)",
            "s = [1] * n; s[0] = -1; return xp.reshape(a, tuple(s))",
        ),
        ("return np.outer(a, b)", "return xp.linalg.outer(a, b)"),
        ("return np.diag(np.eye(3))", "return xp.linalg.diagonal(xp.eye(3))"),
        ("c = np.array(a); return c", "c = xp.asarray(a); return c"),
        ("c = np.array(a); c[0] += 1", "c = xp.asarray(a, copy=True); c = xpx.at(c)[0].add(1)"),
    ],
)
def test_idioms_of_the_array_api(before: str, after: str) -> None:
    text = ported(before)
    assert f"    {after}\n" in text
    assert (
        "    xp = next((array_namespace(each) for each in (a, b) if is_array_api_obj(each)), np_compat)\n"
        in text
    )
    assert "    a = xp.asarray(a)\n    b = xp.asarray(b)\n" in text
    assert "from array_api_compat import array_namespace, is_array_api_obj\n" in text


@pytest.mark.parametrize(
    "statement", ["return np.exp(a)", "return np.concat(([0], a))", "return np.exp([1.0, n])"]
)
def test_no_safe_fix_takes_lists_from_callers(statement: str) -> None:
    assert ported(statement, unsafe=False) == LISTS.format(statement)


def test_a_list_is_handed_to_no_function_of_arrays() -> None:
    assert "    return np.exp([1.0, n])\n" in ported("return np.exp([1.0, n])")
    joined = "    return xp.concat((xp.asarray([0], dtype=a.dtype), a))\n"
    assert joined in ported("return np.concat(([0], a))")


@pytest.mark.parametrize(("lower", "upper"), [("True", "False"), ("n > 0", "not n > 0")])
def test_what_is_negated_is_written_out_where_it_is_known(lower: str, upper: str) -> None:
    code = f"from scipy import linalg\n    return linalg.cholesky(a, lower={lower})"
    assert f"    return xp.linalg.cholesky(a, upper={upper})\n" in ported(code)


def test_a_number_keeps_the_method_that_it_has_of_numpy() -> None:
    assert "np.log(2 * n).astype(a.dtype)" in ported("return a + np.log(2 * n).astype(a.dtype)")


def test_a_function_that_the_standard_lacks_is_no_value_of_its_namespace() -> None:
    assert "total = np.nansum if n else xp.sum" in ported(
        "total = np.nansum if n else np.sum\n    return total(a)"
    )


def test_what_takes_a_namespace_gets_that_of_the_arrays() -> None:
    assert "return helper(a, xp=xp)" in ported("return helper(a, xp=np)")


def test_the_accessor_is_that_of_the_package(tmp_path: Path) -> None:
    package = tmp_path / "pkg"
    (package / "utils").mkdir(parents=True)
    for folder in (package, package / "utils"):
        (folder / "__init__.py").touch()
    (package / "utils" / "_array_api.py").write_text("def get_namespace(*arrays): ...\n")
    source = source_from_bytes(f"{HEAD}    return np.exp(x + y)\n".encode(), package / "a.py", None)
    text = fix(source, settings("array-api")).after
    assert "from pkg.utils._array_api import get_namespace\n" in text
    assert "    xp, _ = get_namespace(x, y)\n    return xp.exp(x + y)\n" in text
