"""The pages of operations: the table of all, and one page for each group."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import operation_examples
from docstrings import to_markdown

from emberops import ops
from emberops.catalogue import ALIASES, CATALOGUE, GROUPS, Op
from emberops.catalogue.absent import ABSENT
from emberops.dispatch.registry import BUILTIN

_WIDTH = 76
"""Characters that fit beside the navigation: signatures are broken there instead of scrolling."""


def index() -> str:
    """Every operation with its support on each backend."""
    lines = [
        "# Operations",
        "",
        f"{len(CATALOGUE)} operations. A native name means that the library has the same function; *composed* means "
        "that emberops makes it from others, on that library's own arrays.",
        "",
    ]
    for group in GROUPS:
        lines += [
            f"## [{group}](operations/{group}.md)",
            "",
            "| operation | " + " | ".join(BUILTIN) + " |",
            "|---|" + "---|" * len(BUILTIN),
        ]
        lines += [
            f"| [`ops.{op.name}`](operations/{_address(op)}) | "
            + " | ".join(_support(op, b) for b in BUILTIN)
            + " |"
            for op in _members(group)
        ]
        lines.append("")
    lines += ["## What is not there", "", "| name elsewhere | instead |", "|---|---|"]
    lines += [f"| `{name}` | {reason} |" for name, reason in ABSENT.items()]
    return "\n".join([*lines, ""])


def page(group: str) -> str:
    """The operations of a group: signature, docstring and example of each, under an anchor of its name."""
    entries = (_entry(op, operation_examples.of(op.name, group)) for op in _members(group))
    return "\n\n".join([f"# {group}", *entries]) + "\n"


def function_of(op: Op) -> Callable[..., Any]:
    """The function of ``ops`` that an entry of the catalogue describes."""
    found: Callable[..., Any] = reduce(getattr, op.name.split("."), ops)
    return found


def _members(group: str) -> Iterator[Op]:
    return (op for op in CATALOGUE.values() if op.group == group)


def _address(op: Op) -> str:
    return f"{op.group}.md#ops.{op.name}"


def _support(op: Op, backend: str) -> str:
    if backend in op.unsupported:
        return f"no: {op.unsupported[backend]}"
    spellings: tuple[str, ...] = getattr(op, backend)
    return f"`{spellings[0]}`" if spellings else "*composed*"


def _entry(op: Op, example: list[str]) -> str:
    function = function_of(op)
    blocks = [
        f"## ops.{op.name} {{ #ops.{op.name} }}",
        f"```python\n{_signature(op.name, inspect.signature(function))}\n```",
        to_markdown(inspect.getdoc(function) or "", lambda name: _link(op, name)),
    ]
    if op.aliases:
        blocks.append("Also called " + ", ".join(f"`ops.{alias}`" for alias in op.aliases) + ".")
    blocks.append(f"```pycon\n{operation_examples.session(example)}\n```")
    return "\n\n".join(blocks)


def _link(op: Op, name: str) -> str | None:
    """The address of the operation that a docstring names: that of its own namespace before that of ``ops``."""
    dotted = name.removeprefix("emberops.").removeprefix("ops.")
    namespace = op.name.rpartition(".")[0]
    for candidate in (f"{namespace}.{dotted}", dotted):
        found = CATALOGUE.get(ALIASES.get(candidate, candidate))
        if found is not None:
            return _address(found)
    return None


def _signature(name: str, signature: inspect.Signature) -> str:
    parameters = list(_parameters(signature))
    returns = f" -> {_annotation(signature.return_annotation)}"
    line = f"ops.{name}({', '.join(parameters)}){returns}"
    if len(line) <= _WIDTH:
        return line
    filled = [""]
    for parameter in parameters:
        if filled[-1] and len(f"    {filled[-1]} {parameter},") > _WIDTH:
            filled.append("")
        filled[-1] = f"{filled[-1]} {parameter},".lstrip()
    return "\n".join([f"ops.{name}(", *(f"    {row}" for row in filled), f"){returns}"])


def _parameters(signature: inspect.Signature) -> Iterator[str]:
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    for number, parameter in enumerate(signature.parameters.values()):
        before = kinds[number - 1] if number else None
        if before is parameter.POSITIONAL_ONLY and parameter.kind is not before:
            yield "/"
        if parameter.kind is parameter.KEYWORD_ONLY and before not in (
            parameter.KEYWORD_ONLY,
            parameter.VAR_POSITIONAL,
        ):
            yield "*"
        yield _parameter(parameter)
    if kinds and kinds[-1] is inspect.Parameter.POSITIONAL_ONLY:
        yield "/"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    declared = f"{stars}{parameter.name}: {_annotation(parameter.annotation)}"
    return declared if parameter.default is parameter.empty else f"{declared} = {_value(parameter.default)}"


def _annotation(annotation: object) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text  # what quotes a name within an annotation that is a string itself


def _value(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    return value.__name__ if isinstance(value, type) else repr(value)
