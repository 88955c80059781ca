//! Images and samplers that a `phi` or `select` chooses: the pointer that they are loaded from is chosen instead, and
//! the load follows the choice. `branches` then inserts a switch over the variables.

use super::Rebuild;
use super::branches::is_opaque;
use super::chosen::is_choice;
use crate::conventions::classes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Value};
use ::spirv::StorageClass;

/// Returns the phis and selects of a function whose type no phi may have.
pub fn opaque_choices(function: Value<'_>) -> Vec<Value<'_>> {
    function.blocks().flat_map(|block| block.instructions()).filter(|inst| is_opaque_choice(*inst)).collect()
}

fn is_opaque_choice(inst: Value<'_>) -> bool {
    is_opaque(inst.ty()) && is_choice(inst)
}

/// Returns the values that a phi or select chooses from.
pub fn chosen_from(choice: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    let first = usize::from(!choice.is_op(Opcode::Phi));
    choice.operands().skip(first)
}

/// Returns the pointer that an image or sampler is loaded from, if the memory is constant (UniformConstant).
fn source(value: Value<'_>) -> Option<Value<'_>> {
    let pointer = value.operand(0).filter(|_| value.is_op(Opcode::Load) && !value.is_volatile())?;
    let class = classes::class_of(pointer.ty().address_space());
    (class == Some(StorageClass::UniformConstant)).then_some(pointer)
}

impl<'m> Rebuild<'_, 'm> {
    /// Replaces phis and selects of images and samplers by loads from phis and selects of pointers.
    pub fn choose_memory(&mut self, function: Value<'m>) -> Result<()> {
        let mut work = opaque_choices(function);
        work.reverse();
        while let Some(choice) = work.pop() {
            if !choice.is_used() || !chosen_from(choice).all(|value| source(value).is_some()) {
                continue;
            }
            let load = self.load_chosen(choice)?;
            choice.replace_uses(load)?;
            // What chooses is erased first.
            self.replaced.extend(chosen_from(choice));
            self.replaced.push(choice);
            // One that chooses from it may be such a choice now.
            work.extend(load.uses().filter(|user| is_opaque_choice(*user)));
        }
        Ok(())
    }

    /// Emits the phi or select of the pointers, and a load from it.
    fn load_chosen(&mut self, choice: Value<'m>) -> Result<Value<'m>> {
        let no_source = || Error::internal("a choice of what is not loaded");
        let pointers = chosen_from(choice).map(source).collect::<Option<Vec<_>>>().ok_or_else(no_source)?;
        let first = *pointers.first().ok_or_else(no_source)?;
        self.begin(choice)?;
        let pointer = match choice.is_op(Opcode::Phi) {
            true => {
                let phi = self.emit.builder.phi(first.ty())?;
                for (pointer, (_, block)) in pointers.iter().zip(choice.incoming()) {
                    self.emit.builder.add_incoming(phi, *pointer, block)?;
                }
                let block = choice.parent_block().ok_or_else(|| Error::internal("a phi without a block"))?;
                self.emit.builder.position_after_phis(block)?;
                phi
            }
            false => {
                let condition = choice.operand(0).ok_or_else(no_source)?;
                let last = *pointers.last().ok_or_else(no_source)?;
                self.emit.select(condition, first, last)?
            }
        };
        let load = self.emit.builder.load(choice.ty(), pointer)?;
        if let Some(old) = chosen_from(choice).next() {
            load.take_metadata(old)?;
        }
        Ok(load)
    }
}
