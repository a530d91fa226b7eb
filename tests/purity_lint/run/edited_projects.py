"""Small projects at random, and edits of them: what one file tells another, either way, comes and goes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

MODULES = ("hub", "core", "extra", "shapes")
LEAVES = ("tests/test_one.py", "tests/test_two.py", "script.py", "examples/show.py")
NAMES = ("scale", "norm", "both", "pick", "halve", "_inner")
ARGUMENTS = (
    "np.ones(3)",
    "2",
    "[1.0, 2.0]",
    "'text'",
    "np.eye(2)",
    "None",
    "lambda v: v * 2",
    "torch.ones(2)",
)
BODIES = (
    "return {0} * 2",
    "return np.sum({0})",
    "return {0}.T @ {0}",
    "return [{0}, {0} + 1]",
    "return {{'a': {0}, 'b': {0} - 1}}",
    "return {name}({0})",
    "return None",
    "return {0}.shape[0]",
    "return {0}({0})",
    "if {0} is None:\n        return 1\n    {0} += 1\n    return {0}",
    "return Model({0})",
    "return Model({0}).predict({0})",
    "import numpy as np\n    return np.asarray({0})",
)
PARAMETERS = ("x", "y", "factor=2", "*rest", "z: int = 1", "w: 'np.ndarray | None' = None")
IMPORTS = (
    "from pkg.{0} import {1}",
    "from pkg.{0} import *",
    "from pkg import {0}",
    "import pkg.{0} as {0}",
    "from pkg.{0} import Model",
    "from pkg import {0} as other",
)
CALLS = (
    "{name}({argument})",
    "{module}.{name}({argument})",
    "model = Model({argument}); model.bias = {argument}; model.predict({argument}) + model.bias",
    "({name}({argument}) + 1).sum()",
    "other.{name}({argument}) * 2",
    "Kept({argument}).first += 1",
    "Named().computed + 1",
)
CLASS = """
class Model:
    def __init__(self, weights):
        self.weights = weights

    def predict(self, x):
        return x @ self.weights {operator} self.start()

    def start(self):
        return {start}


@dataclass{frozen}
class Kept:
    first: float = 0.0


class computing:
    def __init__(self, f):
        self.f = f

    def {get}(self, instance, owner):
        return {start}


def decorate(f):
    return computing(f)


class Named:
    @decorate
    def computed(self):
        return {start}
"""


@dataclass
class File:
    """What is in one file, statement by statement."""

    imports: list[str] = field(default_factory=list)
    classes: str = ""
    functions: dict[str, str] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    lines_before: int = 0

    def text(self) -> str:
        head = ["# a line"] * self.lines_before
        head += ["from dataclasses import dataclass", "import numpy as np", "import torch", *self.imports]
        calls = [f"def test_{number}(given):\n    {call}" for number, call in enumerate(self.calls)]
        return (
            "\n\n".join(["\n".join(head), self.classes, *self.functions.values(), *calls, *self.calls[:1]])
            + "\n"
        )


class EditedProject:
    """A project in a folder, and random edits of it."""

    def __init__(self, root: Path, seed: int) -> None:
        self._root = root
        self._random = Random(seed)
        self._files = {f"pkg/{name}.py": self._module() for name in MODULES}
        self._files |= {name: self._leaf() for name in LEAVES}
        self._files["pkg/__init__.py"] = File(["from .hub import *"])
        self._files["tests/conftest.py"] = File(functions={"given": self._fixture()})
        for name in self._files:
            self._write(name)

    def edit(self) -> str:
        """Change one file, and say how."""
        name = self._random.choice(sorted(self._files))
        kinds = ["moved", "imports", "deleted"]
        file = self._files[name]
        kinds += ["body", "added", "removed"] * 2 if file.functions else []
        kinds += ["call"] * 4 if file.calls else []
        kinds += ["class"] * 3 if file.classes else []
        kind = self._random.choice(kinds)
        match kind:
            case "moved":
                file.lines_before += 1
            case "imports":
                file.imports = self._imports()
            case "deleted":
                del self._files[name]
                (self._root / name).unlink()
                return f"{name} {kind}"
            case "body":
                key = self._random.choice(sorted(file.functions))
                file.functions[key] = self._fixture() if key == "given" else self._function(key)
            case "added":
                key = self._random.choice(NAMES)
                file.functions[key] = self._function(key)
            case "removed":
                del file.functions[self._random.choice(sorted(file.functions))]
            case "call":
                file.calls[self._random.randrange(len(file.calls))] = self._call()
            case "class":
                file.classes = self._class()
        self._write(name)
        return f"{name} {kind}"

    def _write(self, name: str) -> None:
        path = self._root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(self._files[name].text())

    def _module(self) -> File:
        names = self._random.sample(NAMES, 3)
        return File(self._imports(), self._class(), {name: self._function(name) for name in names})

    def _leaf(self) -> File:
        return File(self._imports() + self._imports(), calls=[self._call() for _ in range(3)])

    def _imports(self) -> list[str]:
        choice = self._random.choice
        return [choice(IMPORTS).format(choice(MODULES), choice(NAMES)) for _ in range(2)]

    def _class(self) -> str:
        choice = self._random.choice
        return CLASS.format(
            operator=choice("+-"),
            start=choice(["0", "np.zeros(2)", "'s'"]),
            frozen=choice(["", "(frozen=True)"]),
            get=choice(["__get__", "other"]),
        )

    def _function(self, name: str) -> str:
        first = self._random.choice(PARAMETERS[:2])
        others = sorted(self._random.sample(PARAMETERS[2:], self._random.randrange(2)))
        body = self._random.choice(BODIES).format(first, name=self._random.choice(NAMES))
        return f"def {name}({', '.join([first, *others])}):\n    {body}"

    def _fixture(self) -> str:
        return f"import pytest\n\n@pytest.fixture\ndef given():\n    return {self._random.choice(ARGUMENTS)}"

    def _call(self) -> str:
        choice = self._random.choice
        return choice(CALLS).format(
            name=choice(NAMES), module=choice(MODULES), argument=choice([*ARGUMENTS, "given"])
        )
