"""Evaluation of calls: of libraries, of the project's functions and classes, of methods."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge import arrays, framework_objects, labelled_data, lookup
from purity_lint.knowledge.array_members import ARRAY_MEMBERS
from purity_lint.knowledge.ecosystem import SYMBOLIC, WITH_OPERATORS_OF_THEIR_OWN
from purity_lint.knowledge.jax.roles import INDEXED
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.notation import Fact, Result, words
from purity_lint.knowledge.numpy.returns import POLYNOMIALS
from purity_lint.knowledge.object_dtypes import DATES
from purity_lint.knowledge.python import FUTURE, ITERATING, ONLY_OF_TEXT, RESULT_METHODS
from purity_lint.knowledge.roles import GIVE_ARRAYS
from purity_lint.knowledge.scipy.returns import CLASSES_OF_DISTRIBUTIONS, DISTRIBUTIONS, FITTED
from purity_lint.knowledge.vocabularies.array_api import OF_NO_ARRAYS
from purity_lint.semantics.domain.atoms import (
    ANY,
    NEVER,
    OTHER_VALUE,
    SCALAR_VALUE,
    tensor,
)
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs, Transform
from purity_lint.semantics.domain.kinds import (
    BYTES,
    CLASS,
    CONTAINERS,
    DICT,
    DTYPE,
    FUNCTION,
    INFERRED,
    INSTANCE,
    ITERATOR,
    LIST,
    MODULE,
    NUMERIC,
    RANDOM,
    SCALAR,
    SET,
    SHAPE,
    STR,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.labelled import is_labelled, labelled_object
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import as_object
from purity_lint.semantics.evaluation.attributes import attribute_of, may_be_array
from purity_lint.semantics.evaluation.builtin_calls import BUILTINS
from purity_lint.semantics.evaluation.callbacks import hand_over
from purity_lint.semantics.evaluation.datasets import DATASETS
from purity_lint.semantics.evaluation.executors import executed, gathered
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.higher_order import HIGHER_ORDER
from purity_lint.semantics.evaluation.instances import call_instance, instantiate
from purity_lint.semantics.evaluation.iteration import iterable
from purity_lint.semantics.evaluation.library_objects import held, method_of, value_of
from purity_lint.semantics.evaluation.mappings import dict_method
from purity_lint.semantics.evaluation.methods import (
    random_method,
    sequence_method,
    set_method,
    string_method,
    tensor_method,
)
from purity_lint.semantics.evaluation.named_attributes import see_registered
from purity_lint.semantics.evaluation.operator_functions import of_special_method
from purity_lint.semantics.evaluation.records import as_dict
from purity_lint.semantics.evaluation.results import library_result
from purity_lint.semantics.evaluation.shapes import see_shape
from purity_lint.semantics.evaluation.transforms import call_transform, made_of, partly_filled
from purity_lint.semantics.evidence.labelled_names import labelled_names
from purity_lint.semantics.symbols.own_members import names_operand_with
from purity_lint.semantics.symbols.table import BoundMethod, ClassSymbol, FunctionSymbol, ModuleSymbol
from purity_lint.semantics.symbols.uses import USE_TENSOR
from purity_lint.source.names import dotted

_ARRAYS: Final = TENSOR | NUMERIC | CONTAINERS
MAKE_THEIR_LIKE: Final = DISTRIBUTIONS | POLYNOMIALS
"""Libraries' objects with small letters that are called for an instance: `norm(0, 1)`, `poly1d([1, 2])`."""


def arguments(frame: Frame, node: ast.Call) -> tuple[list[Abs], dict[str, Abs]]:
    """Return the values of a call's arguments; ``*args`` of known length are spread."""
    args: list[Abs] = []
    for a in node.args:
        if a.__class__ is ast.Starred:
            value = frame.eval(a.value)
            if value.elems is not None:
                args.extend(value.elems)
            else:
                args.append(iterate(value))
        else:
            args.append(as_object(frame.eval(a)))
    keywords: dict[str, Abs] = {}
    for k in node.keywords:
        value = frame.eval(k.value)
        if k.arg is not None:
            keywords[k.arg] = as_object(value)
        elif value.fields:
            keywords.update(value.fields)
    return args, keywords


