//! Function types: types that differ only in pointees become one, except where parameters keep these pointees.

use super::Pass;
use super::parameters::Parameters;
use crate::binary::{Id, Instruction, Words, write};
use crate::error::Result;
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// Returns, for each function type, which parameters keep their pointees in all functions of the type. A type to which
/// a pointer leads is left out.
pub(super) fn kept_by_all(words: &Words<'_>, parameters: &Parameters) -> FxHashMap<Id, Vec<bool>> {
    let mut kept: FxHashMap<Id, Option<Vec<bool>>> = FxHashMap::default();
    if parameters.typed.is_empty() {
        return FxHashMap::default();
    }
    for inst in words.instructions() {
        match *inst.operands() {
            [_, _, pointee] if inst.opcode() == Op::TypePointer => {
                kept.insert(pointee, None);
            }
            [_, id, _, ty] if inst.opcode() == Op::Function => {
                let own = parameters.of_function.get(&id).map(Vec::as_slice).unwrap_or_default();
                let own: Vec<bool> = own.iter().map(|parameter| parameters.typed.contains(parameter)).collect();
                let known = kept.entry(ty).or_insert_with(|| Some(own.clone()));
                if known.as_ref() != Some(&own) {
                    *known = None;
                }
            }
            _ => {}
        }
    }
    let kept = kept.into_iter().filter_map(|(ty, kept)| Some((ty, kept?)));
    kept.filter(|(_, kept)| kept.contains(&true)).collect()
}

impl<'w> Pass<'w> {
    /// Writes a type that may be declared only once.
    pub(super) fn unique(&mut self, inst: Instruction<'w>) -> Result<()> {
        let words = self.renamed(inst)?;
        self.unique_of(inst.opcode(), &words)
    }

    /// Writes a type with these operands, or records the existing one as its replacement.
    fn unique_of(&mut self, op: Op, words: &[u32]) -> Result<()> {
        let Some((id, rest)) = words.split_first() else { return write::instruction(&mut self.out, op, words) };
        let key = [&[op as u32], rest].concat();
        match self.types.get(&key) {
            Some(known) => {
                self.same.insert(*id, *known);
                Ok(())
            }
            None => {
                self.types.insert(key, *id);
                write::instruction(&mut self.out, op, words)
            }
        }
    }

    /// Writes the type of functions, with the pointees that the parameters of all of them keep.
    pub(super) fn function_type(&mut self, inst: Instruction<'w>) -> Result<()> {
        let id = inst.result_id().unwrap_or_default();
        let [_, operands @ ..] = inst.operands() else { return self.copy(inst) };
        let Some(kept) = self.kept_by_all.get(&id).cloned() else {
            self.name_untyped(operands)?;
            return self.unique(inst);
        };
        let is_kept = |index: usize| index.checked_sub(1).is_some_and(|index| kept.get(index) == Some(&true));
        let losing: Vec<Id> = (0..).zip(operands).filter(|(index, _)| !is_kept(*index)).map(|(_, id)| *id).collect();
        self.name_untyped(&losing)?;
        let parts = (0..).zip(operands).map(|(index, ty)| if is_kept(index) { *ty } else { self.id(*ty) });
        let words: Vec<u32> = [id].into_iter().chain(parts).collect();
        self.unique_of(inst.opcode(), &words)
    }

    /// Writes the types of functions some of whose parameters keep their pointees, before the first function.
    pub(super) fn function_types(&mut self) -> Result<()> {
        let functions = self.words.instructions().filter(|inst| inst.opcode() == Op::Function);
        for (id, result) in functions.filter_map(|inst| Some((inst.result_id()?, inst.result_type()?))) {
            let parameters = self.parameters.of_function.get(&id).cloned().unwrap_or_default();
            if !parameters.iter().any(|parameter| self.parameters.typed.contains(parameter)) {
                continue;
            }
            let mut parts = vec![Op::TypeFunction as u32, self.id(result)];
            for parameter in parameters {
                let ty = self.definitions.type_of(parameter).unwrap_or_default();
                parts.push(if self.parameters.typed.contains(&parameter) { ty } else { self.id(ty) });
            }
            let ty = self.type_of_parts(parts)?;
            self.function_types.insert(id, ty);
        }
        Ok(())
    }

    /// Returns the type with this opcode and these operands, declared on first use.
    fn type_of_parts(&mut self, parts: Vec<u32>) -> Result<Id> {
        if let Some(known) = self.types.get(&parts) {
            return Ok(*known);
        }
        let ty = self.fresh();
        write::instruction(&mut self.out, Op::TypeFunction, &[&[ty], parts.get(1..).unwrap_or_default()].concat())?;
        self.types.insert(parts, ty);
        Ok(ty)
    }
}
