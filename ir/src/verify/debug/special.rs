//! Checks rules of nodes that do not fit the tables.

use super::rows::TYPES;
use super::*;
use crate::metadata::is_valid;

/// Bits of flags of debug information.
mod flag {
    pub(super) const BLOCK_BY_REFERENCE: u64 = 1 << 4;
    pub(super) const VECTOR: u64 = 1 << 11;
    pub(super) const STATIC_MEMBER: u64 = 1 << 12;
    pub(super) const LVALUE: u64 = 1 << 13;
    pub(super) const RVALUE: u64 = 1 << 14;
    pub(super) const BY_VALUE: u64 = 1 << 22;
    pub(super) const BY_REFERENCE: u64 = 1 << 23;
    pub(super) const BIG_ENDIAN: u64 = 1 << 27;
    pub(super) const LITTLE_ENDIAN: u64 = 1 << 28;
    pub(super) const ALL_CALLS: u64 = 1 << 29;
}
/// The flag of a subprogram that is a definition.
pub(super) const DEFINITION: u64 = 1 << 3;

const TAG_POINTERS: [u64; 3] = [0x0f, 0x10, 0x42];
const TAG_MEMBER_POINTER: u64 = 0x1f;
const TAG_SET: u64 = 0x20;
const TAG_VARIABLE: u64 = 0x34;
const TAG_ENUMERATION: u64 = 0x04;
const TAG_ARRAY: u64 = 0x01;
const TAG_VARIANT: u64 = 0x33;
const TAG_TEMPLATE_ALIAS: u64 = 0x43;
/// The encodings of the basic types that a set may have.
const OF_SETS: [u64; 5] = [0x07, 0x05, 0x08, 0x06, 0x02];
/// Lengths of checksums by kind.
const CHECKSUMS: [usize; 3] = [32, 40, 64];

fn conflicts(flags: u64) -> bool {
    let both = |a, b| flags & a != 0 && flags & b != 0;
    both(flag::LVALUE, flag::RVALUE) || both(flag::BY_VALUE, flag::BY_REFERENCE)
}

impl<'m> Verifier<'m> {
    pub(super) fn special(&mut self, node: u32, kind: NodeKind) -> Rule {
        match kind {
            NodeKind::Location => self.location_node(node),
            NodeKind::Generic => HERE.require(self.m.node_word(node, 1) != 0, "invalid tag"),
            NodeKind::Subrange => self.subrange(node),
            NodeKind::GenericSubrange => {
                let both = self.m.node_at(node, 1).is_some() && self.m.node_at(node, 3).is_some();
                HERE.require(!both, "GenericSubrange can have any one of count or upperBound")
            }
            NodeKind::StringType => Ok(()),
            NodeKind::FixedPointType => self.fixed_point(node),
            NodeKind::DerivedType => self.derived(node),
            NodeKind::CompositeType => self.composite(node),
            NodeKind::SubroutineType => {
                let types = self.m.node_at(node, 2);
                self.list(types, "invalid composite elements", |v, ty| ty.is_none() || v.is_one_of(ty, TYPES))?;
                HERE.require(!conflicts(self.m.node_word(node, 1)), "invalid reference flags")
            }
            NodeKind::File => self.file(node),
            NodeKind::CompileUnit => self.unit(node),
            NodeKind::Subprogram => self.subprogram_node(node),
            NodeKind::LexicalBlock | NodeKind::LexicalBlockFile => self.lexical_block(node, kind),
            NodeKind::Macro => HERE.require(
                self.m.node_text(self.m.node_at(node, 3)).is_some_and(|name| !name.is_empty()),
                "anonymous macro",
            ),
            NodeKind::MacroFile => {
                let macros = self.m.node_at(node, 4);
                self.list(macros, "invalid macro list", |v, node| {
                    matches!(v.m.node_kind(node), Some(NodeKind::Macro | NodeKind::MacroFile))
                })
            }
            NodeKind::Module => HERE.require(
                self.m.node_text(self.m.node_at(node, 3)).is_some_and(|name| !name.is_empty()),
                "anonymous module",
            ),
            NodeKind::GlobalVariable => HERE.require(
                self.m.node_word(node, 8) == 0 || self.m.node_at(node, 6).is_some(),
                "missing global variable type",
            ),
            NodeKind::Expression => self.expression_node(node),
            NodeKind::GlobalVariableExpression => {
                let expression = self.m.node_at(node, 2);
                match (self.m.node_at(node, 1), expression) {
                    (Some(variable), Some(expression)) => {
                        self.expression_node(expression)?;
                        self.debug_node(variable, NodeKind::GlobalVariable)?;
                        self.fragment(variable, expression, 6)
                    }
                    _ => Ok(()),
                }
            }
            NodeKind::AssignId => HERE.require(self.m.node_is_distinct(node), "DIAssignID must be distinct"),
            _ => Ok(()),
        }
    }

