"""PUR206: stores into elements and slices of tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from purity_lint.findings.assumptions import Assumption, claim
from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Fix
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.tensor_attributes import ASSIGNED
from purity_lint.rewrites.calls.update_statements import fix_of_update
from purity_lint.rewrites.calls.updates import Update, read_update
from purity_lint.rewrites.operands import quote, strongest, tensor_finding
from purity_lint.rewrites.operators.arithmetic import ARITHMETIC, BITWISE
from purity_lint.rewrites.operators.evaluation_order import raises_alike
from purity_lint.rewrites.stores.item_stores import is_into_tensor, read_store
from purity_lint.rewrites.stores.shown_arrays import shows_array, swaps_items
from purity_lint.rewrites.stores.store_fixes import (
    assignment_fix,
    augmented_fix,
    part_fix,
    reshape_fix,
    tensor_stored,
)
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.targets import stored_items
from purity_lint.source.targets import targets as parts_of


class InPlaceMutation(Rule):
    """Flags changes of a tensor in place.

    ## What it does
    Flags stores into a tensor (`x[i] = v`, `x[i, :] = v`, `x[mask] = v`, `x[i] += v`, `self.x[i] = v`,
    swaps and chains of them, `del x[i]`), a new shape (`x.shape = (2, 3)`), other attributes of a tensor that are
    assigned (`x.real = y`, `x.dtype = t`, `x.T += y`), methods that work in place (`x.add_(y)`, `x.sort()`,
    `x.fill(0)`), functions that do (`np.add.at`, `np.copyto`, `np.put`, `np.fill_diagonal`,
    `np.nan_to_num(x, copy=False)`), and `out=`.
    Stores into lists and dicts are not flagged, nor is what a caller gives a list to and another one an array, but
    for swaps: `x[i], x[j] = x[j], x[i]` loses an item on PyTorch, in silence.

    ## Why is this bad?
    JAX arrays cannot be changed: a store raises. On the others it changes every view and every other name
    of the array, PyTorch refuses it where a gradient needs the old values, and MLX ignores a store that
    is out of bounds. `ops.assign` consumes its input and returns the array to go on with, in place where
    the backend can.

    ## Example
    ```python
    x[i, :] = v
    x[j] += w
    ```

    Use instead:
    ```python
    x = ops.assign(x, (i, slice(None)), v)
    x = ops.assign_add(x, j, w)
    ```

    ## Fix safety
    Safe where `x` is proven or declared to be a tensor and is a name of the function, or an attribute
    that the class assigns: on NumPy `ops.assign` stores in place and returns the same array, so that
    views and other names see what they saw before. The index is evaluated once. An index that names an element
    twice (a list, an array) updates it once, as `x[i] += v` does on NumPy: that is what `ops.assign_add` means, and
    `np.add.at`, which accumulates, becomes `ops.add_at`.

    Unsafe otherwise, and in these cases:

    - The new value of `x[i] += f(y)` may raise: it is worked out before the element is looked up, so that its
      exception would hide a wrong index.
    - `x` may be a 0-d array: what operators make of one is a scalar of NumPy's, which takes no store.
    - `x.imag = v` may be given complex numbers, of which NumPy drops a part with a warning; `ops.complex` refuses
      them. `x.real = v` is rewritten where `x` is known to be complex, `x.flat = v` where `v` is a number.
    - What `out=` or `x += y` would have to cast to another kind of numbers is cast, where NumPy refuses it.
      `t = np.add(x, y, out=z)` becomes `t = z = ops.assign(z, ..., ops.add(x, y))`: both name the array.
    - `np.exp(x, out=y, where=mask)` becomes `ops.where(mask, ops.exp(x), y)`, which computes the elements that the
      mask leaves out too, so that they may overflow with a warning. (None in a file that speaks of `np.errstate` or
      `np.seterr`, or makes errors of warnings.)
    - A row or a view of an array that is read afterwards is put back there: `row = ops.assign(row, j, v)`, with
      `a = ops.assign(a, i, row)` behind it, where nothing in between changes either. A slice of an array that is
      read after a store into the array is taken anew behind the store: `d = w[1:]`.
    - What is stored into `x.flat` and `x.T` goes back into `x`: `x.flat[:] = v` repeats a shorter `v`.
    - Where there is no name to rebind, or another one is to see it, what `out=` and `x.fill(v)` write is stored,
      `x[...] = ops.exp(y)`, which JAX refuses as it does every store that is left; `t = np.exp(y, out=x)` becomes that
      and `t = x`. A list that is stored becomes a tensor, `x[:] = ops.asarray(values)`, and so does a parameter that
      is said to be an array: PyTorch and MLX store no list.

    None where the array has no name to rebind (`f(x)[i] = v`), where the name belongs to an outer function, or where
    another name is to see the store, which it would not on JAX:

    - a parameter that is not given back to the caller (unless what it held is put back, as finite differences do:
      `old = x[i]`, `x[i] = old + h`, `f(x)`, `x[i] = old`; or the file calls the function, which returns something
      else, and each call hands over a variable that nobody reads afterwards: `route = search(grid, start)`; or it
      cleans it, `x[x == 0] = 1; y = ops.log(x)`, which is unsafe: on JAX a caller's array stays), or that some
      caller reads after a call whose result it drops ([PUR210](PUR210.md)), or that a call of a method,
      or from another file, hands over and reads later (`residual = solver.sweep(u, f)`, and then `u`), and the
      parameter of a function that is handed over, as a callback is;
    - what a generator has yielded, what a function of the file gave back of its argument or keeps
      (`functools.lru_cache`), the items of a list that a method makes of attributes whenever it is asked
      (`step(net.parameters())`), and what `min(rows)` or `next(it)` leaves in its list;
    - what an object was given that is asked afterwards (`Viewer(x)`, `partial(f, x)`, a default);
    - what comes out of an attribute, a container or a function, and is held by another attribute, container, global
      or a variable of who called (`trail.append(self.x)`, `Particle(other.pos)`, `first = queue[0]` before
      `queue.popleft()`) that is read afterwards; it is looked for in the whole file, and of attributes in other files
      by their names: `u = grid.u`, then `grid.step()`, then `u`.

    An array of a list or dict that a loop goes through is put back there, `p = params[k] = ops.assign(p, ...)`.
    `x[i][j] = v` is one store into `x` only where `x` holds numbers: an item of an array of objects is an object of
    its own. `x[:n][mask] = v` changes the part, and stores it back.

    ## Options
    None.
    """

    code = "PUR206"
    name = "in-place-mutation"
    nodes = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.Call)
    so_before = True
    VALID = (
        in_function("""
            x = ops.assign(x, 0, 1)
            return x
        """),
        in_function("""
            rows = [x, y]
            rows[0] = y
            table = {}
            table['x'] = x
            return rows, table
        """),
        plain("""
            def f(names: list[str]):
                names[0] = 'a'
                names.sort()
                del names[0]
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                x[0] = 1  # first
                x[n, :] = y
                return x
            """),
            lines=(5, 6),
            fixed=in_function("""
                x = ops.assign(x, 0, 1)  # first
                x = ops.assign(x, (n, slice(None)), y)
                return x
            """),
        ),
        Invalid(
            in_function("""
                x[1:n] += y
                x[..., ::2] *= 2
                return x
            """),
            lines=(5, 6),
            fixed=in_function("""
                x = ops.assign_add(x, slice(1, n), y)
                x = ops.assign_multiply(x, (..., slice(None, None, 2)), 2)
                return x
            """),
        ),
        Invalid(
            in_function("""
                x[y] += 1
                x[n] **= 3
                return x
            """),
            lines=(5, 6),
            fixed=in_function("""
                x = ops.assign_add(x, y, 1)
                x = ops.assign(x, n, ops.power(x[n], 3))
                return x
            """),
        ),
        Invalid(
            in_function("""
                for i in range(3):
                    x[i][0] = n
                    x[i][1] += n
                return x
            """),
            lines=(6, 7),
            fixed=in_function("""
                for i in range(3):
                    x = ops.assign(x, (i, 0), n)
                    x = ops.assign_add(x, (i, 1), n)
                return x
            """),
        ),
        Invalid(
            in_function("""
                place = (0, 1)
                x[place][n] += 1
                return x
            """),
            lines=(6,),
            fixed=in_function("""
                place = (0, 1)
                x = ops.assign_add(x, (*place, n), 1)
                return x
            """),
        ),
        Invalid(
            in_function("""
                x[0], x[1] = x[1], x[0]
                return x
            """),
            lines=(5,),
            fixed=in_function("""
                first, second = x[1], x[0]
                x = ops.assign(x, 0, first)
                x = ops.assign(x, 1, second)
                return x
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def turn(rows, i, j):
                    rows[i], rows[j] = rows[j], rows[i]


                turn([3, 1], 0, 1)
                turn(np.array([3.0, 1.0]), 0, 1)
            """),
            lines=(5,),
        ),
        Invalid(
            in_function("""
                x[0], y[0] = y, n
                return x, y
            """),
            lines=(5,),
            fixed=in_function("""
                x = ops.assign(x, 0, y)
                y = ops.assign(y, 0, n)
                return x, y
            """),
        ),
        Invalid(
            in_function("""
                x[0] = y[0] = n
                return x, y
            """),
            lines=(5,),
            fixed=in_function("""
                x = ops.assign(x, 0, n)
                y = ops.assign(y, 0, n)
                return x, y
            """),
        ),
        Invalid(
            in_function("""
                import numpy as np
                np.add(x, y, out=x)
                np.maximum(x, y, x)
                x = np.clip(x, 0, y, out=x)
                return x
            """),
            lines=(6, 7, 8),
            fixed=in_function("""
                x = ops.assign_add(x, ..., y)
                x = ops.assign(x, ..., ops.maximum(x, y))
                x = ops.assign(x, ..., ops.clip(x, 0, y))
                return x
            """),
        ),
        Invalid(
            in_function("""
                f(x)[0] = 1
                def g():
                    x[0] = 1
                return x
            """),
            lines=(5, 7),
        ),
        Invalid(
            in_function("""
                x.T[0] = 1
                x.flat[::n] += y
                return x
            """),
            lines=(5, 6),
            fixed=in_function("""
                x = ops.assign(x, ..., ops.transpose(ops.assign(ops.transpose(x), 0, 1)))
                x = ops.assign(x, ..., ops.reshape(ops.assign_add(ops.ravel(x), slice(None, None, n), y), ops.shape(x)))
                return x
            """),
        ),
        Invalid(
            in_function("""
                rows = ops.zeros((n, 3))
                for row in rows:
                    row[0] = n
                return rows
            """),
            lines=(7,),
            fixed=in_function("""
                rows = ops.zeros((n, 3))
                for index, row in enumerate(rows):
                    row = ops.assign(row, 0, n)
                    rows = ops.assign(rows, index, row)
                return rows
            """),
        ),
        Invalid(
            in_function("""
                x.shape = (n, -1)
                return x
            """),
            lines=(5,),
            fixed=in_function("""
                x = ops.reshape(x, (n, -1))
                return x
            """),
        ),
        Invalid(
            in_function("""
                x.dtype = n
                x.T += y
                return x
            """),
            lines=(5, 6),
        ),
        Invalid(
            in_function("""
                z = ops.zeros(n, dtype=complex)
                z.real = y
                z.imag[1:] = 2
                return z
            """),
            lines=(6, 7),
            fixed=in_function("""
                z = ops.zeros(n, dtype=complex)
                z = ops.assign(z, ..., ops.complex(y, ops.imag(z)))
                z = ops.assign(z, ..., ops.complex(ops.real(z), ops.assign(ops.imag(z), slice(1, None), 2)))
                return z
            """),
        ),
        Invalid(
            in_function("""
                rng = ops.random.default_rng(n)
                rng.shuffle(x)
                return x
            """),
            lines=(6,),
            fixed=in_function("""
                rng = ops.random.default_rng(n)
                x = rng.permutation(x)
                return x
            """),
        ),
        Invalid(
            in_function("""
                x.add_(y)
                return x
            """),
            lines=(5,),
            fixed=in_function("""
                x = ops.assign_add(x, ..., y)
                return x
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a statement or call that changes a tensor in place."""
        model = context.model
        if isinstance(node, ast.Call):
            update = read_update(node, model)
            if update is not None:
                yield _update(update, model)
            return
        match node:
            case ast.Assign(targets=[ast.Attribute(attr="shape") as target]):
                yield from _shape(node, target, model)
            case ast.Assign(targets=[ast.Attribute(attr=attribute) as target]) if attribute in ASSIGNED:
                yield from _reported(node, target, model, part_fix(node, target, None, model))
            case ast.AugAssign(target=ast.Attribute(attr=attribute) as target) if attribute in ASSIGNED:
                _, operation = ARITHMETIC.get(type(node.op)) or BITWISE[type(node.op)]
                yield from _reported(node, target, model, part_fix(node, target, operation, model))
            case ast.Assign(targets=targets) if not all(isinstance(target, ast.Name) for target in targets):
                yield from _assignment(node, targets, model)
            case ast.AnnAssign(target=ast.Subscript() as target, value=ast.expr()):
                yield from _reported(node, target, model)
            case ast.AugAssign(target=ast.Subscript() as target):
                yield from _augmented(node, target, model)
            case ast.Delete(targets=targets):
                for deleted in targets:
                    if isinstance(deleted, ast.Subscript):
                        yield from _reported(node, deleted, model)


def _assignment(node: ast.Assign, targets: list[ast.expr], model: SemanticModel) -> Iterator[Finding]:
    for part in chain.from_iterable(map(parts_of, targets)):
        if isinstance(part, ast.Attribute) and part.attr in ASSIGNED:
            yield from _reported(node, part, model)
    stores = [store for target in targets for store in stored_items(target) if is_into_tensor(store, model)]
    value = strongest(model.value(store.value) for store in stores)
    if value is None:
        return
    fix = assignment_fix(node, targets, stores, model)
    array = quote(model, stores[0].value)
    message = Message(
        f"`{quote(model, stores[0])} = ...` changes the tensor `{array}` in place", "use `ops.assign`"
    )
    swaps = swaps_items(node, stores, model)
    shown = swaps or shows_array(node, stores, model)
    if value.evidence < Evidence.INFERRED and shown:
        value = replace(value, evidence=Evidence.INFERRED)
    yield tensor_finding(node, message, value, fix, None if fix else (_SWAPPED if swaps else _HINT))
    as_tensor = tensor_stored(node, stores, model) if fix is None else None
    if as_tensor is not None:
        yield tensor_finding(node.value, _list_stored(node.value, array, model), value, as_tensor)


def _list_stored(stored: ast.expr, array: str, model: SemanticModel) -> Message:
    is_list = model.value(stored).kind in (Kind.LIST, Kind.TUPLE)
    problem = f"`{quote(model, stored)}` {'is' if is_list else 'may be'} a list, and is stored into `{array}`"
    return Message(problem, "store `ops.asarray(...)`, since PyTorch and MLX take no list")


def _shape(node: ast.Assign, target: ast.Attribute, model: SemanticModel) -> Iterator[Finding]:
    array = target.value
    value = model.value(array)
    if not value.is_tensor:
        return
    fix = reshape_fix(node, array, model)
    message = Message(
        f"`{quote(model, target)} = ...` reshapes the tensor `{quote(model, array)}` in place",
        "use `ops.reshape`",
    )
    yield tensor_finding(node, message, value, fix, None if fix else _HINT)


_HINT = "`ops.assign` returns the changed array: give it back, and bind it to every name that is to see it."


_SWAPPED = "The items are views of a tensor on PyTorch, so that one of them is lost: copy it first."


def _augmented(node: ast.AugAssign, target: ast.Subscript, model: SemanticModel) -> Iterator[Finding]:
    value = model.value(target.value)
    if not is_into_tensor(target, model):
        return
    symbol, function = ARITHMETIC.get(type(node.op)) or BITWISE[type(node.op)]
    array = quote(model, target.value)
    message = Message(
        f"`{quote(model, target)} {symbol}= ...` changes the tensor `{array}` in place", "use `ops.assign`"
    )
    alike = claim(Assumption.SAME_ERROR, raises_alike(target, node.value, model))
    fix = augmented_fix(node, read_store(target, model), function, alike, model)
    yield tensor_finding(node, message, value, fix, None if fix else _HINT)


def _update(update: Update, model: SemanticModel) -> Finding:
    message = f"`{update.spelled}` changes the tensor `{quote(model, update.array)}` in place"
    fix = fix_of_update(update, model)
    return tensor_finding(update.place, message, update.value, fix, None if fix else update.reason or _HINT)


def _reported(
    node: ast.stmt, target: ast.Subscript | ast.Attribute, model: SemanticModel, fix: Fix | None = None
) -> Iterator[Finding]:
    value = model.value(target.value)
    if value.is_tensor:
        message = f"`{quote(model, node)}` changes the tensor `{quote(model, target.value)}` in place"
        yield tensor_finding(node, message, value, fix, None if fix else _HINT)
