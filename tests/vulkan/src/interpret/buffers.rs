//! Blocks in memory, byte by byte: the places of numbers according to offsets, strides and orders of matrices.

use super::Result;
use super::operations::Value;
use super::words::Instruction;
use spirv::{Decoration, Op};
use std::collections::HashMap;

/// A part of a block.
#[derive(Clone, Copy, Debug)]
struct Place {
    offset: usize,
    ty: u32,
    /// The stride of a matrix in it, with true if that is the distance of rows.
    matrix: (usize, bool),
    /// The distance of components, if it is not their size.
    step: Option<usize>,
}

/// The layouts of a module's types.
#[derive(Debug, Default)]
pub struct Layouts<'w> {
    types: HashMap<u32, Instruction<'w>>,
    lengths: HashMap<u32, usize>,
    strides: HashMap<u32, usize>,
    members: HashMap<(u32, u32), Member>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Member {
    offset: usize,
    matrix: (usize, bool),
}

impl<'w> Layouts<'w> {
    /// Records the layout information in an instruction before the functions.
    pub fn note(&mut self, inst: Instruction<'w>) {
        let operands = inst.in_operands();
        match (inst.opcode(), operands) {
            (Op::Decorate, [ty, kind, stride]) if *kind == Decoration::ArrayStride as u32 => {
                self.strides.insert(*ty, *stride as usize);
            }
            (Op::MemberDecorate, [ty, index, kind, rest @ ..]) => {
                let member = self.members.entry((*ty, *index)).or_default();
                let number = rest.first().map_or(0, |number| *number as usize);
                match Decoration::from_u32(*kind) {
                    Some(Decoration::Offset) => member.offset = number,
                    Some(Decoration::MatrixStride) => member.matrix.0 = number,
                    Some(Decoration::RowMajor) => member.matrix.1 = true,
                    _ => {}
                }
            }
            (Op::Constant, [number]) => {
                self.lengths.extend(inst.result_id().map(|id| (id, *number as usize)));
            }
            _ => self.types.extend(inst.result_id().map(|id| (id, inst))),
        }
    }

    fn definition(&self, ty: u32) -> Result<Instruction<'w>> {
        self.types.get(&ty).copied().ok_or_else(|| format!("no type {ty}"))
    }

    /// Returns the size of a number.
    fn size(&self, ty: u32) -> Result<usize> {
        let definition = self.definition(ty)?;
        match definition.opcode() {
            Op::TypeInt | Op::TypeFloat => Ok(definition.operand(0)? as usize / 8),
            Op::TypeVector => self.size(definition.operand(0)?),
            other => Err(format!("{other:?} is no number in memory")),
        }
    }

    fn part(&self, place: Place, index: usize) -> Result<Place> {
        let definition = self.definition(place.ty)?;
        let Place { offset, ty, matrix: (stride, is_row), step } = place;
        match definition.opcode() {
            Op::TypeStruct => {
                let member = self.members.get(&(ty, index as u32)).copied().ok_or("a member without an offset")?;
                let ty = definition.operand(index)?;
                Ok(Place { offset: offset + member.offset, ty, matrix: member.matrix, step })
            }
            Op::TypeArray | Op::TypeRuntimeArray => {
                let stride = self.strides.get(&ty).copied().ok_or("an array without a stride")?;
                Ok(Place { offset: offset + index * stride, ty: definition.operand(0)?, ..place })
            }
            Op::TypeMatrix => {
                let ty = definition.operand(0)?;
                let (distance, step) = if is_row { (self.size(ty)?, Some(stride)) } else { (stride, None) };
                Ok(Place { offset: offset + index * distance, ty, step, ..place })
            }
            Op::TypeVector => {
                let distance = step.map_or_else(|| self.size(ty), Ok)?;
                Ok(Place { offset: offset + index * distance, ty: definition.operand(0)?, step: None, ..place })
            }
            other => Err(format!("{other:?} has no parts")),
        }
    }

    /// Returns the number of elements or members of a composite.
    fn count(&self, ty: u32) -> Result<Option<usize>> {
        let definition = self.definition(ty)?;
        Ok(match definition.opcode() {
            Op::TypeVector | Op::TypeMatrix => Some(definition.operand(1)? as usize),
            Op::TypeArray => self.lengths.get(&definition.operand(1)?).copied(),
            Op::TypeStruct => Some(definition.in_operands().len()),
            _ => None,
        })
    }

    fn at(&self, ty: u32, path: &[usize]) -> Result<Place> {
        let whole = Place { offset: 0, ty, matrix: (0, false), step: None };
        path.iter().try_fold(whole, |place, index| self.part(place, *index))
    }

    /// Reads a part of a block of a type.
    pub fn load(&self, bytes: &[u8], ty: u32, path: &[usize]) -> Result<Value> {
        self.read(bytes, self.at(ty, path)?)
    }

    fn read(&self, bytes: &[u8], place: Place) -> Result<Value> {
        if let Some(count) = self.count(place.ty)? {
            let parts = (0..count).map(|index| self.read(bytes, self.part(place, index)?));
            return parts.collect::<Result<_>>().map(Value::Parts);
        }
        let end = place.offset + self.size(place.ty)?;
        let bytes = bytes.get(place.offset..end).ok_or("an access beyond a block")?;
        Ok(Value::Word(bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))))
    }

    /// Writes a part of a block of a type.
    pub fn store(&self, bytes: &mut [u8], ty: u32, path: &[usize], value: &Value) -> Result<()> {
        self.write(bytes, self.at(ty, path)?, value)
    }

    fn write(&self, bytes: &mut [u8], place: Place, value: &Value) -> Result<()> {
        if let Value::Parts(parts) = value {
            let mut parts = parts.iter().enumerate();
            return parts.try_for_each(|(index, part)| self.write(bytes, self.part(place, index)?, part));
        }
        let size = self.size(place.ty)?;
        let target = bytes.get_mut(place.offset..place.offset + size).ok_or("an access beyond a block")?;
        target.copy_from_slice(value.word()?.to_le_bytes().get(..size).ok_or("a wide number")?);
        Ok(())
    }
}
