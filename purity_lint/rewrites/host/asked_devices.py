"""Devices that code asks for more than they are in ops, where a device is its name.

x.device.type == "cuda"                     what PyTorch's device knows of itself
device = x.device
with torch.autocast(device.type): ...
"""

from __future__ import annotations

import ast

from purity_lint.knowledge.torch.roles import DEVICE, OF_DEVICES, ROOT
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


def is_asked_device(attribute: ast.Attribute, model: SemanticModel) -> bool:
    """True for `x.device` of which more is asked, in a file that asks a device, or that is compared with another."""
    if attribute.attr != DEVICE:
        return False
    match model.parent(attribute):
        case ast.Compare(left=left, comparators=[other]):
            return not all(isinstance(side, ast.Attribute) and side.attr == DEVICE for side in (left, other))
        case ast.Compare():
            return True
        case ast.Return() if ROOT in model.source.speaks:
            return True  # to whoever asks it
    return asks_devices(model)


def asks_devices(model: SemanticModel) -> bool:
    """True for a file that asks a device for its type or its index, wherever it comes from."""
    return model.memo(asks_devices, lambda: any(map(_is_question, model.source.of(ast.Attribute))))


def is_place(attribute: ast.Attribute, model: SemanticModel) -> bool:
    """True for `x.device` where a device is named: `device=x.device`, `y.to(x.device)`."""
    match model.parent(attribute):
        case ast.keyword(arg=name):
            return name == DEVICE
        case ast.Call(func=ast.Attribute(attr="to"), args=[first, *_]):
            return first is attribute
    return False


def _is_question(node: ast.Attribute) -> bool:
    return node.attr in OF_DEVICES and last_name(node.value).endswith(DEVICE)