    pub(super) fn expression_node(&self, node: u32) -> Rule {
        let words = self.m.metadata.get(node).map_or(&[][..], |n| self.m.metadata.words(n));
        HERE.require(is_valid(words.get(1..).unwrap_or(&[])), "invalid expression")
    }

    fn location_node(&mut self, node: u32) -> Rule {
        let scope = self.m.node_at(node, 3);
        if self.m.node_kind(scope) == Some(NodeKind::Subprogram) {
            self.is_definition(scope)?;
        }
        if self.m.node_word(node, 6) != 0
            && let Some(subprogram) = scope.and_then(|scope| self.subprogram_of_scope(scope))
        {
            HERE.require(
                self.m.node_word(subprogram, 20) != 0,
                "DbgLoc uses atomGroup but DISubprogram doesn't have Key Instructions enabled",
            )?;
        }
        Ok(())
    }

    fn is_definition(&self, subprogram: Option<u32>) -> Rule {
        let flags = subprogram.map_or(0, |node| self.m.node_word(node, 9));
        HERE.require(flags & DEFINITION != 0, "scope points into the type hierarchy")
    }

    fn lexical_block(&self, node: u32, kind: NodeKind) -> Rule {
        let scope = self.m.node_at(node, 1);
        if self.m.node_kind(scope) == Some(NodeKind::Subprogram) {
            self.is_definition(scope)?;
        }
        HERE.require(
            kind != NodeKind::LexicalBlock || self.m.node_word(node, 3) != 0 || self.m.node_word(node, 4) == 0,
            "cannot have column info without line info",
        )
    }

    fn subrange(&self, node: u32) -> Rule {
        let m = self.m;
        let both = m.node_word(node, 1) != 0 && m.node_word(node, 3) != 0;
        HERE.require(!both, "Subrange can have any one of count or upperBound")?;
        let count = m.node_integer(m.node_at(node, 1)).and_then(|value| m.signed_integer(value));
        HERE.require(count.is_none_or(|count| count >= -1), "invalid subrange count")
    }

    fn fixed_point(&self, node: u32) -> Rule {
        const SIGNED: u64 = 0x0d;
        const UNSIGNED: u64 = 0x0e;
        const RATIONAL: u64 = 2;
        let m = self.m;
        HERE.require(matches!(m.node_word(node, 5), SIGNED | UNSIGNED), "invalid encoding")?;
        HERE.require(m.node_word(node, 7) <= RATIONAL, "invalid kind")
    }

    fn derived(&self, node: u32) -> Rule {
        let m = self.m;
        let tag = m.node_word(node, 1);
        if tag == TAG_VARIABLE {
            HERE.require(m.node_word(node, 10) & flag::STATIC_MEMBER != 0, "invalid tag")?;
        }
        let extra = m.node_at(node, 11);
        match tag {
            TAG_MEMBER_POINTER => {
                HERE.require(extra.is_none() || self.is_one_of(extra, TYPES), "invalid pointer to member type")?
            }
            TAG_TEMPLATE_ALIAS => self.template_parameters(extra)?,
            TAG_SET => self.set_of(m.node_at(node, 6))?,
            _ => {
                let single = m.node_kind(extra) == Some(NodeKind::Tuple) && {
                    let operands = extra.map(|extra| m.node_operands(extra)).unwrap_or_default();
                    operands.len() == 1 && m.node_constant(operands.first().copied().flatten()).is_some()
                };
                let fits = extra.is_none()
                    || single
                    || m.node_constant(extra).is_some()
                    || m.node_text(extra).is_some()
                    || m.node_kind(extra) == Some(NodeKind::ObjcProperty);
                HERE.require(
                    fits,
                    "extraData must be ConstantAsMetadata, MDString, DIObjCProperty, or MDTuple with single \
                     ConstantAsMetadata operand",
                )?;
            }
        }
        HERE.require(
            m.node_word(node, 12) == 0 || TAG_POINTERS.contains(&tag),
            "DWARF address space only applies to pointer or reference types",
        )
    }

    fn set_of(&self, base: Option<u32>) -> Rule {
        let m = self.m;
        let Some(base) = base else { return Ok(()) };
        let fits = match m.node_kind(Some(base)) {
            Some(NodeKind::CompositeType) => m.node_word(base, 1) == TAG_ENUMERATION,
            Some(NodeKind::BasicType) => OF_SETS.contains(&m.node_word(base, 5)),
            Some(NodeKind::SubrangeType) => true,
            _ => false,
        };
        HERE.require(fits, "invalid set base type")
    }

