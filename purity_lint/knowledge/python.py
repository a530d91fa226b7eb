"""Results of builtins and of the standard library, and of the Array API's compatibility packages."""

from __future__ import annotations

import builtins
import sys
from typing import Final

from purity_lint.knowledge.notation import Fact, Facts, Result, expand, words

BUFFERS: Final = ("memoryview", "array.array")
"""Classes of numbers in the host's memory, whose methods and attributes are called as those of arrays are."""

BUILTINS: Facts = {
    Result.INT: "int hash id ord",
    Result.FLOAT: "float",
    Result.COMPLEX: "complex",
    Result.BOOL: "bool isinstance issubclass callable hasattr",
    Result.STR: "str repr chr hex oct bin ascii format input",
    Result.DIM: "len",
    Result.BYTES: "bytes bytearray",
    Result.BUFFER: BUFFERS[0],
    Result.NONE: "print setattr delattr exec breakpoint",
    Result.OTHER: """
        open slice property staticmethod classmethod object type vars dir globals locals compile
    """,
}

EXCEPTIONS: Final = frozenset(
    f"builtins.{name}"
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
)

TABLE: Facts = {
    Result.FLOAT: """
        math.sqrt math.exp math.log math.log2 math.log10 math.log1p math.expm1 math.sin math.cos math.tan
        math.asin math.acos math.atan math.atan2 math.sinh math.cosh math.tanh math.pow math.fabs math.hypot
        math.degrees math.radians math.gamma math.lgamma math.erf math.erfc math.fsum math.copysign math.fmod
        math.ldexp math.dist math.cbrt math.exp2 math.nextafter math.ulp math.acosh math.asinh math.atanh
        math.remainder math.prod time.time time.perf_counter time.monotonic time.process_time random.random
        random.uniform random.gauss random.normalvariate random.betavariate random.expovariate
        random.gammavariate random.lognormvariate random.triangular random.vonmisesvariate
        random.paretovariate random.weibullvariate statistics.mean statistics.stdev statistics.median
        statistics.variance statistics.pstdev timeit.timeit cmath.phase timeit.default_timer
    """,
    Result.INT: """
        math.floor math.ceil math.trunc math.factorial math.gcd math.lcm math.comb math.perm math.isqrt
        random.randint random.randrange random.getrandbits os.getpid sys.getrecursionlimit sys.getsizeof
        operator.index time.time_ns time.perf_counter_ns os.cpu_count multiprocessing.cpu_count bisect.bisect
        bisect.bisect_left bisect.bisect_right threading.active_count threading.get_ident
        os.path.getsize
    """,
    Result.BOOL: """
        math.isclose math.isnan math.isinf math.isfinite os.path.exists os.path.isfile os.path.isdir
        inspect.isclass inspect.isfunction dataclasses.is_dataclass operator.contains os.path.isabs
    """,
    Result.COMPLEX: "cmath.sqrt cmath.exp cmath.log cmath.sin cmath.cos cmath.rect",
    Result.STR: """
        os.path.join os.path.dirname os.path.basename os.path.abspath os.path.expanduser os.path.realpath
        os.getcwd os.path.normpath os.path.relpath os.getenv platform.system platform.machine
        platform.python_version time.strftime time.ctime json.dumps textwrap.dedent textwrap.fill
        inspect.getsource inspect.cleandoc traceback.format_exc re.sub re.escape shutil.which string.capwords
        getpass.getuser tempfile.mkdtemp tempfile.gettempdir socket.gethostname
    """,
    Result.NONE: """
        random.seed random.shuffle warnings.warn os.makedirs os.remove sys.exit time.sleep gc.collect
        warnings.simplefilter warnings.filterwarnings heapq.heappush heapq.heapify json.dump
    """,
    Result.STR_LIST: "os.listdir re.findall re.split glob.glob shlex.split",
    Result.ROWS_OF_STR: "csv.reader",
    Result.RECORDS_OF_STR: "csv.DictReader",
    Result.OTHER: """
        datetime.datetime datetime.date datetime.timedelta datetime.datetime.now datetime.datetime.utcnow
        datetime.date.today pathlib.Path pathlib.PurePath fractions.Fraction decimal.Decimal re.compile
        re.match re.search logging.getLogger argparse.ArgumentParser threading.Lock threading.Thread
        subprocess.run io.StringIO io.BytesIO uuid.uuid4 inspect.signature collections.abc.Iterable
        contextlib.suppress weakref.ref random.Random logging.Formatter
        inspect.getfullargspec inspect.currentframe enum.Enum struct.calcsize
    """,
    Result.BUFFER: BUFFERS[1],
    Result.BYTES: "struct.pack pickle.dumps",
    Result.INT_DICT: "collections.Counter",
    Result.WRAPPED: """
        functools.lru_cache functools.cache functools.wraps functools.singledispatch functools.total_ordering
    """,
    Result.NAMESPACE: """
        array_api_compat.array_namespace array_api_compat.get_namespace array_api_extra.array_namespace
        emberops.namespace
    """,
    Result.INDEXER: "array_api_extra.at",
    Result.DEVICE: "array_api_compat.device",
    Result.DIM: "array_api_compat.size",
    Result.FIRST_ARGUMENT: "array_api_compat.to_device copy.copy copy.deepcopy",
}

