"""Configurations for projects that have a namespace of their own: `preset = "scipy"`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TESTS = {"**/tests/**": ["ALL"], "**/conftest.py": ["ALL"]}
"""Tests compare with NumPy on purpose."""

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "scipy": {
        "profile": "array-api",
        "standard-version": "2024.12",
        "extend-select": ["PUR803"],
        "scope": "namespaces",
        "namespace-decorators": ["xp_capabilities"],
        "per-file-ignores": {
            **_TESTS,
            # It wraps the namespaces of single libraries, and so names them.
            "scipy/_lib/_array_api*.py": ["ALL"],
            # Copies of other packages.
            "scipy/_lib/array_api_*/**": ["ALL"],
            "subprojects/**": ["ALL"],
        },
    },
    "scikit-learn": {
        "profile": "array-api",
        "standard-version": "2024.12",
        "extend-select": ["PUR803"],
        "scope": "namespaces",
        "per-file-ignores": {
            **_TESTS,
            # It mends what single libraries lack, under questions of which library it is.
            "sklearn/utils/_array_api.py": ["ALL"],
            # Copies of other packages.
            "sklearn/externals/**": ["ALL"],
            # What tests estimators, and makes data for that.
            "sklearn/utils/_testing.py": ["ALL"],
            "sklearn/utils/estimator_checks.py": ["ALL"],
            "sklearn/utils/_test_common/**": ["ALL"],
        },
    },
    "keras": {
        "profile": "keras",
        "ignore": [
            # NumPy is its library of the host; what its backends do differently, and where it asks which one computes,
            # are on purpose.
            *("PUR101", "PUR106", "PUR107", "PUR501"),
            # Its variables have `numpy()`, its configurations hold numbers, and its functions take numbers for tensors.
            *("PUR301", "PUR302", "PUR306", "PUR401", "PUR503", "PUR802", "PUR901", "PUR902"),
        ],
        "per-file-ignores": {
            **_TESTS,
            "**/*_test.py": ["ALL"],
            # What helps the tests, what is kept as it was, data and files: code of the host, or of one backend.
            "keras/src/testing/**": ["ALL"],
            "keras/src/legacy/**": ["ALL"],
            "keras/src/datasets/**": ["ALL"],
            "keras/src/export/**": ["ALL"],
            "keras/src/callbacks/**": ["ALL"],
            "keras/src/visualization/**": ["ALL"],
            "keras/src/saving/**": ["ALL"],
            "keras/src/utils/**": ["ALL"],
            "keras/src/trainers/**": ["ALL"],
            "keras/src/wrappers/**": ["ALL"],
            # They define the operations: what NumPy computes there are the shapes of symbols.
            "keras/src/ops/**": ["ALL"],
            # They run in the pipelines of TensorFlow as well.
            "keras/src/layers/preprocessing/**": ["ALL"],
            # KerasHub's: weights of other libraries are brought over, its tests are helped, and data are made ready.
            "keras_hub/src/utils/**": ["ALL"],
            "keras_hub/src/tests/**": ["ALL"],
            "keras_hub/src/layers/preprocessing/**": ["ALL"],
            "keras_hub/src/tokenizers/**": ["ALL"],
            "keras_hub/**/*_preprocessor.py": ["ALL"],
            "keras_hub/**/*_tokenizer.py": ["ALL"],
            "keras_hub/**/*_converter.py": ["ALL"],
        },
        # Each folder, and each file of `tree`, is one backend.
        "backend-paths": ["keras/src/backend/**", "keras/src/tree/**", "keras/src/distribution/**"],
    },
    "pot": {
        "profile": "emberops",
        "scope": "namespaces",
        # Plots are made of NumPy's arrays.
        "per-file-ignores": {**_TESTS, "test/**": ["ALL"], "ot/plot.py": ["ALL"]},
        # The class of each backend, and nothing else.
        "backend-paths": ["ot/backend.py"],
    },
    "geomstats": {
        "profile": "emberops",
        "ops-module": "geomstats.backend",
        "ops-alias": "gs",
        # What its arrays can do by themselves: operators, methods, attributes; and its random numbers take no keys.
        "ignore": [
            *(
                "PUR104",
                "PUR201",
                "PUR202",
                "PUR203",
                "PUR204",
                "PUR205",
                "PUR206",  # NumPy, PyTorch: both change arrays in place
                "PUR207",
                "PUR209",
                "PUR901",
                "PUR902",
            ),
            *("PUR702", "PUR802"),
        ],
        "scope": "namespaces",
        "per-file-ignores": {
            **_TESTS,
            # Classes of tests that its own tests and those of others inherit.
            "geomstats/test/**": ["ALL"],
            "geomstats/test_cases/**": ["ALL"],
            # Plots are made of NumPy's arrays.
            "geomstats/visualization/**": ["ALL"],
            # Estimators of scikit-learn's, taken over as they are, which compute with NumPy.
            "geomstats/_sklearngs/**": ["ALL"],
        },
        # One folder for each library, and what minimizes with the gradients of one.
        "backend-paths": ["geomstats/_backend/**", "geomstats/**/_torch.py"],
    },
}
"""Name -> the table of a configuration file."""
