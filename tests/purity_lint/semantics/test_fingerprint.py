"""What a file's fingerprint is made of says all that rules see."""

from collections import defaultdict
from pathlib import Path

import pytest

import emberops
from purity_lint.semantics import analyze_project
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INFERRED, LIST, TENSOR
from purity_lint.semantics.domain.public import to_public, told
from purity_lint.semantics.file_model import FileModel
from purity_lint.source.read import read_source

FOLDERS = ["backends/composed", "backends/numpy", "optimization"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_values_that_are_told_alike_look_alike_to_rules(folder: str):
    paths = sorted((Path(emberops.__file__).parent / folder).rglob("*.py"))
    models = analyze_project(read_source(path) for path in paths)
    alike: defaultdict[str, list[Abs]] = defaultdict(list)
    for model in models.values():
        for value in {id(v): v for v in model._module.values.values()}.values():
            alike[told(value)].append(value)
    assert len(alike) > 100
    for values in alike.values():
        assert {to_public(value) for value in values} == {to_public(values[0])}


@pytest.mark.parametrize(
    "changed",
    [
        {"backend": "torch"},
        {"dtype": "float32"},
        {"rank": 2},
        {"ev": 1},
        {"refs": ("numpy.linalg",)},
    ],
)
def test_another_value_is_told_in_another_way(changed: dict[str, object]):
    value = Abs(TENSOR, INFERRED)
    assert told(value.but(**changed)) != told(value)
    assert told(Abs(LIST, INFERRED, elem=value.but(**changed))) != told(Abs(LIST, INFERRED, elem=value))


STEPS = "import numpy as np\n\n\ndef step(x):\n    x[0] = 1.0\n\n\ndef stride(x):\n    x[1] = 2.0\n"


@pytest.mark.parametrize(("dropped", "others"), [("step", {"steps.py"}), ("stride", {"steps.py", "uses.py"})])
def test_results_that_are_dropped_are_news_to_files_that_define_or_call_the_function(
    dropped: str, others: set[str], tmp_path: Path
):
    files = {
        "steps.py": STEPS,
        "uses.py": "from steps import stride\n\nstride([])\n",
        "apart.py": "import numpy as np\n\nones = np.ones(3)\n",
        "test_steps.py": "from steps import step, stride\n\nvalues = [1.0, 2.0]\n",
    }
    call = f"{dropped}(values)\nprint(values)\n"
    before, after = (
        {path.name: model.fingerprint() for path, model in _models(tmp_path, each).items()}
        for each in (files, {**files, "test_steps.py": files["test_steps.py"] + call})
    )
    assert {name for name in files if before[name] != after[name]} == {*others, "test_steps.py"}


def _models(folder: Path, files: dict[str, str]) -> dict[Path, FileModel]:
    for name, text in files.items():
        folder.joinpath(name).write_text(text)
    return analyze_project(read_source(folder / name) for name in files)