CONSTANTS: dict[str, Result] = {
    "math.pi": Result.FLOAT,
    "math.e": Result.FLOAT,
    "math.inf": Result.FLOAT,
    "math.nan": Result.FLOAT,
    "math.tau": Result.FLOAT,
    "sys.maxsize": Result.INT,
    "sys.float_info": Result.OTHER,
    "sys.version_info": Result.OTHER,
    "sys.version": Result.STR,
    "sys.platform": Result.STR,
    "sys.argv": Result.STR_LIST,
    "sys.path": Result.STR_LIST,
    "os.sep": Result.STR,
    "os.environ": Result.STR_DICT,
    "os.name": Result.STR,
    "string.ascii_letters": Result.STR,
    "string.ascii_lowercase": Result.STR,
    "string.ascii_uppercase": Result.STR,
    "string.digits": Result.STR,
    "scipy.constants.pi": Result.FLOAT,
}

FACTS: dict[str, Fact] = {
    **{name[1:]: fact for name, fact in expand("", BUILTINS).items()},
    **{name[1:]: fact for name, fact in expand("", TABLE).items()},
}
FACTS = {f"builtins.{name}" if "." not in name else name: fact for name, fact in FACTS.items()}

TAKE_NUMBERS = words("""
    fractions.Fraction decimal.Decimal json.dumps json.dump datetime.timedelta pandas.Timedelta
""")
"""Functions that take Python's numbers, of which NumPy's elements are some, by position or by name."""
TAKE_SEQUENCES = words("""
    bisect.bisect bisect.bisect_left bisect.bisect_right random.choice random.choices random.sample
""")
"""Functions whose first argument is a sequence, for which NumPy's arrays pass."""
TAKE_SAMPLES = words("""
    statistics.mean statistics.fmean statistics.geometric_mean statistics.harmonic_mean statistics.median
    statistics.median_low statistics.median_high statistics.mode statistics.multimode statistics.quantiles
    statistics.pstdev statistics.pvariance statistics.stdev statistics.variance statistics.correlation
    statistics.covariance statistics.linear_regression
""")
"""Functions that take sequences of Python's numbers."""

STRING_METHODS: dict[str, Result] = {
    name: code
    for code, names in {
        Result.STR: """
            capitalize casefold center expandtabs format format_map join ljust lower lstrip replace rjust
            rstrip strip swapcase title translate upper zfill removeprefix removesuffix decode
        """,
        Result.STR_LIST: "split rsplit splitlines",
        Result.INT: "count find index rfind rindex",
        Result.BOOL: """
            endswith isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable
            isspace istitle isupper startswith
        """,
        Result.BYTES: "encode",
        Result.STR_TUPLE: "partition rpartition",
    }.items()
    for name in names.split()
}
ONLY_OF_TEXT = words(
    "capitalize casefold lower upper strip lstrip rstrip splitlines swapcase removeprefix removesuffix zfill"
)
"""Methods that, called on an unknown value, say that it is text."""

NAMESPACE_GETTERS = frozenset(
    {
        "array_namespace",
        "get_namespace",
        "get_namespace_and_device",
        "get_array_module",
        "namespace_of",
        "__array_namespace__",
    }
)
"""Functions that return the array namespace of their arguments, whatever module holds them."""
NAMESPACES_BOUND = "namespace"
"""What the linter calls those by which files of a project get the namespace of their arrays."""
CACHES = frozenset({"functools.lru_cache", "functools.cache"})
"""Decorators of functions whose results are kept, by the hashes of the arguments, and given to whoever asks again."""
DROPPED = "result dropped"
"""What the linter calls it that a function is called for what it changes: no call of its result is read."""
GIVEN_BACK = "argument given back"
"""What it calls functions that change a parameter and return it, or nothing."""
ARGUMENTS_GIVEN_BACK = "arguments given back"
"""What it calls it that a function of a module gives back certain of its arguments: `solver.step(0:u, 2:v)`."""
METHODS_CHANGING = "method changes arguments"
"""What it calls it that all methods of a name change the same arguments, and some return nothing: `.fill[0:u]`."""
CALLED_BACK = "function called back"
"""What it calls it that a function is handed to an array library, which takes what it gives back."""
KEYWORDS_GIVEN = "keywords given"
"""What it calls it that a function of another file is given a keyword: `nanstd@ddof`."""
FUNCTIONS_NAMED = "functions named"
"""What it calls it that a file has a name for a function of a library."""
AT = "@"
"""Between the name of a function and the position or the name of an argument: `sweep@0`, `.sweep@u`."""
CHANGED = "argument changed"
"""What it calls it that a function changes a parameter in place: `sweep@0`, and `.sweep@u` of a method."""
LEFT_BEHIND = "argument left behind"
"""What it calls it that an argument is read when the call is done, and the result is not bound to it."""
ARRAYS_TAKEN = "array taken"
"""What it calls it that a file keeps the array of an attribute, `main>.u`, or a function what it is handed."""
HANDED_ON = "parameter handed on"
"""What it calls it that a function gives back what another one gives back of its parameters: `advance>kick`."""
HANDED_OVER = "function handed over"
"""What it calls it that a function is handed to somebody of whom nobody knows whether he takes what it gives back."""
FLAGGED_GETTERS = frozenset({"get_namespace", "get_namespace_and_device"})
"""Those of them that say as well whether the arrays keep to the standard."""

