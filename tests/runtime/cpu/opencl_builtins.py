"""Makes definitions of the builtins that a program declares, in C++ for OpenCL, of what ops.clcpp means by them."""

import re

import mangled
from mangled import Type

LANES = "0123456789abcdef"
TESTS = {
    "isnan", "isinf", "isfinite", "isnormal", "signbit", "isequal", "isnotequal", "isgreater", "isgreaterequal",
    "isless", "islessequal", "islessgreater", "isordered", "isunordered",
}
ATOMIC_NAMES = {"xchg": "exchange", "fetch_add": "add", "fetch_sub": "sub", "fetch_and": "and", "fetch_or": "or",
                "fetch_xor": "xor", "fetch_min": "min", "fetch_max": "max", "init": "store", "flag_clear": "clear",
                "compare_exchange_strong": "compare_exchange", "compare_exchange_weak": "compare_exchange"}
JOINS = {"add": ("0", "Sum"), "mul": ("1", "Product"), "min": ("none_min<{T}>()", "Least"), "max": ("none_max<{T}>()", "Most")}


class Unknown(Exception):
    """A builtin without a meaning here."""


def lane(number):
    return f".s{LANES[number]}"


def ir_type(text):
    """The C type of an LLVM type."""
    names = {"i1": "bool", "i8": "char", "i16": "short", "i32": "int", "i64": "long", "half": "half", "float": "float",
             "double": "double", "void": "void", "ptr": "void *"}
    if match := re.fullmatch(r"<(\d+) x (\w+)>", text):
        return Type(names[match[2]], int(match[1]))
    if text not in names:
        raise Unknown(f"a builtin of type {text}")
    return Type(names[text])


