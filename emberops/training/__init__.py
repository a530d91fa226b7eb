"""What one needs to train the same model on every backend: layers, optimisers, clipping, checkpoints.  No framework."""

from __future__ import annotations

from emberops.training import initializers
from emberops.training.checkpoints import load_checkpoint, save_checkpoint
from emberops.training.clipping import clip_by_global_norm, clip_by_value
from emberops.training.layers import (
    attention,
    conv,
    dense,
    embedding,
    init_attention,
    init_conv,
    init_dense,
    init_embedding,
    init_layer_norm,
    init_rms_norm,
    layer_norm,
    rms_norm,
)
from emberops.training.optimizers import Optimizer, adam, adamw, lion, momentum, rmsprop, sgd
from emberops.training.recurrent import gru_cell, init_gru_cell, init_lstm_cell, lstm_cell
from emberops.training.trees import check_finite, global_norm

__all__ = [
    "Optimizer",
    "adam",
    "adamw",
    "attention",
    "check_finite",
    "clip_by_global_norm",
    "clip_by_value",
    "conv",
    "dense",
    "embedding",
    "global_norm",
    "gru_cell",
    "init_attention",
    "init_conv",
    "init_dense",
    "init_embedding",
    "init_gru_cell",
    "init_layer_norm",
    "init_lstm_cell",
    "init_rms_norm",
    "initializers",
    "layer_norm",
    "lion",
    "load_checkpoint",
    "lstm_cell",
    "momentum",
    "rms_norm",
    "rmsprop",
    "save_checkpoint",
    "sgd",
]
