"""Writes table.rs: the operands, requirements, classes and aliases of everything in the grammar, as static rows."""
import re

from .enums import class_name
from .source import number

QUANTIFIERS = {None: "One", "?": "Optional", "*": "Many"}
HEAD = """
use super::Operand::{self, Many, One, Optional};
use super::{Category, Enumerant, ExtInst, ExtSet, Info, KindInfo, Requirements};
use crate::{Capability as C, Class, Op};
use Kind::*;

/// The kinds of operand, by the names of the grammar; those of an extended set are preceded by the set's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {"""
MAKERS = """}

const FREE: Requirements = needs(&[], &[], Some(0));

const fn needs(c: &'static [C], extensions: &'static [&'static str], since: Option<u8>) -> Requirements {
    Requirements { capabilities: c, extensions, since, until: None }
}

const fn until(last: u8, requires: Requirements) -> Requirements {
    Requirements { until: Some(last), ..requires }
}

const fn enumerant(value: u32, name: &'static str, parameters: &'static [Operand], requires: Requirements) -> Enumerant {
    Enumerant { value, name, parameters, requires }
}

const fn op(op: Op, class: Class, name: &'static str, operands: &'static [Operand], requires: Requirements) -> Info {
    let has_type = matches!(operands, [One(IdResultType), ..]);
    let has_result = matches!(operands, [One(IdResult), ..] | [One(IdResultType), One(IdResult), ..]);
    Info { op, class, name, has_type, has_result, operands, requires }
}

const fn ext(number: u32, name: &'static str, operands: &'static [Operand], requires: &'static Requirements) -> ExtInst {
    ExtInst { number, name, operands, requires }
}"""



# What an extension had before the core took it in, though Khronos's grammar names the version alone.
EARLIER = {
    "OpDemoteToHelperInvocation": ["SPV_EXT_demote_to_helper_invocation"],
    "DemoteToHelperInvocation": ["SPV_EXT_demote_to_helper_invocation"],
}

def prefix(set_name):
    """Two sets may name different kinds alike (DebugOperation), so the kinds of a set carry its name."""
    return "".join(part[0].upper() + part[1:] for part in re.split(r"[._]", set_name))


def operands(rows, renamed):
    return "&[" + ", ".join(f"{QUANTIFIERS[o.get('quantifier')]}({renamed.get(o['kind'], o['kind'])})" for o in rows) + "]"


def requirements(grammar, row):
    """Returns the expression of the requirements of a row; without version and extension it is in all versions."""
    named = row.get("capabilities", [row["capability"]] if "capability" in row else [])
    capabilities = ", ".join(f"C::{grammar.capability(c)}" for c in named)
    named = row.get("extensions", EARLIER.get(row.get("opname", row.get("enumerant")), []))
    extensions = ", ".join(f'"{e}"' for e in named)
    version = row.get("version", "None" if row.get("extensions") else "1.0")
    since = "None" if version == "None" else f"Some({version.split('.')[1]})"
    free = (capabilities, extensions, since) == ("", "", "Some(0)")
    text = "FREE" if free else f"needs(&[{capabilities}], &[{extensions}], {since})"
    return f"until({row['lastVersion'].split('.')[1]}, {text})" if "lastVersion" in row else text


def enumerant(grammar, row, renamed):
    parameters = operands(row.get("parameters", []), renamed)
    return f'enumerant({number(row["value"])}, "{row["enumerant"]}", {parameters}, {requirements(grammar, row)}),'


def instruction(grammar, row):
    parts = [f'Op::{row["opname"][2:]}', f'Class::{class_name(row["class"])}', f'"{row["opname"]}"']
    parts += [operands(row.get("operands", []), {}), requirements(grammar, row)]
    return f"    op({', '.join(parts)}),"