class Builtin:
    """One declaration: its result and its parameters, as LLVM IR has them and as the name says."""

    def __init__(self, symbol, result, parameters):
        self.symbol = symbol
        self.name, named = mangled.read(symbol)
        self.result = ir_type(result)
        self.types = named if len(named) == len(parameters) else [ir_type(text) for text in parameters]

    def arguments(self):
        def text(t):
            if t.is_number or t.pointee:
                return t.text
            # Handles are pointers; orders and scopes of atomics are integers.
            return "int" if t.name.startswith("memory_") else "void *"

        return ", ".join(f"{text(t)} a{i}" for i, t in enumerate(self.types))

    def definition(self, name):
        body = self.body()
        return f'extern "C" {self.result.text} {name}({self.arguments()}) {{ {body} }}\n'

    def by_lane(self, make):
        """`make(i)` for each lane of the result; `make(None)` where there is but one."""
        if self.result.lanes == 1:
            return f"return {make(None)};"
        lanes = " ".join(f"r{lane(i)} = {make(i)};" for i in range(self.result.lanes))
        return f"{self.result.text} r; {lanes} return r;"

    def body(self):
        for pattern, rule in RULES:
            if match := re.fullmatch(pattern, self.name):
                return rule(self, *match.groups())
        return self.elementwise(f"op_{self.name}")

    # ------------------------------------------------- each lane from the same lanes

    def operand(self, index, i):
        """An argument's lane; one scalar may be for all."""
        return f"a{index}" + (lane(i) if i is not None and self.types[index].lanes > 1 else "")

    def elementwise(self, function, minus=""):
        pointers = [i for i, t in enumerate(self.types) if t.pointee]

        def call(i):
            arguments = [f"&p{n}" if n in pointers else self.operand(n, i) for n in range(len(self.types))]
            return f"{minus}{function}({', '.join(arguments)})"

        if not pointers:
            return self.by_lane(call)
        lines = []
        for i in range(self.result.lanes) if self.result.lanes > 1 else [None]:
            out = lane(i) if i is not None else ""
            places = " ".join(f"{self.types[p].pointee.name} p{p};" for p in pointers)
            results = " ".join(f"(*a{p}){out} = p{p};" for p in pointers)
            lines.append(f"{{ {places} r{out} = {call(i)}; {results} }}")
        return f"{self.result.text} r; {' '.join(lines)} return r;"

    def test(self, name):
        return self.elementwise(f"op_{name}", "-" if self.result.lanes > 1 else "")

    def convert(self, to, saturated, mode):
        is_float = to in ("half", "float", "double")
        mode = mode or ("rte" if is_float else "rtz")
        function = f"op_convert<{to}, {'true' if saturated else 'false'}, {mode}>"
        return self.by_lane(lambda i: f"{function}({self.operand(0, i)})")

    def select(self):
        def one(i):
            test = f"op_msb({self.operand(2, i)})" if i is not None else "a2"
            return f"{test} ? {self.operand(1, i)} : {self.operand(0, i)}"
        return self.by_lane(one)

    def upsample(self):
        result, half = self.result.name, self.types[0].name
        return self.by_lane(lambda i: f"op_upsample<{result}>({self.operand(0, i)}, ({half}){self.operand(1, i)})")

    # ------------------------------------------------- vectors as a whole

    def lanes_of(self, index):
        n = self.types[index].lanes
        return [f"a{index}{lane(i)}" for i in range(n)] if n > 1 else [f"a{index}"]

    def any_all(self, name):
        joint = {"any": " || ", "all": " && "}[name]
        return f"return {joint.join(f'op_msb({x})' for x in self.lanes_of(0))};"

    def dot_of(self, a, b):
        return " + ".join(f"(double){x} * {y}" for x, y in zip(a, b))

    def dot(self):
        return f"return to<{self.result.name}>({self.dot_of(self.lanes_of(0), self.lanes_of(1))});"

    def length(self, fast):
        return f"return to<{self.result.name}>(__builtin_sqrt({self.dot_of(self.lanes_of(0), self.lanes_of(0))}));"

    def distance(self, fast):
        apart = [f"((double){x} - {y})" for x, y in zip(self.lanes_of(0), self.lanes_of(1))]
        return f"return to<{self.result.name}>(__builtin_sqrt({self.dot_of(apart, apart)}));"

    def normalize(self, fast):
        size = f"double n = __builtin_sqrt({self.dot_of(self.lanes_of(0), self.lanes_of(0))});"
        one = "n == 0 ? {x} : to<{T}>({x} / n)"
        return size + self.by_lane(lambda i: one.format(x=self.operand(0, i), T=self.result.name))

    def cross(self):
        rows = "r.s0 = a0.s1*a1.s2 - a0.s2*a1.s1; r.s1 = a0.s2*a1.s0 - a0.s0*a1.s2; r.s2 = a0.s0*a1.s1 - a0.s1*a1.s0;"
        return f"{self.result.text} r = 0; {rows} return r;"

    def shuffle(self, two):
        sources = self.lanes_of(0) + (self.lanes_of(1) if two else [])
        mask = 2 if two else 1
        table = f"{self.types[0].name} t[] = {{{', '.join(sources)}}};"
        return table + self.by_lane(lambda i: f"t[{self.operand(mask, i)} & {len(sources) - 1}]")

    # ------------------------------------------------- memory

    def vload(self, lanes):
        element = self.types[1].pointee.name
        return self.by_lane(lambda i: f"a1[(size_t)a0 * {lanes} + {i}]")

    def vstore(self, lanes):
        return " ".join(f"a2[(size_t)a1 * {lanes} + {i}] = {x};" for i, x in enumerate(self.lanes_of(0)))

    def half_step(self, aligned, lanes):
        return 4 if aligned and lanes == 3 else lanes

    def vload_half(self, aligned, lanes):
        step = self.half_step(aligned, int(lanes or 1))
        return self.by_lane(lambda i: f"(float)a1[(size_t)a0 * {step} + {i or 0}]")

    def vstore_half(self, aligned, lanes, mode):
        step = self.half_step(aligned, int(lanes or 1))
        put = "a2[(size_t)a1 * {step} + {i}] = op_convert<half, false, {mode}>({x});"
        return " ".join(put.format(step=step, i=i, mode=mode or "rte", x=x) for i, x in enumerate(self.lanes_of(0)))

    def async_copy(self, strided):
        if not strided:
            return "for (size_t i = 0; i < a2; ++i) a0[i] = a1[i]; return a3;"
        # The side in global memory has the stride.
        to_global = re.search(r"PU3AS(\d)", self.symbol)[1] == "1"
        to, source = ("i * a3", "i") if to_global else ("i", "i * a3")
        return f"for (size_t i = 0; i < a2; ++i) a0[{to}] = a1[{source}]; return a4;"

    def atomic(self, name):
        name = name.removesuffix("_explicit")
        name = ATOMIC_NAMES.get(name, name)
        values = [i for i, t in enumerate(self.types) if i > 0 and not t.name.startswith("memory_")]
        arguments = ", ".join(f"a{i}" for i in [0, *values])
        if name == "clear":
            return "*a0 = 0;"
        returns = "" if self.result.name == "void" else "return "
        return f"{returns}op_atomic_{name}({arguments});"

    def friendly_atomic(self, name):
        calls = {"IIncrement": "inc(a0)", "IDecrement": "dec(a0)", "CompareExchange": "cmpxchg(a0, a5, a4)"}
        return f"return op_atomic_{calls[name]};"

    # ------------------------------------------------- groups

    def collective(self, scope, kind, op):
        none, join = JOINS[op]
        element = self.types[0].name
        function = {"reduce": "op_reduce", "scan_inclusive": "op_inclusive", "scan_exclusive": "op_exclusive"}[kind]
        return f"return {function}<{join}, {element}>({self.sub(scope)}, a0, {none.format(T=element)});"

    def sub(self, scope):
        return 1 if scope == "sub" else 0

    def vote(self, scope, kind):
        return f"return op_{kind}_of({self.sub(scope)}, a0);"

    def broadcast(self, scope):
        place = ["(uint)a1", "get_local_size(0) * a2", "get_local_size(0) * get_local_size(1) * a3"][:len(self.types) - 1]
        return f"return op_from({self.sub(scope)}, a0, {' + '.join(place)});"

    def group_broadcast(self):
        sizes = ["", "get_local_size(0) * ", "get_local_size(0) * get_local_size(1) * "]
        place = [f"{size}{x}" for size, x in zip(sizes, self.lanes_of(2))]
        return f"return op_from(a0 == 3, a1, {' + '.join(place)});"

    def shuffle_lanes(self, kind):
        lanes = {"": "a1", "_xor": "rt_index(1) ^ a1", "_up": "rt_index(1) - a1", "_down": "rt_index(1) + a1"}
        return f"return op_from(1, a0, {lanes[kind or '']});"

    def ballot(self, kind):
        first = "a0.s0"
        rules = {
            "": "uint4 r = 0; r.s0 = ballot(a0); return __builtin_astype(r, int4);",
            "_bit_count": f"return __builtin_popcount({first});",
            "_find_lsb": f"return op_ctz((uint){first});",
            "_find_msb": f"return 31 - op_clz((uint){first});",
            "_inclusive_scan": f"return __builtin_popcount({first} & (uint)ones(rt_index(1) + 1));",
            "_exclusive_scan": f"return __builtin_popcount({first} & (uint)ones(rt_index(1)));",
        }
        return rules[kind or ""]

    def mask(self, kind):
        lanes = {"eq": "1u << rt_index(1)", "lt": "ones(rt_index(1))", "le": "ones(rt_index(1) + 1)",
                 "gt": "ones(rt_count(1)) & ~ones(rt_index(1) + 1)", "ge": "ones(rt_count(1)) & ~ones(rt_index(1))"}
        return f"int4 r = 0; r.s0 = (int)({lanes[kind]}); return r;"

    # ------------------------------------------------- images

    def coordinates(self, index):
        return (self.lanes_of(index) + ["0", "0", "0"])[:3]

    def read_image(self, kind):
        sampled = len(self.types) == 3
        sampler = "(uint)(size_t)a1" if sampled else "0"
        x = ", ".join(self.coordinates(2 if sampled else 1))
        return (f"double v[4]; op_read_image((const Image *)a0, {sampler}, {x}, v);"
                + self.by_lane(lambda i: f"({ {'f': 'float', 'i': 'int', 'ui': 'uint', 'h': 'half'}[kind] })v[{i or 0}]"))

    def write_image(self, kind):
        signs = "(uint)" if kind == "ui" else ""
        values = ", ".join(f"(double){signs}{x}" for x in self.lanes_of(2))
        return f"double v[4] = {{{values}}}; op_write_image((const Image *)a0, {', '.join(self.coordinates(1))}, v);"

    def image_size(self, what):
        index = {"width": 0, "height": 1, "depth": 2}
        if what == "dim":
            lanes = " ".join(f"r{lane(i)} = i->size[{i}];" for i in range(min(3, self.result.lanes)))
            return f"const Image *i = (const Image *)a0; {self.result.text} r = 0; {lanes} return r;"
        field = {"channel_order": "order", "channel_data_type": "type"}.get(what) or f"size[{index[what]}]"
        return f"return ((const Image *)a0)->{field};"


