"""Reads the machine-readable grammar of Khronos and adds what it lacks.

khronos/ holds files of SPIRV-Headers, unchanged. additions/ holds rows in the same format: a row of a number that Khronos's
file has, too, replaces that one, and its `aliases` keep the older names. `classes` gives a class to instructions of vendors
that have none in Khronos's file (`@exclude`, `Reserved`); `extensions` are the names of those that bring no row.
"""
import json
import pathlib
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).parent.parent
ADDITIONS = ["newer", "unpublished"]


@dataclass
class Set:
    """An extended instruction set."""

    # The name in OpExtInstImport. A NonSemantic set may carry a version after it.
    name: str
    # The name of the Rust enumeration of its instructions; sets that extend one another share it.
    enum: str
    grammar: dict
    # The prefix of the names of instructions that the variants leave out.
    prefix: str = ""
    # False where no ratified specification lists the set.
    published: bool = True
    # The first published set with the operand kinds of this one.
    kinds_of: str = ""


PUBLISHED = [
    ("OpenCL.std", "OpenClStd", "opencl.std.100"),
    ("GLSL.std.450", "GlslStd450", "glsl.std.450"),
    ("OpenCL.DebugInfo.100", "OpenClDebugInfo", "opencl.debuginfo.100"),
    ("DebugInfo", "DebugInfo", "debuginfo"),
    ("NonSemantic.Shader.DebugInfo.100", "ShaderDebugInfo", "nonsemantic.shader.debuginfo.100"),
    ("NonSemantic.ClspvReflection", "ClspvReflection", "nonsemantic.clspvreflection"),
    ("NonSemantic.DebugBreak", "DebugBreak", "nonsemantic.debugbreak"),
    ("NonSemantic.DebugPrintf", "DebugPrintf", "nonsemantic.debugprintf"),
    ("NonSemantic.VkspReflection", "VkspReflection", "nonsemantic.vkspreflection"),
    ("SPV_AMD_gcn_shader", "AmdGcnShader", "spv-amd-gcn-shader"),
    ("SPV_AMD_shader_ballot", "AmdShaderBallot", "spv-amd-shader-ballot"),
    ("SPV_AMD_shader_explicit_vertex_parameter", "AmdExplicitVertexParameter", "spv-amd-shader-explicit-vertex-parameter"),
    ("SPV_AMD_shader_trinary_minmax", "AmdTrinaryMinmax", "spv-amd-shader-trinary-minmax"),
    ("Arm.MotionEngine.100", "ArmMotionEngine", "arm.motion-engine.100"),
    ("TOSA.001000.1", "Tosa", "tosa.001000.1"),
]


def read(folder, name):
    return json.loads((ROOT / folder / f"{name}.grammar.json").read_text())


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def replaced(rows, additions, key):
    """Returns the rows, those of the additions in place of rows of the same number."""
    own = {number(row[key]) for row in additions}
    return [row for row in rows if number(row[key]) not in own] + additions


def with_kinds(kinds, additions):
    """Returns the operand kinds with the enumerants of the additions; a new kind stands before the kinds of ids."""
    kinds = list(kinds)
    for kind in additions:
        place = next((at for at, known in enumerate(kinds) if known["kind"] == kind["kind"]), None)
        if place is None:
            place = next(at for at, known in enumerate(kinds) if known["category"] == "Id")
            kinds.insert(place, kind)
        else:
            rows = replaced(kinds[place].get("enumerants", []), kind["enumerants"], "value")
            kinds[place] = {**kinds[place], "enumerants": rows}
    return kinds


class Grammar:
    """The core grammar and the extended instruction sets, additions included."""

    def __init__(self):
        self.core = read("khronos", "spirv.core")
        self.sets = [Set(name, enum, read("khronos", "extinst." + file)) for name, enum, file in PUBLISHED]
        # The extensions that no row names.
        self.extensions = []
        for name in ADDITIONS:
            additions = read("additions", name)
            self.extensions += additions.get("extensions", [])
            self._add_to_core(additions)
            self.sets += [self._set(name, row) for name, row in additions.get("sets", {}).items()]
        self.core["instructions"].sort(key=lambda row: row["opcode"])
        self._capabilities = self._by_alias("Capability")

    def _add_to_core(self, additions):
        core = self.core
        core["revision"] = additions.get("revision", core["revision"])
        core["instructions"] = replaced(core["instructions"], additions.get("instructions", []), "opcode")
        core["operand_kinds"] = with_kinds(core["operand_kinds"], additions.get("operand_kinds", []))
        classes = {name: tag for tag, names in additions.get("classes", {}).items() for name in names}
        core["instructions"] = [{**row, "class": classes.get(row["opname"], row["class"])} for row in core["instructions"]]

    def _set(self, name, row):
        """Returns a set of the additions: its own instructions, or those of its base and its own."""
        base = next((known for known in self.sets if known.name == row.get("base")), None)
        instructions = replaced(base.grammar["instructions"] if base else [], row["instructions"], "opcode")
        grammar = {"instructions": instructions, "operand_kinds": row.get("operand_kinds", [])}
        return Set(name, row["enum"], grammar, row.get("prefix", ""), row.get("published", True), base.name if base else "")

    def _by_alias(self, kind):
        """Returns the name of each enumerant by its names."""
        rows = next(known for known in self.core["operand_kinds"] if known["kind"] == kind)["enumerants"]
        aliases = {alias: row["enumerant"] for row in rows for alias in row.get("aliases", [])}
        return aliases | {row["enumerant"]: row["enumerant"] for row in rows}

    def capability(self, name):
        """Returns the name that the capability has today."""
        return self._capabilities[name]

    def version(self):
        core = self.core
        return f"{core['major_version']}.{core['minor_version']}.{core['revision']}"