WITHOUT_EFFECT = words("""
    abs all any ascii bin bool bytes callable chr complex dict divmod enumerate float format frozenset getattr hasattr
    hash hex id int isinstance issubclass len list map max min oct ord pow range repr reversed round set slice sorted
    str sum tuple type zip
    """)
"""Builtins that give a value and do nothing else, to arguments that are no iterators."""
CONSUMING = words("""
    next pop popleft popitem send input read readline anext
    random rand randn randint integers normal uniform choice permutation standard_normal exponential poisson binomial
    """)
"""Functions and methods that give another value each time: of iterators, queues, files and random numbers."""

MEMBERS_OF_CONTAINERS = frozenset({*dir(list), *dir(dict), *dir(set), *dir(str)})
"""Methods of containers and texts."""

TYPED_DICTS = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})
"""Classes whose instances are dicts with items of declared names."""
EXECUTORS = ("concurrent.futures.", "multiprocessing.Pool", "multiprocessing.pool.", "multiprocess.Pool")
"""How the names of classes begin that run functions in other threads and processes."""
MAPPING_METHODS = frozenset({"map", "imap", "imap_unordered"})
"""Their methods that give a result for each of some arguments."""
SPREADING_METHODS = frozenset({"starmap"})
"""The same, of tuples of arguments."""
SUBMITTING_METHODS = {"submit": False, "apply_async": True}
"""Methods that give a future -> whether the arguments are one tuple."""
FUTURE = "concurrent.futures.Future"
"""Class of what will have a result."""
RESULT_METHODS = frozenset({"result", "get"})
"""Methods of a future that give it."""
GATHERING = frozenset({"joblib.Parallel", "joblib.parallel.Parallel"})
"""Classes whose instances give the list of what they are given one by one."""
ITERATING = frozenset(
    {
        *("list", "tuple", "set", "frozenset", "enumerate", "zip", "sorted", "reversed"),
        *("map", "filter", "iter", "next", "sum", "max", "min"),
    }
)
"""Functions that are built in and go through the items of what they are given."""
QUEUES = frozenset(
    {
        *("queue.Queue", "queue.LifoQueue", "queue.PriorityQueue", "queue.SimpleQueue"),
        *("asyncio.Queue", "asyncio.LifoQueue", "asyncio.PriorityQueue"),
        *("multiprocessing.Queue", "multiprocessing.SimpleQueue", "multiprocessing.JoinableQueue"),
    }
)
"""Classes of queues, which give what was put into them."""
FIELD_MAKERS = (
    "attr.ib",
    "attr.attrib",
    "attr.field",
    "attrs.field",
    "dataclasses.field",
    "equinox.field",
    "flax.struct.field",
    "pydantic.Field",
)
"""Functions that declare a field of a class."""
FROZEN_RECORDS = frozenset({"equinox.Module"})
"""Classes of libraries whose subclasses are records, of whose instances no attribute can be bound anew."""
RECORD_CLASSES = frozenset({"pydantic.BaseModel", "msgspec.Struct"}) | FROZEN_RECORDS
"""Classes of libraries that make records of their subclasses, as `dataclass` does: annotated names are arguments."""
NAMESPACES = ("types.SimpleNamespace", "argparse.Namespace")
"""Classes whose instances have the attributes that they are made with."""
AWAITING = (
    "asyncio.run",
    "asyncio.create_task",
    "asyncio.ensure_future",
    "asyncio.wait_for",
    "asyncio.shield",
)
"""Functions that run a coroutine."""
CLASS_METHODS = frozenset({"__init_subclass__", "__class_getitem__"})
"""Methods that are class methods without being declared so."""
KEEPING = frozenset({"append", "add", "insert", "setdefault", "update", "register"})
"""Methods that put what they are given into a container."""
PASSING_ON: Final = frozenset(sys.stdlib_module_names) | words("""
    absl attr attrs beartype chex click cupy deprecated deprecation equinox flax haiku hypothesis jax jaxtyping joblib
    keras line_profiler matplotlib memory_profiler mlx mock nose numba numpy parameterized pytest scipy sklearn taichi
    tensorflow torch typeguard typing_extensions
    """)
"""Packages whose decorators give functions that give what the decorated ones do."""
DISPATCHING = frozenset({"functools.singledispatch", "functools.singledispatchmethod"})
"""Decorators of functions of which one is chosen by the class of the first argument."""
