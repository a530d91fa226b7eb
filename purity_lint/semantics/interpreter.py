"""Evaluation of a project: every function, until no call tells another one anything new."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property, reduce
from typing import Final

from purity_lint.semantics.domain.atoms import ANY, NEVER, NONE_VALUE, inferred
from purity_lint.semantics.domain.containers import list_of
from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    CLASS,
    DECLARED,
    FUNCTION,
    INFERRED,
    ITERATOR,
    TENSOR,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join, same, widen
from purity_lint.semantics.evaluation import flow
from purity_lint.semantics.evaluation.arguments import (
    bind_arguments,
    pass_arguments,
    receiver_value,
    repeated,
    result_for,
    use_names,
)
from purity_lint.semantics.evaluation.class_definitions import class_symbol, define_class
from purity_lint.semantics.evaluation.evaluation import Evaluation
from purity_lint.semantics.evaluation.frame import Frame, LinkedProgram
from purity_lint.semantics.evaluation.function_definitions import declare, function_symbol
from purity_lint.semantics.evaluation.once_more import result_if_certain
from purity_lint.semantics.evidence import parameters
from purity_lint.semantics.evidence import pytest_arguments as pytest_evidence
from purity_lint.semantics.evidence.annotations import annotation as read_annotation
from purity_lint.semantics.evidence.doctests import example_functions
from purity_lint.semantics.evidence.results import with_declared
from purity_lint.semantics.evidence.siblings import take_after_siblings
from purity_lint.semantics.evidence.unknown_names import take_uses
from purity_lint.semantics.model import Implementation
from purity_lint.semantics.second_look import Hopes, look_again
from purity_lint.semantics.symbols.cells import Cell, Parameter
from purity_lint.semantics.symbols.demands import DEMANDED
from purity_lint.semantics.symbols.evaluator import Evaluator
from purity_lint.semantics.symbols.offers import Offers, Reads
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol, ModuleSymbol
from purity_lint.semantics.symbols.uses_of_results import OF_RESULTS, UsesOfResults
from purity_lint.semantics.top_level import TopLevelReads
from purity_lint.semantics.turns import Sweeps, is_new_tensor, is_stale, is_worth_a_turn, turns, would_differ
from purity_lint.source.recursion import deep_recursion

MAX_DEPTH: Final = 24
"""How deep calls are followed on demand."""
_MANY_MODULES: Final = 1000
"""From so many on, lines and parents of nodes are not kept from evaluation until rules ask for them."""
_TOP_LEVEL_TURNS: Final = 2
"""How often the statements of a module are evaluated again, because functions return something else."""


class Project(LinkedProgram):
    """All files of a project, linked."""

    def __init__(self, ops_module: str | None = None) -> None:
        super().__init__(ops_module)
        self._sweeps = Sweeps()
        self._top_level = TopLevelReads()
        self._finished = 0
        self._depth = 0
        self.offers = Offers()
        self.reads: Reads | None = None
        """Record of what is read of an earlier stage, where that matters."""
        self.gave_up: list[tuple[str, int]] = []
        """Functions that were too deeply nested to evaluate: (module, line)."""
        self.asked: Mapping[str, frozenset[str]] = {}
        """See :meth:`asked_about`."""
        self.implementations: Mapping[str, list[Implementation]] = {}
        """Implementations for several libraries, by family."""
        self.hopes = Hopes()
        self.imported_names = frozenset()
        self.memo = {}

    @cached_property
    def uses_of_results(self) -> UsesOfResults:
        """What files do with the results of functions."""
        return UsesOfResults(self.asked)

    @cached_property
    def demanded(self) -> str:
        """Text that tells all that is demanded of names but what is said of results."""
        return f"{[sorted(self.asked_about(demand)) for demand in DEMANDED if demand not in OF_RESULTS]}"

    # Driver -----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Evaluate everything."""
        self.evaluate_all()
        self.settle()

    def evaluate_all(self) -> None:
        """Evaluate every function, and again until no call tells another one anything new."""
        modules = [module for module in self.modules.values() if not module.frozen]
        with deep_recursion():
            for module in modules:
                self.run_module(module)
            for module in sorted(modules, key=lambda m: m.is_test):
                for symbol in list(module.functions.values()):
                    if not symbol.evaluated:
                        self.evaluate(symbol)
                self._save_memory([module])
            self._drain()
            self._save_memory(modules)

    def remove(self, module: ModuleSymbol) -> None:
        """Take out a module that is analysed: its symbols may be emptied while others are looked at."""
        del self.modules[module.name]
        self._top_level.forget(module)
        self._sweeps.forget(module)
        self.hopes.forget(module)

    def _save_memory(self, modules: Iterable[ModuleSymbol]) -> None:
        """Let go of what rules find out again of a file, where so many files are held until then."""
        if len(self.modules) >= _MANY_MODULES:
            for module in modules:
                module.source.forget_nodes()

    def settle(self) -> None:
        """Evaluate again what has been told something since, and at last what only its neighbours tell of."""
        with deep_recursion():
            self._drain()
            for _ in range(_TOP_LEVEL_TURNS):
                for module in self._top_level.take_outdated():
                    self.run_again(module)
                self._drain()
            for symbol in take_after_siblings(m for m in self.modules.values() if not m.frozen):
                self.enqueue(symbol)
            self._drain()
            for symbol in take_uses(m for m in self.modules.values() if not m.frozen):
                self.evaluate(symbol)
            self._drain()
            look_again(self, [m for m in self.modules.values() if not m.frozen])

    def _drain(self) -> None:
        for symbol in self._sweeps:
            if is_worth_a_turn(symbol):
                self.evaluate(symbol)

    def enqueue(self, symbol: FunctionSymbol) -> None:
        """Evaluate ``symbol`` again, later: what it has read is something else now."""
        if not symbol.module.frozen:
            symbol.dirty = True
            self.reconsider(symbol)

    def reconsider(self, symbol: FunctionSymbol) -> None:
        """Evaluate ``symbol`` again, later, if what it was called with makes its parameters something else."""
        if symbol.evaluated and not symbol.module.frozen:
            self._sweeps.add(symbol)

    def asked_about(self, demand: str) -> frozenset[str]:
        """Names of which some file demands something: to be of a class, or to be compiled."""
        return self.asked.get(demand, frozenset())

    # Modules ----------------------------------------------------------------------------------------

    def run_module(self, module: ModuleSymbol) -> None:
        """Evaluate the top level of ``module`` if that has not been done."""
        if module.evaluated or module.running:
            return
        module.running = True
        env = module.environment = Environment()
        frame = Evaluation(self, module, env)
        self._predeclare(frame, module)
        try:
            flow.execute(frame, module.source.tree.body)
        except RecursionError:
            self.gave_up.append((module.name, 1))
        for examples in example_functions(module.source):
            function_symbol(frame, examples, examples.name)
        module.evaluated = True
        module.running = False

    def run_again(self, module: ModuleSymbol) -> None:
        """Evaluate the top level of ``module`` with what is known of its functions now."""
        if module.environment is not None and not module.running and not module.frozen:
            module.running = True
            with suppress(RecursionError):
                flow.execute(Evaluation(self, module, module.environment), module.source.tree.body)
            module.running = False

    def result_if_certain(self, symbol: FunctionSymbol) -> Abs:
        """Return the result of a function whose parameters are certainly tensors, if they are any."""
        return result_if_certain(self, symbol)

    def module_frame(self, module: ModuleSymbol) -> Frame:
        """A frame at the top level of ``module``."""
        self.run_module(module)
        return Evaluation(self, module, module.environment or Environment())

    def _predeclare(self, frame: Frame, module: ModuleSymbol) -> None:
        """Functions and classes are known from the start: an import cycle may ask for them early."""
        for node in module.source.tree.body:
            if isinstance(node, ast.ClassDef):
                symbol = class_symbol(frame, node)
                frame.env.values[node.name] = Abs(CLASS, refs=(symbol,))
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not node.decorator_list:
                symbol_f = function_symbol(frame, node, node.name)
                frame.env.values[node.name] = Abs(FUNCTION, refs=(symbol_f,))

    # Functions --------------------------------------------------------------------------------------

    def evaluate(self, symbol: FunctionSymbol) -> None:
        """Evaluate the body of a function with what is known of its parameters."""
        if symbol.running or symbol.module.frozen:
            return
        symbol.running = True
        symbol.dirty = symbol.reads_new_tensor = False
        symbol.uses = {}
        symbol.visits += 1
        joint = symbol.joint
        env = Environment(symbol.closure)
        frame = Evaluation(self, symbol.module, env, symbol)
        if symbol.module.is_test and not isinstance(symbol.node, ast.Lambda):
            pytest_evidence.requested(frame, symbol)
        for i, p in enumerate(symbol.parameters):
            p.weighed = p.evidence()
            p.value = parameters.current(p, i)
            env.values[p.name] = p.value
        node = symbol.node
        self._depth += 1
        try:
            if isinstance(node, ast.Lambda):
                result = frame.eval(node.body)
            else:
                flow.execute(frame, node.body)
                result = frame.returns
                if not frame.ended and not symbol.abstract:
                    result = join(result, NONE_VALUE)
        except RecursionError:
            self.gave_up.append((symbol.module.name, node.lineno))
            result = ANY
        finally:
            self._depth -= 1
            symbol.running = False
        if not symbol.evaluated:
            symbol.evaluated = True
            self._finished += 1
            symbol.order = self._finished
        if symbol.is_generator:
            result = list_of(frame.yields, ITERATOR)
        self._set_result(symbol, widen(with_declared(symbol, result)))
        for inner in frame.nested:
            if not inner.running and inner.visits < turns(inner) and would_differ(inner):
                self.evaluate(inner)
        if is_stale(symbol) or symbol.joint != joint:
            symbol.reads_new_tensor |= symbol.joint != joint
            self.enqueue(symbol)
        elif (
            symbol.dirty and symbol.reads_new_tensor
        ):  # what it called told of something that it had read before
            self.reconsider(symbol)

    def _set_result(self, symbol: FunctionSymbol, result: Abs) -> None:
        cell = symbol.result
        old = cell.value
        if same(old, result):
            return
        cell.value = result
        self._tell_readers(cell, old, symbol)

    def _tell_readers(self, cell: Cell, old: Abs, source: FunctionSymbol | None = None) -> None:
        """Let functions that read ``cell`` be evaluated again; ``source`` itself only if it learns of a tensor."""
        is_new = is_new_tensor(old, cell.value)
        for reader in list(cell.readers):
            is_other = reader is not source
            if is_other or (is_new and reader.visits < turns(reader)):
                reader.reads_new_tensor |= is_new
                self.enqueue(reader)

    def call(
        self,
        frame: Frame,
        symbol: FunctionSymbol,
        args: list[Abs],
        keywords: dict[str, Abs],
        node: ast.AST,
        receiver: ClassSymbol | None,
    ) -> Abs:
        """Return the result of calling ``symbol``, which is that of what a decorator has made of it."""
        found = self._call(frame, symbol, args, keywords, node, receiver)
        if symbol.results_of is None:
            return inferred(found) if symbol.decorated_elsewhere else found
        given = args if receiver is None or not symbol.bound else [receiver_value(symbol, receiver), *args]
        made = [ref for ref in symbol.results_of.refs if isinstance(ref, FunctionSymbol)]
        return (
            reduce(join, [self._call(frame, ref, given, keywords, node, None) for ref in made])
            if made
            else ANY
        )

    def _call(
        self,
        frame: Frame,
        symbol: FunctionSymbol,
        args: list[Abs],
        keywords: dict[str, Abs],
        node: ast.AST,
        receiver: ClassSymbol | None,
    ) -> Abs:
        bound = receiver is not None and symbol.bound
        if not symbol.declared:
            declare(self.module_frame(symbol.module), symbol)
        given = bind_arguments(symbol, args, keywords, bound=bound, more=repeated(node, args))
        changed = pass_arguments(frame, self.receiving(symbol), given, node)
        if symbol.sites is not None and not frame.failing:
            turn = frame.function.visits if frame.function is not None else 0
            symbol.sites.note(node, turn, given, own=frame.function is symbol)
        if symbol.module.frozen:
            self.offers.sign(symbol, frame.function)
            if self.reads is not None:
                self.reads.result(symbol)
            return self._known_result(symbol, given)
        if not symbol.evaluated and not symbol.running and self._depth < MAX_DEPTH:
            if frame.function is not None and frame.function.owner is not symbol.owner:
                self._construct(symbol, frame.function.owner)
            self.evaluate(symbol)
        elif changed:
            if (
                symbol.closure is not None
                and not symbol.running
                and symbol.visits < turns(symbol)
                and self._depth < MAX_DEPTH
            ):
                if is_stale(symbol):
                    self.evaluate(symbol)
            else:
                self.reconsider(symbol)
        if frame.function is not None:
            if isinstance(node, ast.Call):
                use_names(frame, symbol.parameters, given, node, bound=bound)
            symbol.result.readers[frame.function] = None
        else:
            self._top_level.note(frame.module, symbol)
        found = self._known_result(symbol, given)
        return self.hopes.result(frame.function or frame.module, symbol, given, found)

    def _construct(self, method: FunctionSymbol, base: ClassSymbol | None) -> None:
        """Evaluate the constructor before a method that a base class calls: what it assigns is there by then."""
        if base is None or method.owner is None or base not in method.owner.ancestors():
            return
        init = method.owner.method("__init__")
        if init is None or init.evaluated or init.running or init is method:
            return
        if not init.declared:
            declare(self.module_frame(init.module), init)
        self.evaluate(init)

    def receiving(self, symbol: FunctionSymbol) -> list[Parameter]:
        """Return the parameters into which the arguments of a call go."""
        return self.offers.parameters(symbol) if symbol.module.frozen else symbol.parameters

    def _known_result(self, symbol: FunctionSymbol, given: list[Abs | None]) -> Abs:
        result = symbol.result.value
        if not result.mask:
            if symbol.returns_declared is not None and symbol.returns_declared.mask & TENSOR:
                return symbol.returns_declared
            return NEVER if symbol.running or symbol.evaluated else ANY
        return result_for(symbol, result, given)

    # Classes ----------------------------------------------------------------------------------------

    def define_class(self, frame: Frame, node: ast.ClassDef) -> ClassSymbol:
        """Evaluate a class body."""
        return define_class(frame, node)

    def assign_member(self, symbol: ClassSymbol, name: str, value: Abs) -> None:
        """``instance.name = value``."""
        cell = symbol.member_here(name)
        if not cell.frozen:
            self._assign(cell, value)
        elif (kept := _kept(cell, value)) is not None:
            self.offers.member(symbol, name, kept)

    def assign_shared(self, module: ModuleSymbol, name: str, value: Abs) -> None:
        """``name = value`` in a function that says ``global name``, or what one puts into the list or dict it holds."""
        if not module.frozen:
            self._assign(module.shared.setdefault(name, Cell(module)), value)

    def assign_held(self, function: FunctionSymbol, name: str, value: Abs) -> None:
        """``name.append(value)`` in a function within ``function``, which binds the name."""
        if function.module.frozen:
            return
        cell = function.held.get(name)
        if cell is None:
            cell = function.held[name] = Cell(function.module)
            cell.readers[function] = None
        self._assign(cell, value.free())

    def _assign(self, cell: Cell, value: Abs) -> None:
        """Join what a name outside all functions is assigned, and evaluate again who has read it."""
        kept = _kept(cell, value)
        if kept is None:
            return
        old = cell.value
        if old.mask == UNKNOWN and kept.mask & ~UNKNOWN:
            cell.value = NEVER
        if cell.add(kept):
            self._tell_readers(cell, old)

    # Annotations ------------------------------------------------------------------------------------

    def annotation(self, frame: Evaluator, node: ast.expr) -> Abs | None:
        """Return the values that an annotation allows."""
        return read_annotation(frame, node)


def _kept(cell: Cell, value: Abs) -> Abs | None:
    """Return what others are told of a value that is put into ``cell``; ``None`` where it says nothing new."""
    if value.mask & UNKNOWN and value.mask & ~UNKNOWN:
        value = value.without(UNKNOWN)
    if value.mask == UNKNOWN and cell.value.mask and value.elem is None:
        return None
    if value.deps or (value.mask & TENSOR and value.ev > INFERRED and value.ev < DECLARED):
        return value.free()
    return value
