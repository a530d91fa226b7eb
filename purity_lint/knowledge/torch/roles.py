"""Functions of PyTorch that rules and rewrites treat by what they are for: compiling, converting, drawing, ..."""

from __future__ import annotations

import re
from typing import Final

from purity_lint.knowledge.notation import words

COMPILERS: Final = words("torch.compile torch.jit.script torch.jit.trace")
SCRIPT_COMPILERS: Final = words(
    "torch.jit.script torch.jit.script_method torch.jit.script_if_tracing torch.jit.export"
)
"""Compilers that read the source of a function, and of all that it calls, and know PyTorch's functions alone."""
LEFT_BY_SCRIPT: Final = words("torch.jit.ignore torch.jit.unused torch.jit._drop")
"""Decorators of functions that those leave to Python."""
SCRIPTED_CLASS: Final = "torch.jit.ScriptModule"
"""Class of which the methods are compiled so."""
SCRIPTED: Final = "scripted"
"""What a function or class is to be that is handed to one of these."""
SCRIPT_CALLS: Final = "script calls"
"""Which functions and classes call which, in files that use PyTorch: the called are compiled with their callers."""
FROM_HOST: Final = words("""
    torch.from_numpy torch.as_tensor torch.asarray torch.tensor torch.Tensor torch.FloatTensor
    """)
"""They make a tensor of host data."""
KEEP_DTYPES: Final = words("torch.tensor torch.as_tensor torch.asarray")
"""They make a tensor of the dtype of what they are given, if that is NumPy's."""
MEETING: Final = words("""
    add sub subtract mul multiply div divide true_divide floor_divide remainder fmod pow maximum minimum fmax fmin
    atan2 arctan2 hypot where addcmul addcdiv
    """)
"""Functions and methods of two tensors, of which one without axes takes the dtype of the other."""
TO_HOST_METHOD: Final = "numpy"
"""Method of a tensor that gives it as a NumPy array."""
TO_HOST_STEPS: Final = words("numpy item detach")
"""Attributes on the way from a tensor to the host: what stands before them is a step of a conversion."""
IS_TENSOR: Final = "torch.is_tensor"
ASKED_FOR: Final = re.compile(r"is_(?:py)?torch(?:_\w+)?")
"""Functions of code for several libraries that say whether a namespace or an array is PyTorch's."""
SETTERS: Final = words("""
    torch.set_default_device torch.set_default_dtype torch.set_default_tensor_type torch.cuda.set_device
    """)
"""They choose the device or the dtype for the whole program."""
DEVICE: Final = "device"
"""Attribute of a tensor that says where it is, and how names of such an object end."""
OF_DEVICES: Final = frozenset({"type", "index"})
"""What that object is asked for."""
SIZE: Final = "torch.Size"
METHODS_OF_SIZES: Final = frozenset({"numel"})
"""Methods of tensors that sizes have too: `m.event_shape.numel()` multiplies them."""
LAYERS: Final = ("torch.nn.",)
"""How the qualified names of layers begin."""
AUTOGRAD_FUNCTIONS: Final = words("torch.autograd.Function torch.autograd.function.Function")
"""Base classes of functions with a derivative of their own: `apply` calls their `forward`, PyTorch their `backward`."""
AUTOGRAD_CONTEXT: Final = "torch.autograd.function.FunctionCtx"
"""Class of what both are given first, which keeps tensors from one to the other."""
KEPT_TENSORS: Final = words("saved_tensors saved_variables")
"""Its attributes that are those tensors."""
FED: Final = (*LAYERS, "torch.optim.", "torch.utils.data.")
"""How the names begin of what takes PyTorch's tensors and nothing else."""
FUNCTIONAL: Final = "torch.nn.functional."
"""How the names of functions begin that stand beside layers and are none."""
ROOT: Final = "torch"
FEEDS: Final = frozenset({None, "numpy", "ops"})
"""Libraries of tensors, where that is known, that another backend may have once code on NumPy is fixed."""
SUM: Final = "torch.sum"
NORMAL: Final = {"torch.randn": ("*size",)}
"""Samplers of the normal distribution -> their parameters in order."""
UNIFORM: Final = {"torch.rand": ("*size",)}
"""Samplers of the uniform distribution -> their parameters in order."""
SEEDS: Final = words("""
    torch.manual_seed torch.random.manual_seed torch.seed torch.random.seed torch.cuda.manual_seed
    torch.cuda.manual_seed_all lightning.seed_everything lightning.pytorch.seed_everything
    pytorch_lightning.seed_everything accelerate.utils.set_seed transformers.set_seed
    """)
"""Functions that start PyTorch's own stream of random numbers, from which its layers draw as well."""
STREAMS: Final = words("""
    torch.random.fork_rng torch.get_rng_state torch.set_rng_state torch.random.get_rng_state
    torch.random.set_rng_state torch.cuda.get_rng_state torch.cuda.set_rng_state
    """)
"""Functions that keep that stream, and put it back."""
OWN_STREAM: Final = "stream of PyTorch's own"
"""What it is called that a project keeps it, or that its tests start it."""
