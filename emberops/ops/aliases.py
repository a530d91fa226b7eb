"""Other names of the operations.  Written by ``python -m emberops.catalogue.aliases``; do not edit."""

from __future__ import annotations

from emberops.ops.creation import asarray as convert_to_tensor
