"""The machine-readable grammar of Khronos, with what it lacks: read by grammar_table.py and numbers/generate.py."""
import json
import pathlib
import sys

HEADERS = pathlib.Path(sys.argv[1])
# What was renamed when a vendor's extension became one of many: the older names are those that all tools print and read.
KEPT_NAMES = {
    "CooperativeMatrixConvertUseEXT": "CooperativeMatrixConvertNV",
    "CooperativeMatrixReduceEXT": "CooperativeMatrixReduceNV",
    "CooperativeMatrixPerElementOpEXT": "CooperativeMatrixPerElementOpNV",
    "CooperativeMatrixReductionsEXT": "CooperativeMatrixReductionsNV",
    "CooperativeMatrixPerElementOperationsEXT": "CooperativeMatrixPerElementOperationsNV",
    "ControlBarrierArriveEXT": "ControlBarrierArriveINTEL",
    "ControlBarrierWaitEXT": "ControlBarrierWaitINTEL",
    "SplitBarrierEXT": "SplitBarrierINTEL",
    "ForceOpacityMicromap2StateKHR": "ForceOpacityMicromap2StateEXT",
    "RayTracingOpacityMicromapKHR": "RayTracingOpacityMicromapEXT",
}


def load(name):
    return json.loads((HEADERS / f"{name}.grammar.json").read_text())


def unpublished():
    """What is published nowhere but used by tools."""
    return json.loads((pathlib.Path(__file__).parent / "unpublished.grammar.json").read_text())


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def keep_name(row, key):
    """Gives the row its older name, and its older extension precedence."""
    base = row[key].removeprefix("Op")
    if base in KEPT_NAMES:
        row[key] = row[key].replace(base, KEPT_NAMES[base])
        row.get("extensions", []).reverse()
    row["capabilities"] = [KEPT_NAMES.get(name, name) for name in row.get("capabilities", [])]


def core():
    """The grammar of the core and of all extensions, those that are published nowhere but used by tools included.

    What has a number that is published replaces that one: the operands of some are written nowhere but in prose.
    """
    grammar = load("spirv.core")
    more = unpublished()
    grammar["instructions"] += more["instructions"]
    kinds = {kind["kind"]: kind for kind in grammar["operand_kinds"]}
    for kind in more["operand_kinds"]:
        own = {number(row["value"]) for row in kind["enumerants"]}
        rows = kinds[kind["kind"]]["enumerants"]
        rows[:] = [row for row in rows if number(row["value"]) not in own] + kind["enumerants"]
    for row in grammar["instructions"]:
        keep_name(row, "opname")
    for kind in grammar["operand_kinds"]:
        for row in kind.get("enumerants", []):
            keep_name(row, "enumerant")
    return grammar