    fn composite(&self, node: u32) -> Rule {
        let m = self.m;
        let (tag, flags) = (m.node_word(node, 1), m.node_word(node, 10));
        HERE.require(!conflicts(flags), "invalid reference flags")?;
        HERE.require(
            flags & flag::BLOCK_BY_REFERENCE == 0,
            "DIBlockByRefStruct on DICompositeType is no longer supported",
        )?;
        HERE.require(flags & flag::BIG_ENDIAN == 0 || flags & flag::LITTLE_ENDIAN == 0, "has conflicting flags")?;
        let elements = m.node_at(node, 11).map(|list| m.node_operands(list)).unwrap_or_default();
        HERE.require(elements.iter().all(Option::is_some), "a composite type contains null entry in `elements` field")?;
        if flags & flag::VECTOR != 0 {
            let fits = matches!(elements.as_slice(), [one] if m.node_kind(*one) == Some(NodeKind::Subrange));
            HERE.require(fits, "invalid vector, expected one element of type subrange")?;
        }
        self.template_parameters(m.node_at(node, 14))?;
        if let Some(discriminator) = m.node_at(node, 16) {
            HERE.require(
                m.node_kind(Some(discriminator)) == Some(NodeKind::DerivedType) && tag == TAG_VARIANT,
                "discriminator can only appear on variant part",
            )?;
        }
        for (place, message) in [
            (17, "dataLocation can only appear in array type"),
            (18, "associated can only appear in array type"),
            (19, "allocated can only appear in array type"),
            (20, "rank can only appear in array type"),
        ] {
            HERE.require(m.node_at(node, place).is_none() || tag == TAG_ARRAY, message)?;
        }
        HERE.require(tag != TAG_ARRAY || m.node_at(node, 6).is_some(), "array types must have a base type")
    }

    fn file(&self, node: u32) -> Rule {
        let m = self.m;
        let (kind, text) = (m.node_word(node, 3), m.node_text(m.node_at(node, 4)));
        let Some(kind) = kind.checked_sub(1) else { return Ok(()) };
        let Some(length) = CHECKSUMS.get(kind as usize) else { return HERE.broken("invalid checksum kind") };
        let text = text.unwrap_or(&[]);
        HERE.require(text.len() == *length, "invalid checksum length")?;
        HERE.require(text.iter().all(u8::is_ascii_hexdigit), "invalid checksum")
    }

    fn unit(&mut self, node: u32) -> Rule {
        let m = self.m;
        HERE.require(m.node_is_distinct(node), "compile units must be distinct")?;
        let name = m.node_at(node, 2).and_then(|file| m.node_text(m.node_at(file, 1)));
        HERE.require(name.is_some_and(|name| !name.is_empty()), "invalid filename")?;
        HERE.require(m.node_word(node, 8) <= 3, "invalid emission kind")?;
        self.unit_lists(node)?;
        self.nodes.units.push(node);
        Ok(())
    }

    fn subprogram_node(&mut self, node: u32) -> Rule {
        let m = self.m;
        let (flags, sp_flags) = (m.node_word(node, 11), m.node_word(node, 9));
        let is_definition = sp_flags & DEFINITION != 0;
        HERE.require(m.node_at(node, 4).is_some() || m.node_word(node, 5) == 0, "line specified with no file")?;
        self.template_parameters(m.node_at(node, 13))?;
        if let Some(declaration) = m.node_at(node, 14) {
            HERE.require(m.node_word(declaration, 9) & DEFINITION == 0, "invalid subprogram declaration")?;
        }
        self.retained(node)?;
        HERE.require(!conflicts(flags), "invalid reference flags")?;
        let unit = m.node_at(node, 12);
        if is_definition {
            HERE.require(m.node_is_distinct(node), "subprogram definitions must be distinct")?;
            HERE.require(unit.is_some(), "subprogram definitions must have a compile unit")?;
            HERE.require(m.node_kind(unit) == Some(NodeKind::CompileUnit), "invalid unit type")?;
        } else {
            HERE.require(unit.is_none(), "subprogram declarations must not have a compile unit")?;
            HERE.require(m.node_at(node, 14).is_none(), "subprogram declaration must not have a declaration field")?;
        }
        self.list(m.node_at(node, 17), "invalid thrown types list", |v, ty| v.is_one_of(ty, TYPES))?;
        HERE.require(
            flags & flag::ALL_CALLS == 0 || is_definition,
            "DIFlagAllCallsDescribed must be attached to a definition",
        )
    }
}
