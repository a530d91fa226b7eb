"""What packages give that read and compute NumPy arrays, and what scikit-learn's collections and parts of data are."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

from purity_lint.knowledge.lookup import backend_of
from purity_lint.semantics.values import Evidence, Kind, Value

ValueOf = Callable[[str, str], Value]


def in_function(before: str, expression: str) -> str:
    return "def f(p, q):\n" + indent(f"{before}\nreturn {expression}", "    ")


@pytest.mark.parametrize(
    ("before", "expression"),
    [
        ("import cv2\nimg = cv2.imread(p)", "img"),
        ("import cv2\nlevel, img = cv2.threshold(p, 0, 255, 1)", "img"),
        ("import librosa\nsound, rate = librosa.load(p)", "sound"),
        ("import soundfile as sf\nsound, rate = sf.read(p)", "sound"),
        ("from scipy.io import wavfile\nrate, sound = wavfile.read(p)", "sound"),
        ("from skimage import filters\nimg = filters.gaussian(q)", "img"),
        ("import nibabel as nib\nimg = nib.load(p).get_fdata()", "img"),
        ("import pywt\nlow, high = pywt.dwt(q, 'db1')", "high"),
        ("from scipy.spatial.transform import Rotation\nr = Rotation.from_euler('x', 3)", "r.as_matrix()"),
        ("from scipy.spatial import ConvexHull\nhull = ConvexHull(q)", "hull.vertices"),
        ("from sklearn.datasets import load_iris\niris = load_iris()", "iris.data"),
        ("from sklearn.datasets import load_iris\nx, y = load_iris(return_X_y=True)", "y"),
        (
            "from sklearn.model_selection import train_test_split\n"
            "x, x2, y, y2 = train_test_split(np.ones((3, 3)), list(q))",
            "x2",
        ),
    ],
)
def test_they_are_arrays(value_of: ValueOf, before: str, expression: str) -> None:
    value = value_of(in_function(before, expression), expression)
    assert value.is_tensor
    assert value.backend == "numpy"


@pytest.mark.parametrize(
    ("before", "expression"),
    [
        ("import librosa\nsound, rate = librosa.load(p)", "rate"),
        ("import cv2\nlevel, img = cv2.threshold(p, 0, 255, 1)", "level"),
        ("from sklearn.datasets import load_iris\niris = load_iris(as_frame=True)", "iris.data"),
        ("from sklearn.datasets import load_iris\na, b = load_iris(return_X_y=p)", "b"),
        (
            "from sklearn.model_selection import train_test_split\n"
            "x, x2, y, y2 = train_test_split(np.ones((3, 3)), ['a', 'b'])",
            "y2",
        ),
        ("from scipy.spatial.transform import Rotation\nr = Rotation.from_euler('x', 3)", "r.inv()"),
    ],
)
def test_and_the_rest_is_not(value_of: ValueOf, before: str, expression: str) -> None:
    assert not value_of(in_function(before, expression), expression).is_tensor


def test_a_reader_proves_nothing(value_of: ValueOf) -> None:
    code = in_function("import cv2\nimg = cv2.imread(p)", "img")
    assert value_of(code, "img").evidence is Evidence.INFERRED
    assert value_of(code, "img").kind is Kind.TENSOR


@pytest.mark.parametrize(
    ("name", "library"),
    [
        ("sklearn.utils.validation.check_array", None),
        ("sklearn.preprocessing.normalize", None),
        ("sklearn.metrics.pairwise_distances", "numpy"),
    ],
)
def test_what_checks_an_array_keeps_its_library(name: str, library: str | None) -> None:
    assert backend_of(name) == library