def call(frame: Frame, node: ast.Call) -> Abs:
    """``f(a, b=c)``."""
    func = node.func
    if func.__class__ is ast.Attribute:
        receiver = frame.eval(func.value)
        if receiver.mask != MODULE:
            return method_call(frame, receiver, func, node)
        value = attribute_of(frame, receiver, func.attr, func)
        frame.values[func] = value
    elif func.__class__ is ast.Name and func.id == "super" and "super" not in frame.env.values:
        return frame.super_value()
    else:
        value = frame.eval(func)
    args, keywords = arguments(frame, node)
    return apply(frame, value, args, keywords, node)


def apply(frame: Frame, value: Abs, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """Return the result of calling ``value``."""
    out = NEVER
    for ref in value.refs:
        out = join(out, _apply_ref(frame, ref, value.mask, args, keywords, node))
    if not value.refs and value.mask & (TENSOR | DTYPE):
        if value.mask & DTYPE:
            return _cast(args)
        return ANY
    if value.mask & (UNKNOWN | FUNCTION) and not value.refs:
        made = _unknown_call(frame, args, keywords, node)
        return value.elem if value.mask == FUNCTION and value.elem is not None else made
    return out if out.mask or value.refs else ANY


def _unknown_call(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    for a in (*args, *keywords.values()):
        if a.mask & FUNCTION:
            frame.escape(a)
    given = [a for a in args if a.mask & TENSOR and not a.mask & ~_ARRAYS]
    if isinstance(node.func, ast.Name) and given:
        backends = {a.backend for a in given}
        backend = backends.pop() if len(backends) == 1 else None
        why = frame.why("what a given function makes of tensors", node)
        return Abs(TENSOR | UNKNOWN, INFERRED, backend=backend, why=why)
    return ANY


def _cast(args: list[Abs]) -> Abs:
    if args and args[0].mask & (TENSOR | CONTAINERS):
        return args[0].only(TENSOR) if args[0].mask & TENSOR else tensor()
    if args and args[0].mask & UNKNOWN:
        return Abs(SCALAR | UNKNOWN, deps=args[0].deps)  # `np.float64(x)` of an array is an array
    return SCALAR_VALUE


def _apply_ref(
    frame: Frame, ref: object, mask: int, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    if isinstance(ref, FunctionSymbol):
        return frame.call_symbol(ref, args, keywords, node)
    if isinstance(ref, str):
        return library_call(frame, ref, mask, args, keywords, node)
    if isinstance(ref, ClassSymbol):
        if mask & INSTANCE and not mask & CLASS:
            return call_instance(frame, ref, args, keywords, node)
        return instantiate(frame, ref, args, keywords, node)
    if isinstance(ref, BoundMethod):
        return frame.call_symbol(ref.function, args, keywords, node, receiver=ref.receiver)
    if isinstance(ref, Transform):
        return call_transform(frame, ref, args, keywords, node)
    return ANY


def library_call(
    frame: Frame, name: str, mask: int, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """A call of something outside the project."""
    if name.startswith("builtins."):
        short = name[9:]
        handler = BUILTINS.get(short)
        if handler is not None:
            if short in ITERATING and any(a.mask == INSTANCE for a in args):
                args = [iterable(frame, a, node) for a in args]
            return handler(frame, args, keywords, node)
    last = name.rpartition(".")[2]
    if mask & INSTANCE and not mask & (CLASS | FUNCTION):
        return _called_object(frame, name, args, keywords, node)
    if name == "functools.partial":
        return partly_filled(args, keywords)
    made = made_of(name, args, keywords)
    if made is not None:
        return made
    special = HIGHER_ORDER.get(name) or DATASETS.get(name) or HIGHER_ORDER.get(lookup.canonical(name))
    if special is not None:
        return special(frame, args, keywords, node)
    if lookup.tensor_class(name) and lookup.function(name) is None:
        return tensor(backend=lookup.backend_of(name), why=frame.why(f"an instance of `{name}`", node))
    if mask & DTYPE:
        made = OTHER_VALUE if name in DATES else _cast(args)
        portable = name.startswith("emberops.ops.")
        return tensor(rank=0, dtype=last) if portable and made is SCALAR_VALUE else made
    hand_over(frame, name, args, keywords, node)
    if (fact := lookup.function(name)) is not None:
        return library_result(frame, fact, name, args, keywords, node)
    if (instance := _instance(name, mask, args)) is not None:
        return instance
    space = keywords.get("xp", ANY)
    if space.mask & MODULE and any(a.mask & TENSOR for a in args) and not OF_NO_ARRAYS.search(last):
        several = TUPLE if any(isinstance(given, ast.Starred) for given in node.args) else 0
        why = frame.why("what a function makes in a namespace", node)
        return Abs(TENSOR | UNKNOWN | several, INFERRED, why=why)
    return labelled_object(labelled_data.made_by(name)) or _of_its_kind(name, args) or ANY


def _called_object(frame: Frame, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """Return what calling an object of a library gives: a layer, a fitted function, a polynomial."""
    if name == FITTED:
        return tensor(backend="numpy", why=frame.why("values of a function that SciPy fitted", node))
    if name in DISTRIBUTIONS or name.rpartition(".")[2] in CLASSES_OF_DISTRIBUTIONS:
        return Abs(INSTANCE, refs=(name,))  # one with parameters, whose methods are the same
    if frame.project.is_module_class(name):
        return tensor(INFERRED, why=frame.why("result of a layer", node))
    given = framework_objects.called(name)
    if given is Result.ELEMENTWISE:
        return library_result(frame, Fact(given), name, args, keywords, node)
    return gathered(name, args) or ANY if given is None else value_of(given, name)


def _instance(name: str, mask: int, args: list[Abs]) -> Abs | None:
    """Return what a call makes that constructs an object of a library; ``None`` where it does not."""
    if name in framework_objects.HOLDERS:
        return held(args)
    maker, _, last = name.rpartition(".")
    if last[:1].isupper() or mask & CLASS or name in MAKE_THEIR_LIKE:
        return Abs(INSTANCE, refs=(name,))
    by_class = framework_objects.is_named_as_a_class(maker)
    if by_class and framework_objects.method(maker, last) is Result.ITSELF:
        return Abs(INSTANCE, refs=(maker,))
    return None


def _of_its_kind(name: str, args: list[Abs]) -> Abs | None:
    """Return one more object of a library with operators of its own, for a function of it that is given one.

    What makes formulas does so of what is given a name elsewhere as well.
    """
    library = name.partition(".")[0]
    if library not in WITH_OPERATORS_OF_THEIR_OWN:
        return None
    if library in SYMBOLIC:
        return Abs(INSTANCE, refs=(f"{library}.Expression",))
    refs = (ref for value in args if value.mask == INSTANCE for ref in value.refs)
    ref = next((r for r in refs if isinstance(r, str) and r.partition(".")[0] == library), None)
    return None if ref is None else Abs(INSTANCE, refs=(ref,))


def method_call(frame: Frame, receiver: Abs, func: ast.Attribute, node: ast.Call) -> Abs:
    """``receiver.name(...)``."""
    mask = receiver.mask
    name = func.attr
    args, keywords = arguments(frame, node)
    path = frame.path(func)
    if path is not None and path in frame.env.values:
        return apply(frame, frame.env.values[path], args, keywords, node)
    out = NEVER
    see_shape(frame, name, node, bound=True)
    if mask == TENSOR and (made := of_special_method(receiver, name, args)) is not None:
        return made
    if mask & TENSOR:
        out = tensor_method(frame, receiver, name, args, keywords, node)
        if out is ANY and receiver.ev <= INFERRED and name in GIVE_ARRAYS:
            out = _unknown_method(frame, receiver, name, args, keywords, node)
        if out is ANY and not mask & ~TENSOR:
            return ANY
    if mask & (STR | BYTES):
        out = join(out, string_method(name))
    if mask & (LIST | TUPLE | ITERATOR | SHAPE):
        out = join(out, sequence_method(frame, receiver, name, args, node))
    if mask & DICT:
        out = join(out, dict_method(frame, receiver, name, args, keywords, node))
    if mask & SET:
        out = join(out, set_method(receiver, name))
    if mask & RANDOM:
        out = join(out, random_method(frame, receiver, name, args, keywords, node))
    if mask & (INSTANCE | CLASS | FUNCTION | MODULE):
        out = join(out, _symbol_method(frame, receiver, func, args, keywords, node))
    if mask & NUMERIC and not out.mask:
        out = _number_method(receiver, name)
    if mask & UNKNOWN and not out.mask & TENSOR:
        out = join(out, _unknown_method(frame, receiver, name, args, keywords, node))
    return out if out.mask else ANY


_HARMLESS: Final = words("append add update get items keys values join split format copy pop")


def _unknown_method(
    frame: Frame, receiver: Abs, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    if name in arrays.RANDOM_METHODS:
        return random_method(frame, receiver, name, args, keywords, node)
    if name in labelled_data.ONLY_THEIRS or _is_of_a_table(name, keywords):
        return labelled_object(labelled_data.ANY_TABLE) or ANY
    is_telling = name in arrays.STRONG_METHODS and may_be_array(frame, node.func) and not frame.is_own(name)
    is_telling = is_telling and not (args and _takes_not(name, args[0]))
    if (
        is_telling
        and name in arrays.OF_OTHER_CLASSES
        and name in frame.project.asked_about(arrays.METHODS_DEFINED)
    ):
        is_telling = frame.module.imports(arrays.WITH_SUCH_METHODS)
    if is_telling and frame.function is not None and isinstance(node.func, ast.Attribute):
        is_telling = dotted(node.func.value) not in labelled_names(frame.function.node)
    if is_telling and not names_operand_with(frame.module, name):
        has_own = any(c.method(name) for c in frame.module.classes_named())
        frame.use(receiver, USE_TENSOR, node, None if has_own else getattr(node.func, "value", None))
        like = tensor(INFERRED, why=frame.why(f"has the method `{name}`", node), deps=receiver.deps)
        return tensor_method(frame, like, name, args, keywords, node)
    if _is_of_text(name, args, node):
        return string_method(name)
    if name in GIVE_ARRAYS and not args:
        return tensor(INFERRED, backend="numpy", why=frame.why(f"result of `{name}`", node))
    if name not in _HARMLESS:
        for a in (*args, *keywords.values()):
            if a.mask & FUNCTION:
                frame.escape(a)
    return ANY


def _is_of_a_table(name: str, keywords: dict[str, Abs]) -> bool:
    """Return True where a method is called as only labelled data have it: `x.mean(dim="time")`."""
    if name not in ARRAY_MEMBERS:
        return False
    along = keywords.get("dim")
    by_label = along is not None and along.mask == STR
    return by_label or not labelled_data.ONLY_THEIR_ARGUMENTS.isdisjoint(keywords)


def _takes_not(name: str, first: Abs) -> bool:
    """True where no tensor's method takes that: `m.abs(x)` is a namespace's, `match.expand("x")` a template's."""
    is_array = first.mask == TENSOR and first.rank != 0 and name not in arrays.TAKE_ARRAYS
    is_text = first.mask == STR and name not in arrays.TAKE_TEXT
    return is_array or is_text or name in arrays.TAKE_NOTHING


def _is_of_text(name: str, args: list[Abs], node: ast.Call) -> bool:
    """Return True where only text has this method, or this call of it; `series.str` has them all."""
    match node.func:
        case ast.Attribute(value=ast.Attribute(attr="str")):
            return False
    if name in ("split", "replace"):
        return all(a.mask and not a.mask & ~(STR | BYTES) for a in args[:2]) and not node.keywords
    return name in ONLY_OF_TEXT


def _number_method(receiver: Abs, name: str) -> Abs:
    if name in (
        "item",
        "conjugate",
        "astype",
        "copy",
        "sum",
        "mean",
        "max",
        "min",
        "round",
        "squeeze",
        "real",
    ):
        return receiver
    if name in ("reshape", "ravel", "flatten", "repeat"):
        return tensor(backend="numpy")
    return OTHER_VALUE if name in ("is_integer", "as_integer_ratio", "hex", "bit_length") else ANY


def _symbol_method(
    frame: Frame,
    receiver: Abs,
    func: ast.Attribute,
    args: list[Abs],
    keywords: dict[str, Abs],
    node: ast.Call,
) -> Abs:
    out = NEVER
    name = func.attr
    for ref in receiver.refs:
        held_by = ref == INDEXED or (ref == FUTURE and name in RESULT_METHODS)
        if held_by and receiver.elem is not None:
            return receiver.elem
        if ref == "super" and isinstance(receiver.fields, dict):
            continue
        if name in framework_objects.REGISTERING and isinstance(ref, ClassSymbol):
            see_registered(frame, ref, args, keywords, node)
        method = ref.method(name) if isinstance(ref, ClassSymbol) and receiver.mask & INSTANCE else None
        if isinstance(ref, ClassSymbol) and method is not None and not method.is_property:
            made = frame.call_method(ref, name, args, keywords, node)
        elif name == "_replace" and isinstance(ref, ClassSymbol) and ref.record:
            for field, value in keywords.items():
                frame.project.assign_member(ref, field, value)
            made = Abs(INSTANCE, refs=(ref,))
        elif name == "_asdict" and isinstance(ref, ClassSymbol) and method is None:
            made = as_dict(frame, [Abs(INSTANCE, refs=(ref,))], {}, node)
        elif isinstance(ref, (str, ModuleSymbol, ClassSymbol, FunctionSymbol)):
            single = Abs(receiver.mask & (INSTANCE | CLASS | FUNCTION | MODULE), refs=(ref,))
            made = _member_call(frame, single, func, args, keywords, node)
        else:
            continue
        out = join(out, made)
    return out if out.mask else ANY


def _member_call(
    frame: Frame,
    receiver: Abs,
    func: ast.Attribute,
    args: list[Abs],
    keywords: dict[str, Abs],
    node: ast.Call,
) -> Abs:
    """Call an attribute of one class, instance or module: what it is where that is known, else as its library's."""
    name = func.attr
    member = attribute_of(frame, receiver, name, func)
    frame.values[func] = member
    ref = receiver.refs[0]
    is_unknown = bool(member.mask & UNKNOWN) and not member.refs
    if is_unknown and receiver.mask & INSTANCE:
        given = method_of(receiver, name, args)
        if given.mask:
            return given if given is receiver else given.explained(frame.why(f"result of `{name}`", node))
    elsewhere = executed(frame, ref, name, args, node) if isinstance(ref, str) else None
    if elsewhere is not None:
        return elsewhere
    if not isinstance(ref, str) or not (is_labelled(member) or is_unknown):
        return apply(frame, member, args, keywords, node)
    fact = lookup.function(f"{ref}.{name}") if stands_in(ref, "scipy") else None
    if fact is not None:
        return library_result(frame, fact, f"{ref}.{name}", args, keywords, node)
    for a in args:
        if a.mask & FUNCTION:
            frame.escape(a)
    return frame.project.library_method(ref, name)
