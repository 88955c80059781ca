//! The scalar specialization constants of a module.
//!
//! In: words. Out: the number, width and form of each. Serves section 2.9 of the specification.

use llvm_spirv::binary::passes::specialize::spec_ids;
use llvm_spirv::binary::{Definitions, Instruction, Op, Words};

/// The kind of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `OpTypeBool`.
    Bool,
    /// `OpTypeInt`.
    Integer,
    /// `OpTypeFloat`.
    Float,
    /// `OpTypeFloat` with the encoding of bfloat.
    BFloat,
}

/// A scalar specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The `SpecId`, by which a user sets its value.
    pub spec_id: u32,
    /// The width in bits; 1 for booleans.
    pub width: u32,
    /// The kind of the scalar.
    pub form: Form,
    /// True for signed integers.
    pub is_signed: bool,
}

impl Constant {
    /// Returns the name of its type for messages.
    pub fn type_name(&self) -> String {
        match self.form {
            Form::Bool => "bool".to_owned(),
            Form::Integer => format!("{}{}", if self.is_signed { "i" } else { "u" }, self.width),
            Form::Float => format!("f{}", self.width),
            Form::BFloat => "bf16".to_owned(),
        }
    }
}

/// The encoding of bfloat (`FPEncoding BFloat16KHR`).
const BFLOAT: u32 = 0;

/// Returns the scalar specialization constants that can be set, in the order of the module.
pub fn constants(words: &Words<'_>) -> Vec<Constant> {
    let ids = spec_ids(words);
    let mut definitions = Definitions::new(words);
    let mut found = Vec::new();
    for instruction in words.instructions().take_while(|i| i.opcode() != Op::Function) {
        let Some(id) = instruction.result_id() else { continue };
        definitions.add(id, instruction);
        let is_scalar = matches!(instruction.opcode(), Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse);
        let spec_id = ids.get(&id).filter(|_| is_scalar);
        found.extend(
            spec_id.zip(scalar(&definitions, instruction)).map(|(spec_id, (form, width, is_signed))| Constant {
                spec_id: *spec_id,
                width,
                form,
                is_signed,
            }),
        );
    }
    found
}

fn scalar(definitions: &Definitions<'_>, instruction: Instruction<'_>) -> Option<(Form, u32, bool)> {
    let ty = definitions.get(instruction.result_type()?)?;
    match (ty.opcode(), ty.in_operands()) {
        (Op::TypeBool, _) => Some((Form::Bool, 1, false)),
        (Op::TypeInt, [width, sign]) => Some((Form::Integer, *width, *sign != 0)),
        (Op::TypeFloat, [16, BFLOAT]) => Some((Form::BFloat, 16, false)),
        (Op::TypeFloat, [width, ..]) => Some((Form::Float, *width, false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use llvm_spirv::binary::{Decoration, MAGIC_NUMBER};

    fn instruction(op: Op, operands: &[u32]) -> Vec<u32> {
        let count = operands.len() as u32 + 1;
        [&[count << 16 | op as u32], operands].concat()
    }

    #[test]
    fn s3_specialization_constants_are_listed() {
        let module = [
            vec![MAGIC_NUMBER, 0x0001_0000, 0, 20, 0],
            instruction(Op::Decorate, &[5, Decoration::SpecId as u32, 100]),
            instruction(Op::Decorate, &[6, Decoration::SpecId as u32, 101]),
            instruction(Op::TypeInt, &[1, 64, 0]),
            instruction(Op::TypeBool, &[2]),
            instruction(Op::SpecConstant, &[1, 5, 7, 0]),
            instruction(Op::SpecConstantFalse, &[2, 6]),
        ];
        let found = Words::of(module.concat()).map(|words| constants(&words)).unwrap_or_default();
        let expected = [(100, 64, Form::Integer), (101, 1, Form::Bool)];
        assert_eq!(found.iter().map(|c| (c.spec_id, c.width, c.form)).collect::<Vec<_>>(), expected);
    }
}
