"""The linter's dataclasses do what those of the standard library do."""

import copy
import dataclasses
import pickle

import pytest

from purity_lint import records


def defined(decorator, **options):
    @decorator(**options)
    class Point:
        """Two numbers and a list of names."""

        x: int
        y: float = 0.5
        names: list[str] = dataclasses.field(default_factory=list)

        @property
        def total(self) -> float:
            return self.x + self.y

    return Point


OPTIONS = [
    {"frozen": frozen, "slots": slots, "order": order}
    for frozen in (False, True)
    for slots in (False, True)
    for order in (False, True)
]


@records.dataclass(frozen=True, slots=True)
class Kept:
    a: int
    b: tuple[int, ...] = ()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
class TestOneOfTheLinter:
    def test_is_made_shown_and_replaced_alike(self, options):
        for cls in (defined(records.dataclass, **options), defined(dataclasses.dataclass, **options)):
            point = cls(1, names=["a"])
            assert (point.x, point.y, point.names, point.total) == (1, 0.5, ["a"], 1.5)
            assert repr(point).endswith("Point(x=1, y=0.5, names=['a'])")
            assert dataclasses.replace(point, y=2) == cls(1, 2, ["a"]) != point
            assert [one.name for one in dataclasses.fields(point)] == ["x", "y", "names"]
            assert cls(1).names is not cls(1).names
            assert hasattr(point, "__dict__") is not options["slots"]
            match point:
                case cls(x, y, names):
                    assert (x, y, names) == (1, 0.5, ["a"])

    def test_refuses_what_the_other_refuses(self, options):
        for cls in (defined(records.dataclass, **options), defined(dataclasses.dataclass, **options)):
            with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
                cls()
            with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
                cls(1, z=2)
            if options["frozen"]:
                with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
                    cls(1).x = 2
                with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
                    del cls(1).x
            else:
                changed = cls(1)
                changed.x = 2
                assert changed == cls(2)

    def test_is_compared_and_hashed_alike(self, options):
        for cls in (defined(records.dataclass, **options), defined(dataclasses.dataclass, **options)):
            assert cls(1) == cls(1) != cls(2)
            assert cls(1) != (1, 0.5, [])
            if options["frozen"]:
                assert hash(cls(1, names=())) == hash(cls(1, names=()))
            else:
                with pytest.raises(TypeError, match="unhashable"):
                    hash(cls(1, names=()))
            if options["order"]:
                assert cls(1) < cls(2) >= cls(2) > cls(1) <= cls(1)
            else:
                with pytest.raises(TypeError, match="not supported"):
                    assert cls(1) < cls(2)


def test_instances_travel_between_processes_and_are_copied():
    kept = Kept(1, (2,))
    assert pickle.loads(pickle.dumps(kept)) == kept == copy.copy(kept) == copy.deepcopy(kept)


def test_methods_that_a_class_writes_itself_stay():
    @records.dataclass
    class Named:
        name: str

        def __post_init__(self):
            self.name = self.name.title()

        def __repr__(self):
            return f"<{self.name}>"

    assert repr(Named("ada")) == "<Ada>"


def test_no_signature_is_worked_out_for_a_class_without_a_docstring(monkeypatch):
    def refused(*args, **kwargs):
        raise AssertionError(args)

    monkeypatch.setattr("inspect.signature", refused)

    @records.dataclass
    class Bare:
        x: int

    assert (Bare.__doc__, Bare(1).x) == ("Bare", 1)