RULES = [
    (r"convert_(u?[a-z]+?)\d*(_sat)?(?:_(rt.))?", Builtin.convert),
    ("(" + "|".join(TESTS) + ")", Builtin.test),
    ("select", Builtin.select),
    ("upsample", Builtin.upsample),
    ("nan", lambda self: self.by_lane(lambda i: f'to<{self.result.name}>(__builtin_nan(""))')),
    ("(any|all)", Builtin.any_all),
    ("dot", Builtin.dot),
    ("(fast_)?length", Builtin.length),
    ("(fast_)?distance", Builtin.distance),
    ("(fast_)?normalize", Builtin.normalize),
    ("cross", Builtin.cross),
    ("shuffle(2?)", Builtin.shuffle),
    (r"vload(\d+)", Builtin.vload),
    (r"vstore(\d+)", Builtin.vstore),
    (r"vload(a?)_half(\d*)", Builtin.vload_half),
    (r"vstore(a?)_half(\d*)(?:_(rt.))?", Builtin.vstore_half),
    ("async_work_group(_strided)?_copy", Builtin.async_copy),
    ("prefetch|atomic_work_item_fence|mem_fence|read_mem_fence|write_mem_fence|__spirv_MemoryBarrier", lambda self: ""),
    ("atomic_(.*)", Builtin.atomic),
    ("__spirv_Atomic(.*)", Builtin.friendly_atomic),
    ("(work|sub)_group_(reduce|scan_inclusive|scan_exclusive)_([a-z]+)", Builtin.collective),
    ("(work|sub)_group_(any|all)", Builtin.vote),
    ("(work|sub)_group_broadcast", Builtin.broadcast),
    ("__spirv_GroupBroadcast", Builtin.group_broadcast),
    ("sub_group_shuffle(_xor|_up|_down)?", Builtin.shuffle_lanes),
    ("sub_group_ballot(_.*)?", Builtin.ballot),
    ("sub_group_inverse_ballot", lambda self: "return (uint)a0.s0 >> rt_index(1) & 1;"),
    ("get_sub_group_(..)_mask", Builtin.mask),
    ("sub_group_barrier", lambda self: "rt_barrier(1);"),
    ("read_image(f|i|ui|h)", Builtin.read_image),
    ("write_image(f|i|ui|h)", Builtin.write_image),
    ("get_image_(dim|width|height|depth|channel_order|channel_data_type)", Builtin.image_size),
    ("get_fence", lambda self: "return rt_fence(a0);"),
    # What the generic pointer's storage class is, as memory semantics.
    ("__spirv_GenericPtrMemSemantics", lambda self: "return rt_fence((void *)a0) == 1 ? 0x100 : 0x200;"),
    ("__translate_sampler_initializer", lambda self: "return (void *)(size_t)a0;"),
    # As many as core.c has stacks for; as many as are in a sub-group.
    ("__spirv_GetKernelWorkGroupSize", lambda self: "return 1024;"),
    ("__spirv_GetKernelPreferredWorkGroupSizeMultiple", lambda self: "return 8;"),
    ("__spirv_SpecConstant", lambda self: "return a1;"),
]