class Table:
    def __init__(self, grammar):
        self.grammar = grammar
        self.kinds = [(kind["kind"], kind, {}) for kind in grammar.core["operand_kinds"]]
        self.renamed = {}
        for one in grammar.sets:
            if one.kinds_of:
                self.renamed[one.name] = self.renamed[one.kinds_of]
                continue
            names = {kind["kind"]: prefix(one.name) + kind["kind"] for kind in one.grammar.get("operand_kinds", [])}
            self.renamed[one.name] = names
            self.kinds += [(names[kind["kind"]], kind, names) for kind in one.grammar.get("operand_kinds", [])]

    def kind_rows(self):
        lines = ["\n/// The rows of the kinds, in the order of [`Kind`].", "pub(super) static KINDS: &[KindInfo] = &["]
        for _, kind, renamed in self.kinds:
            category = {"BitEnum": "Mask", "ValueEnum": "Enum"}.get(kind["category"], kind["category"])
            lines.append(f'    KindInfo {{ name: "{kind["kind"]}", category: Category::{category}, enumerants: &[')
            for row in sorted(kind.get("enumerants", []), key=lambda row: number(row["value"])):
                lines.append("        " + enumerant(self.grammar, row, renamed))
            lines.append("    ] },")
        return lines + ["];"]

    def instruction_rows(self):
        rows = self.grammar.core["instructions"]
        lines = ["\n/// The instructions of the core grammar, sorted by opcode.",
                 f"pub(super) static INSTRUCTIONS: [Info; {len(rows)}] = ["]
        return lines + [instruction(self.grammar, row) for row in rows] + ["];"]

    def alias_rows(self):
        """Older names: of opcodes by the opcode, of enumerants by the kind and the value."""
        lines = ["\n/// The older names of opcodes, sorted by opcode.", "pub(super) static OPCODE_ALIASES: &[(Op, &str)] = &["]
        for row in self.grammar.core["instructions"]:
            lines += [f'    (Op::{row["opname"][2:]}, "{alias}"),' for alias in row.get("aliases", [])]
        lines += ["];\n\n/// The older names of enumerants, sorted by kind and value.",
                  "pub(super) static ENUMERANT_ALIASES: &[(Kind, u32, &str)] = &["]
        for name, kind, _ in self.kinds:
            for row in sorted(kind.get("enumerants", []), key=lambda row: number(row["value"])):
                lines += [f'    ({name}, {number(row["value"])}, "{alias}"),' for alias in row.get("aliases", [])]
        return lines + ["];"]

    def name_rows(self):
        """All names of opcodes, the older ones too."""
        rows = self.grammar.core["instructions"]
        named = sorted((name, row["opname"][2:]) for row in rows for name in [row["opname"], *row.get("aliases", [])])
        lines = ["\n/// The opcodes by their names and older names, sorted by name.",
                 "pub(super) static OPCODES_BY_NAME: &[(&str, Op)] = &["]
        return lines + [f'    ("{name}", Op::{op}),' for name, op in named] + ["];"]

    def extension_names(self):
        named = [kind.get("enumerants", []) for _, kind, _ in self.kinds] + [self.grammar.core["instructions"]]
        named += [one.grammar["instructions"] for one in self.grammar.sets]
        names = {name for rows in named for row in rows for name in row.get("extensions", [])}
        names = sorted(names.union(*EARLIER.values(), self.grammar.extensions))
        lines = ["\n/// The names of all extensions, sorted.", "pub static EXTENSIONS: &[&str] = &["]
        return lines + [f'    "{name}",' for name in names] + ["];"]

    def set_rows(self, name, doc, published):
        lines = [f"\n/// {doc}, each sorted by number.", f"pub(super) static {name}: &[ExtSet] = &["]
        for one in (one for one in self.grammar.sets if one.published == published):
            lines.append(f'    ExtSet {{ name: "{one.name}", instructions: &[')
            for row in sorted(one.grammar["instructions"], key=lambda row: row["opcode"]):
                written = operands(row.get("operands", []), self.renamed[one.name])
                needed = requirements(self.grammar, row)
                lines.append(f'        ext({row["opcode"]}, "{row["opname"]}", {written}, &{needed}),')
            lines.append("    ] },")
        return lines + ["];"]


def table(grammar):
    """Returns table.rs."""
    rows = Table(grammar)
    lines = [f"//! The grammar of SPIR-V {grammar.version()}: GENERATED by grammar/generate.py, do not edit.", HEAD]
    lines += [f"    {name}," for name, _, _ in rows.kinds] + [MAKERS]
    lines += rows.kind_rows() + rows.instruction_rows() + rows.alias_rows() + rows.name_rows()
    lines += rows.extension_names()
    lines += rows.set_rows("SETS", "The extended instruction sets", True)
    lines += rows.set_rows("UNPUBLISHED_SETS", "Extended instruction sets that no ratified specification lists", False)
    return "\n".join(lines) + "\n"
