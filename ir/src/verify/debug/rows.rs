//! Tables of the kinds of nodes that fields may refer to, and of the tags that nodes may have.

use super::*;
use crate::metadata::NodeKind::{self, *};

const fn bit(kind: NodeKind) -> u64 {
    1 << kind as u8
}

/// The kinds of types.
pub(super) const TYPES: u64 = bit(BasicType)
    | bit(DerivedType)
    | bit(CompositeType)
    | bit(SubroutineType)
    | bit(StringType)
    | bit(SubrangeType)
    | bit(FixedPointType);
/// The kinds of scopes within a function.
pub(super) const LOCAL_SCOPES: u64 = bit(Subprogram) | bit(LexicalBlock) | bit(LexicalBlockFile);
const SCOPES: u64 =
    TYPES | LOCAL_SCOPES | bit(File) | bit(CompileUnit) | bit(Namespace) | bit(NodeKind::Module) | bit(CommonBlock);
const VARIABLES: u64 = bit(GlobalVariable) | bit(LocalVariable);
/// The kinds of nodes that are a `DINode`.
const ENTITIES: u64 = SCOPES
    | VARIABLES
    | bit(Generic)
    | bit(Subrange)
    | bit(GenericSubrange)
    | bit(Enumerator)
    | bit(TemplateType)
    | bit(TemplateValue)
    | bit(Label)
    | bit(ObjcProperty)
    | bit(ImportedEntity);
/// The kinds of nodes that a bound may be.
const BOUNDS: u64 = VARIABLES | bit(Expression);
const SIZES: u64 = bit(Value) | BOUNDS;
const TUPLES: u64 = bit(Tuple);

