"""Composed operations of the group ``nn``."""

from __future__ import annotations

from emberops.backends.composed.nn_activations import *
from emberops.backends.composed.nn_convolution import *
from emberops.backends.composed.nn_layers import *
from emberops.backends.composed.nn_losses import *
from emberops.backends.composed.nn_pooling import *
from emberops.backends.composed.nn_sequences import *
