"""array-api-strict as a backend, by name: what ``conformance.py --backend strict`` has the suite import."""

from __future__ import annotations

import sys

import array_api_strict

from emberops.backends.standard import adapt

sys.modules[__name__] = adapt("strict", array_api_strict)