/// A field: the kind of node, the place, the permitted kinds of its reference, whether it is required, and LLVM's message.
type Row = (NodeKind, u8, u64, bool, &'static str);

static FIELDS: &[Row] = &[
    (Location, 3, LOCAL_SCOPES, true, "location requires a valid scope"),
    (Location, 4, bit(Location), false, "inlined-at should be a location"),
    (Subrange, 1, SIZES, false, "Count must be signed constant or DIVariable or DIExpression"),
    (Subrange, 2, SIZES, false, "LowerBound must be signed constant or DIVariable or DIExpression"),
    (Subrange, 3, SIZES, false, "UpperBound must be signed constant or DIVariable or DIExpression"),
    (Subrange, 4, SIZES, false, "Stride must be signed constant or DIVariable or DIExpression"),
    (GenericSubrange, 1, BOUNDS, false, "Count must be signed constant or DIVariable or DIExpression"),
    (GenericSubrange, 2, BOUNDS, true, "GenericSubrange must contain lowerBound"),
    (GenericSubrange, 3, BOUNDS, false, "UpperBound must be signed constant or DIVariable or DIExpression"),
    (GenericSubrange, 4, BOUNDS, true, "GenericSubrange must contain stride"),
    (SubrangeType, 2, bit(File), false, "invalid file"),
    (SubrangeType, 5, SIZES, false, "SizeInBits must be a constant or DIVariable or DIExpression"),
    (SubrangeType, 8, TYPES, false, "BaseType must be a type"),
    (
        SubrangeType,
        9,
        SIZES | bit(DerivedType),
        false,
        "LowerBound must be signed constant or DIVariable or DIExpression or DIDerivedType",
    ),
    (
        SubrangeType,
        10,
        SIZES | bit(DerivedType),
        false,
        "UpperBound must be signed constant or DIVariable or DIExpression or DIDerivedType",
    ),
    (SubrangeType, 11, SIZES, false, "Stride must be signed constant or DIVariable or DIExpression"),
    (SubrangeType, 12, SIZES, false, "Bias must be signed constant or DIVariable or DIExpression"),
    (BasicType, 3, bit(Value), false, "SizeInBits must be a constant"),
    (FixedPointType, 3, bit(Value), false, "SizeInBits must be a constant"),
    (DerivedType, 3, bit(File), false, "invalid file"),
    (DerivedType, 5, SCOPES, false, "invalid scope"),
    (DerivedType, 6, TYPES, false, "invalid base type"),
    (DerivedType, 7, SIZES, false, "SizeInBits must be a constant or DIVariable or DIExpression"),
    (CompositeType, 3, bit(File), false, "invalid file"),
    (CompositeType, 5, SCOPES, false, "invalid scope"),
    (CompositeType, 6, TYPES, false, "invalid base type"),
    (CompositeType, 7, SIZES, false, "SizeInBits must be a constant or DIVariable or DIExpression"),
    (CompositeType, 11, TUPLES, false, "invalid composite elements"),
    (CompositeType, 13, TYPES, false, "invalid vtable holder"),
    (SubroutineType, 2, TUPLES, false, "invalid composite elements"),
    (CompileUnit, 2, bit(File), true, "invalid file"),
    (Subprogram, 1, SCOPES, false, "invalid scope"),
    (Subprogram, 4, bit(File), false, "invalid file"),
    (Subprogram, 6, bit(SubroutineType), false, "invalid subroutine type"),
    (Subprogram, 8, TYPES, false, "invalid containing type"),
    (Subprogram, 14, bit(Subprogram), false, "invalid subprogram declaration"),
    (LexicalBlock, 1, LOCAL_SCOPES, true, "invalid local scope"),
    (LexicalBlockFile, 1, LOCAL_SCOPES, true, "invalid local scope"),
    (CommonBlock, 1, SCOPES, false, "invalid scope ref"),
    (CommonBlock, 2, bit(GlobalVariable), false, "invalid declaration"),
    (Namespace, 1, SCOPES, false, "invalid scope ref"),
    (MacroFile, 3, bit(File), false, "invalid file"),
    (TemplateType, 2, TYPES, false, "invalid type ref"),
    (TemplateValue, 3, TYPES, false, "invalid type ref"),
    (GlobalVariable, 1, SCOPES, false, "invalid scope"),
    (GlobalVariable, 4, bit(File), false, "invalid file"),
    (GlobalVariable, 6, TYPES, false, "invalid type ref"),
    (GlobalVariable, 9, bit(DerivedType), false, "invalid static data member declaration"),
    (LocalVariable, 1, LOCAL_SCOPES, true, "local variable requires a valid scope"),
    (LocalVariable, 3, bit(File), false, "invalid file"),
    (LocalVariable, 5, TYPES & !bit(SubroutineType), false, "invalid type ref"),
    (Label, 1, LOCAL_SCOPES, true, "label requires a valid scope"),
    (Label, 3, bit(File), false, "invalid file"),
    (GlobalVariableExpression, 1, bit(GlobalVariable), true, "missing variable"),
    (GlobalVariableExpression, 2, bit(Expression), false, "invalid expression"),
    (ObjcProperty, 2, bit(File), false, "invalid file"),
    (ObjcProperty, 7, TYPES, false, "invalid type ref"),
    (ImportedEntity, 2, SCOPES, false, "invalid scope for imported entity"),
    (ImportedEntity, 3, ENTITIES, false, "invalid imported entity"),
];

/// The tags that a node may have, by kind; nodes of other kinds have a fixed tag.
static TAGS: &[(NodeKind, u8, &[u64])] = &[
    (BasicType, 1, &[0x24, 0x3b, 0x12]),
    (FixedPointType, 1, &[0x24]),
    (StringType, 1, &[0x12]),
    (
        DerivedType,
        1,
        &[0x16, 0x0f, 0x1f, 0x10, 0x42, 0x26, 0x4b, 0x35, 0x37, 0x47, 0x4300, 0x0d, 0x34, 0x1c, 0x2a, 0x20, 0x43],
    ),
    (CompositeType, 1, &[0x01, 0x13, 0x17, 0x04, 0x02, 0x33, 0x2b, 0x19]),
    (TemplateValue, 1, &[0x30, 0x4106, 0x4107]),
    (ImportedEntity, 1, &[0x3a, 0x08]),
    (Macro, 1, &[1, 2]),
    (MacroFile, 1, &[3]),
];

impl<'m> Verifier<'m> {
    /// Checks the fields of a node.
    pub(super) fn fields(&self, node: u32, kind: NodeKind) -> Rule {
        let m = self.m;
        let start = FIELDS.iter().position(|row| row.0 == kind).unwrap_or(FIELDS.len());
        for (_, place, allowed, must, message) in FIELDS.iter().skip(start).take_while(|row| row.0 == kind) {
            match m.node_at(node, *place as usize) {
                None => {
                    let is_number = m.node_word(node, *place as usize) != 0;
                    HERE.require(!must || is_number, message)?;
                }
                Some(target) => {
                    let fits = m.node_kind(Some(target)).is_some_and(|kind| bit(kind) & allowed != 0);
                    HERE.require(fits, message)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn tag_of(&self, node: u32, kind: NodeKind) -> Rule {
        let Some((_, place, tags)) = TAGS.iter().find(|row| row.0 == kind) else { return Ok(()) };
        HERE.require(tags.contains(&self.m.node_word(node, *place as usize)), "invalid tag")
    }

    /// Returns whether a node has one of these kinds.
    pub(super) fn is_one_of(&self, node: Option<u32>, kinds: u64) -> bool {
        self.m.node_kind(node).is_some_and(|kind| bit(kind) & kinds != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::FIELDS;

    #[test]
    fn rows_of_a_kind_stand_together() {
        let mut kinds: Vec<_> = FIELDS.iter().map(|row| row.0).collect();
        kinds.dedup();
        let count = kinds.len();
        kinds.sort_by_key(|kind| *kind as u8);
        kinds.dedup();
        assert_eq!(kinds.len(), count);
    }
}
