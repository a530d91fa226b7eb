"""Operators on tensors, read once for every rule that speaks of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from purity_lint.findings.assumptions import Assumption, Claim, Holds, claim
from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix, Hole, Rewrite, fix_if
from purity_lint.knowledge.numpy.roles import PRECEDENCE
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import (
    COUNTS,
    NUMBERS,
    SEQUENCES,
    TEXT,
    builtin,
    is_certain,
    is_foreign,
    may_be_foreign,
    operation,
    strongest,
)
from purity_lint.rewrites.operators.labelled_formulas import is_beside_labelled
from purity_lint.rewrites.operators.never_lists import has_axes, is_array_itself
from purity_lint.rewrites.operators.single_numbers import is_single_number
from purity_lint.rewrites.operators.wide_numbers import makes_wide_numbers
from purity_lint.rewrites.scopes import is_asked_for
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import FOREIGN, Kind, Value
from purity_lint.source.constructs import OPERATORS, is_two

Table = Mapping[type[ast.AST], tuple[str, str]]
"""Operator -> its symbol and the operation that says the same."""


def _table(operations: Mapping[type[ast.AST], str]) -> Table:
    return {operator: (OPERATORS[operator].symbol, operation) for operator, operation in operations.items()}


ARITHMETIC = _table(
    {
        ast.Add: "add",
        ast.Sub: "subtract",
        ast.Mult: "multiply",
        ast.Div: "divide",
        ast.FloorDiv: "floor_divide",
        ast.Mod: "remainder",
        ast.Pow: "power",
        ast.MatMult: "matmul",
        ast.LShift: "bitwise_left_shift",
        ast.RShift: "bitwise_right_shift",
        ast.USub: "negative",
        ast.UAdd: "positive",
    }
)
BITWISE = _table(
    {
        ast.BitAnd: "bitwise_and",
        ast.BitOr: "bitwise_or",
        ast.BitXor: "bitwise_xor",
        ast.Invert: "bitwise_invert",
    }
)
COMPARISON = _table(
    {
        ast.Lt: "less",
        ast.LtE: "less_equal",
        ast.Gt: "greater",
        ast.GtE: "greater_equal",
        ast.Eq: "equal",
        ast.NotEq: "not_equal",
    }
)
WIDE_UNSIGNED = frozenset({"uint16", "uint32", "uint64"})
"""Dtypes of whose arrays PyTorch has no `~`, and no `&`, `|`, `^` with those of another dtype."""
ALIKE = frozenset({"+", "-", "*", "/", "@", "**", "<", "<=", ">", ">=", "==", "!="})
"""Operators that mean the same on every backend; `//` and `%` by zero, and `~`, do not."""
_WHOLE = frozenset(
    {
        "add",
        "subtract",
        "multiply",
        "floor_divide",
        "remainder",
        "power",
        "square",
        "bitwise_left_shift",
        "bitwise_right_shift",
    }
)
"""Operations that give whole numbers of whole numbers."""
_READ = (ast.Call, ast.Subscript)
"""Operands that are read from a container, or returned."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator on a tensor and the function that says the same."""

    node: ast.expr
    symbol: str
    function: str
    tensor: Value
    """Operand that is known best to be a tensor."""
    operand: ast.expr
    """Node of that operand."""
    template: str
    holes: Mapping[str, Hole]
    other: Value | None = None
    """Other operand."""
    unknown: bool = False
    """True where an operand, or what it is calculated from, may be an object of any class."""
    meets_others: bool = False
    """True where the file has a class whose instances take operators over from arrays."""
    beside_labelled: bool = False
    """True where the formula around it has a column or a table of pandas' in it, which takes no tensors."""
    may_widen: bool = False
    """A number that may be NumPy's, or a tensor that was made of one, stands beside a tensor of PyTorch.

    PyTorch takes it for one of Python's.
    """
    of_single_numbers: bool = False
    """Its operands are numbers, elements that are read one by one, and what is computed of these."""
    asked_for: bool = False
    """True where a `try` asks whether the operands have this operator: the function makes arrays of lists."""
    repeats: Holds = Holds.NO
    """It is `*` with a list, which a NumPy integer repeats, and a float does not."""

    @property
    def alike(self) -> bool:
        """True where every backend's own operator does what the function does: of tensors, or a tensor and a number."""
        other = self.other
        known = other is None or other.kind in NUMBERS or (other.is_tensor and not other.maybe)
        return known and not self.tensor.foreign and self.symbol in ALIKE

    @property
    def joins(self) -> bool:
        """True for `+` where both operands may be lists, or both text, and for `%` where a text may be filled in."""
        if self.other is None or self.function not in ("add", "remainder"):
            return False
        return may_join(self.tensor, self.other) if self.function == "add" else self.tensor.textual

    @property
    def counts(self) -> bool:
        """True where both operands may be whole numbers of Python's: of them the function makes a scalar of NumPy's.

        What a variable is before the first tensor is added to it does not count.
        """
        if self.other is None or self.function not in _WHOLE or not isinstance(self.operand, _READ):
            return False
        return self.tensor.countable and (self.other.kind in COUNTS or self.other.countable)

    @property
    def fix(self) -> Fix | None:
        """Write the function instead, if no operand is known to have an operator of its own."""
        edits = (Rewrite(self.node, self.template, self.holes),)
        message = f"Replace `{self.symbol}` with `ops.{self.function}`"
        if self.tensor.foreign:
            return Fix(edits, Applicability.DISPLAY, message, self.claims)
        return fix_if(self.claims, edits, message)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return what has to hold for the function to be the operator on NumPy."""
        values = (self.tensor,) if self.other is None else (self.tensor, self.other)
        certain = is_certain(self.tensor)
        return (
            claim(Assumption.NUMERIC, certain, refuted=self.joins or (self.asked_for and not certain)),
            claim(
                Assumption.NOT_FOREIGN,
                not self.unknown,
                refuted=self.beside_labelled
                or any(map(is_foreign, values))
                or (self.unknown and self.meets_others),
            ),
            claim(Assumption.NOT_COUNTED, not self.counts, refuted=self.counts),
            claim(Assumption.SAME_DTYPE, not self.may_widen),
            claim(Assumption.NOT_REPEATED, self.repeats is Holds.NO, refuted=self.repeats is Holds.YES),
        )


def read_operation_on_unsigned(node: ast.AST, model: SemanticModel) -> Operation | None:
    """Return the operator on bits at ``node``, if an operand is a tensor of unsigned numbers of more than 8 bits."""
    found = read_operation(node, model, BITWISE)
    return found if found is not None and found.tensor.dtype in WIDE_UNSIGNED else None


def read_operation(node: ast.AST, model: SemanticModel, table: Table) -> Operation | None:
    """Return the operator at ``node``, if ``table`` has it and an operand is a tensor."""
    match node:
        case ast.BinOp(left=left, op=operator, right=right):
            return _binary(node, operator, (left, right), model, table)
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _binary(node, operator, (left, right), model, table)
        case ast.UnaryOp(op=operator) if type(operator) in table:
            return _unary(node, table[type(operator)], model)
    return None


def _unary(node: ast.UnaryOp, entry: tuple[str, str], model: SemanticModel) -> Operation | None:
    value = model.value(node.operand)
    if not value.is_tensor:
        return None
    symbol, function = entry
    template = f"{{ops}}.{function}({{operand}})"
    holes: dict[str, Hole] = {"operand": node.operand}
    unknown = _may_be_foreign(node.operand, model)
    single = is_single_number(node.operand, model)
    beside = is_beside_labelled(node, model)
    return Operation(
        node,
        symbol,
        function,
        value,
        node.operand,
        template,
        holes,
        unknown=unknown,
        beside_labelled=beside,
        asked_for=is_asked_for(node, model),
        of_single_numbers=single and symbol in ALIKE,
    )


def _binary(
    node: ast.expr, operator: ast.AST, operands: tuple[ast.expr, ast.expr], model: SemanticModel, table: Table
) -> Operation | None:
    entry = table.get(type(operator))
    if entry is None:
        return None
    left, right = operands
    values = (operand_value(left, model), operand_value(right, model))
    tensor = strongest(values)
    if tensor is None or not _is_array_operator(node, values, model):
        return None
    if tensor.maybe and _bounds_a_range(node, model):
        return None
    if isinstance(operator, ast.LShift | ast.RShift) and any(value.kind is Kind.UNKNOWN for value in values):
        return None  # `x << unit`, `stream << x`: these mean what the class of the other says
    symbol, function = entry
    operand, other = (left, values[1]) if tensor is values[0] else (right, values[0])
    template, holes = f"{{ops}}.{function}({{left}}, {{right}})", {"left": left, "right": right}
    if isinstance(operator, ast.Pow) and is_two(right) and values[0].is_tensor:
        function, template, holes = "square", "{ops}.square({base})", {"base": left}
    repeats = Holds.NO
    if isinstance(operator, ast.Mult) and repeats_a_list(*values):
        repeats = Holds.YES
    elif isinstance(operator, ast.Mult) and (other.kind in SEQUENCES or other.row):
        repeated = right if operand is left else left
        is_whole = is_array_itself(operand, model) or has_axes(operand, model)
        repeats = Holds.OPEN if is_whole else _repeats(repeated, tensor)
    elif isinstance(operator, ast.Mult) and other.kind is Kind.UNKNOWN and tensor.rank in {0, None}:
        repeats = _repeats_again(right if operand is left else left, tensor, model)
    return Operation(
        node,
        symbol,
        function,
        tensor,
        operand,
        template,
        holes,
        other,
        unknown=any(_may_be_foreign(part, model) for part in operands),
        meets_others=takes_over(model),
        beside_labelled=is_beside_labelled(node, model),
        asked_for=is_asked_for(node, model),
        may_widen=_may_widen(tensor, other, model),
        of_single_numbers=symbol in ALIKE and all(is_single_number(part, model) for part in operands),
        repeats=repeats,
    )


def _may_widen(tensor: Value, other: Value, model: SemanticModel) -> bool:
    if tensor.backend == "numpy" or "torch" not in model.source.speaks:
        return False
    if other.kind is Kind.SCALAR:
        return True
    return other.is_tensor and None in {tensor.dtype, other.dtype} and makes_wide_numbers(model)


def operand_value(node: ast.expr, model: SemanticModel) -> Value:
    """Return the value of an operand, an object where nothing is known of a name but members that no array has."""
    value = model.value(node)
    return FOREIGN if value.kind is Kind.UNKNOWN and model.has_other_members(node) else value


def _bounds_a_range(node: ast.expr, model: SemanticModel) -> bool:
    """True for the bound of a range, `range(n + 1)`, which is a whole number of Python's where it may be a tensor too.

    What an operation makes of it under a compiler has no value there, and no range.
    """
    part, holder = node, model.parent(node)
    while isinstance(holder, ast.BinOp | ast.UnaryOp):
        part, holder = holder, model.parent(holder)
    return isinstance(holder, ast.Call) and part in holder.args and builtin(model, holder) == "range"


def may_join(first: Value, other: Value) -> bool:
    """Return True where ``+`` puts two lists or two texts together on some path, and adds arrays on others."""
    lists = first.listed and (other.kind in {Kind.UNKNOWN, Kind.LIST} or other.listed)
    return lists or (first.textual and (other.kind in {Kind.UNKNOWN, *TEXT} or other.textual))


def repeats_a_list(left: Value, right: Value) -> bool:
    """Return True where ``*`` repeats a list or a text on some path, and multiplies an array on others."""
    return any(
        (sequence.listed or sequence.textual) and count.kind in COUNTS
        for sequence, count in ((left, right), (right, left))
    )


def _repeats(sequence: ast.expr, tensor: Value) -> Holds:
    """Tell whether ``*`` repeats a list: a whole number does, and one of unknown axes may; `[1, 2]` is a vector."""
    if (tensor.dtype or "").startswith(("float", "complex")):
        return Holds.OPEN
    written = isinstance(sequence, ast.List | ast.Tuple) and len(sequence.elts) > 1
    return Holds.YES if tensor.rank == 0 or (tensor.rank is None and not written) else Holds.OPEN


def _repeats_again(product: ast.expr, tensor: Value, model: SemanticModel) -> Holds:
    """Tell whether ``*`` repeats what is not known: it may be a list that a number of NumPy has repeated before."""
    if (tensor.dtype or "").startswith(("float", "complex")):
        return Holds.NO
    while isinstance(product, ast.BinOp) and isinstance(product.op, ast.Mult):
        if any(model.value(side).kind in SEQUENCES for side in (product.left, product.right)):
            return Holds.YES
        product = product.left
    return Holds.OPEN


def _is_array_operator(node: ast.expr, values: tuple[Value, Value], model: SemanticModel) -> bool:
    """True for an operator of arrays: not `"%s" % t`, not `t == None`, not `[0] * n`, not one of another class.

    An operand of arithmetic is taken not to be `None`, even where nobody is seen to pass anything else.
    """
    kinds = {v.kind for v in values}
    asked_for_none = Kind.NONE in kinds and isinstance(node, ast.Compare)
    if kinds & TEXT or asked_for_none or model.value(node).kind in SEQUENCES:
        return False
    made = model.value(node)
    known = made.is_tensor and made.evidence > Evidence.SUSPECTED  # by more than the name of an operand
    return known or not kinds & {Kind.INSTANCE, Kind.OTHER}


def _may_be_foreign(operand: ast.expr, model: SemanticModel) -> bool:
    """True where an object of any class may come out: `x * y` is one where `y` is one that takes `*` over."""
    known: dict[ast.AST, bool] = model.memo(_may_be_foreign, dict)
    chain = [operand]
    while chain[-1] not in known and isinstance(chain[-1], ast.BinOp):
        chain.append(chain[-1].left)
    for node in reversed(chain):
        if node in known:
            continue
        match node:
            case ast.BinOp(left=left, right=right):
                known[node] = known[left] or _may_be_foreign(right, model)
            case ast.UnaryOp(operand=inner):
                known[node] = _may_be_foreign(inner, model)
            case _:
                known[node] = may_be_foreign(model.value(node))
    return known[operand]


def takes_over(model: SemanticModel) -> bool:
    """True where the file has, or imports, a class that says that its operators come before those of arrays."""
    return model.memo(takes_over, lambda: model.names_class_with(PRECEDENCE))


def mixed_with(node: ast.expr, model: SemanticModel) -> ast.Call | None:
    """Return the call of an operation around the operator at ``node``, or in one chain of operators with it."""
    # A chain of thousands of operators is asked about once for each of them.
    known: dict[ast.AST, ast.Call | None] = model.memo(mixed_with, dict)
    links: list[ast.AST] = [node]
    while links[-1] not in known and isinstance(parent := model.parent(links[-1]), ast.BinOp | ast.UnaryOp):
        links.append(parent)
    if links[-1] not in known:
        known[links[-1]] = _mixed(links[-1], model)
    found = known[links[-1]]
    known.update(dict.fromkeys(links, found))
    return found


def _mixed(root: ast.AST, model: SemanticModel) -> ast.Call | None:
    holder = model.parent(root)
    while isinstance(holder, ast.keyword | ast.Starred | ast.Tuple | ast.List | ast.IfExp):
        holder = model.parent(holder)
    if isinstance(holder, ast.Call) and operation(model, holder) is not None:
        return holder
    return _operation_below(root, model)


def _operation_below(node: ast.AST, model: SemanticModel) -> ast.Call | None:
    """Return the first call of an operation that is an operand in the operator chain at ``node``."""
    waiting = [node]
    while waiting:
        match part := waiting.pop():
            case ast.BinOp(left=left, right=right):
                waiting += [right, left]
            case ast.UnaryOp(operand=operand):
                waiting.append(operand)
            case ast.Call() if operation(model, part) is not None:
                return part
    return None
