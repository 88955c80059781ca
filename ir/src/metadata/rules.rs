//! The required fields of each kind of node, and the layout of its record.

use std::sync::OnceLock;

use super::{FieldForm, NodeKind};

impl NodeKind {
    /// Returns the number of words in a record of LLVM 22.
    pub(crate) fn record_length(self) -> usize {
        let fields = self.fields().iter().map(|f| f.place).chain(self.operands().iter().copied());
        let furthest = fields.max().unwrap_or(0) as usize;
        match self {
            NodeKind::CompileUnit => 23,
            NodeKind::DerivedType => 15,
            NodeKind::Subprogram => 21,
            _ => furthest + 1,
        }
    }

    /// Returns the bits of the first word that are the version of the record in LLVM 22.
    pub(crate) fn version(self) -> u64 {
        match self {
            NodeKind::BasicType
            | NodeKind::FixedPointType
            | NodeKind::StringType
            | NodeKind::DerivedType
            | NodeKind::SubroutineType
            | NodeKind::LocalVariable
            | NodeKind::SubrangeType => 2,
            NodeKind::Subrange | NodeKind::Enumerator | NodeKind::GlobalVariable => 4,
            NodeKind::CompositeType | NodeKind::Subprogram | NodeKind::Expression => 6,
            _ => 0,
        }
    }

    /// Returns the words of a record of LLVM 22 in which every field has the value that assembly omits.
    pub fn blank(self) -> Vec<u64> {
        static ALL: [OnceLock<Box<[u64]>>; 64] = [const { OnceLock::new() }; 64];
        match ALL.get(self as usize) {
            Some(blank) => blank.get_or_init(|| self.new_blank().into()).to_vec(),
            None => self.new_blank(),
        }
    }

    fn new_blank(self) -> Vec<u64> {
        let mut words = vec![0; self.record_length()];
        let mut set = |place: u8, word: u64| {
            if let Some(slot) = words.get_mut(place as usize) {
                *slot = word;
            }
        };
        set(0, self.version());
        for field in self.fields() {
            match field.form {
                FieldForm::TagUnless(tag) => set(field.place, tag),
                FieldForm::False => set(field.place, 1),
                FieldForm::NumberUnlessAll => set(field.place, u64::MAX),
                FieldForm::WordIfKnown(_) => set(field.place, u32::MAX as u64),
                FieldForm::Bool if self == NodeKind::GlobalVariable && field.name == "isDefinition" => {
                    set(field.place, 1)
                }
                _ => {}
            }
        }
        words
    }

    /// Returns the fields that assembly requires.
    pub(crate) fn required(self) -> &'static [&'static str] {
        match self {
            NodeKind::Location | NodeKind::LexicalBlock | NodeKind::LocalVariable | NodeKind::CommonBlock => &["scope"],
            NodeKind::Generic | NodeKind::CompositeType => &["tag"],
            NodeKind::Enumerator => &["name", "value"],
            NodeKind::DerivedType => &["tag", "baseType"],
            NodeKind::SubroutineType => &["types"],
            NodeKind::File => &["filename", "directory"],
            NodeKind::CompileUnit | NodeKind::MacroFile => &["file"],
            NodeKind::LexicalBlockFile => &["scope", "discriminator"],
            NodeKind::Namespace => &["scope"],
            NodeKind::Macro => &["type", "name"],
            NodeKind::Module => &["scope", "name"],
            NodeKind::TemplateType => &["type"],
            NodeKind::TemplateValue => &["value"],
            NodeKind::Label => &["scope", "name", "file", "line"],
            NodeKind::GlobalVariableExpression => &["var", "expr"],
            NodeKind::ImportedEntity => &["tag", "scope"],
            _ => &[],
        }
    }

    /// Returns whether a field must not be `null`.
    pub(crate) fn needs(self, field: &str) -> bool {
        let scoped = matches!(
            self,
            NodeKind::Location
                | NodeKind::LexicalBlock
                | NodeKind::LexicalBlockFile
                | NodeKind::LocalVariable
                | NodeKind::Label
        );
        scoped && field == "scope" || self == NodeKind::CompileUnit && field == "file"
    }
}
