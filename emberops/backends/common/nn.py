"""Composed operations of the group ``nn``."""

from __future__ import annotations

from emberops.backends.common.nn_activations import *
from emberops.backends.common.nn_convolution import *
from emberops.backends.common.nn_layers import *
from emberops.backends.common.nn_losses import *
from emberops.backends.common.nn_pooling import *
from emberops.backends.common.nn_sequences import *
