//! Checks intrinsics of AMD's processors.

use super::super::attributes::IN_REGISTER;
use super::super::fault::Rule;
use super::super::functions::CHAINS;
use super::rows::Asks;
use super::*;
use crate::attributes::FIRST_PARAMETER;
use crate::instruction::Opcode;
use crate::module::{LOCAL, NONE};

/// The calling convention `amdgpu_cs`.
const CS: u32 = 90;
const KERNEL: u32 = 91;
const WHOLE_WAVE: u32 = 124;
/// The address spaces that may contain global memory: flat, global and constant.
const GLOBAL_SPACES: [u64; 4] = [0, 1, 4, 6];

impl<'m> Verifier<'m> {
    pub(super) fn amd(&mut self, call: &Call<'_, 'm>, asks: Asks) -> Rule {
        let convention = call.here.body.global.convention;
        let space = self.m.types.space(self.type_at(call, 0)).unwrap_or(u64::MAX);
        match asks {
            Asks::Chain => self.chain(call, convention),
            Asks::ChainArgument => {
                HERE.require(
                    CHAINS.contains(&convention),
                    "Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling \
                     conventions",
                )?;
                HERE.require(
                    self.argument_mask(call, 1) & IN_REGISTER == 0,
                    "Value for inactive lanes must not have the `inreg` attribute",
                )?;
                let value = call.arguments.get(1).copied().unwrap_or(NONE);
                let Some(parameter) = self.parameter_number(call, value) else {
                    return HERE.broken("Value for inactive lanes must be a function argument");
                };
                let list = call.here.body.global.attributes;
                HERE.require(
                    !self.has(list, FIRST_PARAMETER + parameter, IN_REGISTER),
                    "Value for inactive lanes must be a VGPR function argument",
                )
            }
            Asks::Prefetch => HERE.require(
                GLOBAL_SPACES.contains(&space),
                "llvm.amdgcn.s.prefetch.data only supports global or constant memory",
            ),
            Asks::ScaledProduct => self.scaled_product(call),
            Asks::Formats => self.formats(call),
            Asks::Cooperative => {
                HERE.require(
                    matches!(space, 0 | 1),
                    "cooperative atomic intrinsics require a generic or global pointer",
                )?;
                let scope = call.arguments.last().filter(|&&value| is_metadata(value)).map(|&value| value & !METADATA);
                let operands = scope.map(|node| self.m.node_operands(node)).unwrap_or_default();
                HERE.require(
                    matches!(operands.as_slice(), [one] if self.m.node_text(*one).is_some()),
                    "cooperative atomic intrinsics require that the last argument is a metadata string",
                )
            }
            Asks::InitExec => {
                let value = call.arguments.first().copied().unwrap_or(NONE);
                let parameter = self.parameter_number(call, value);
                let list = call.here.body.global.attributes;
                HERE.require(
                    parameter.is_some_and(|i| self.has(list, FIRST_PARAMETER + i, IN_REGISTER)),
                    "only inreg arguments to the parent function are valid as inputs to this intrinsic",
                )
            }
            Asks::WholeWave => self.whole_wave(call),
            _ => Ok(()),
        }
    }

    /// The number of the parameter that a value is.
    pub(super) fn parameter_number(&self, call: &Call<'_, 'm>, value: u32) -> Option<u32> {
        let body = call.here.body.global.body.as_ref()?;
        let local = value & !LOCAL;
        let is_parameter = self.m.locals.get(local as usize)?.instruction == NONE;
        let is_own = value & LOCAL != 0 && is_parameter && body.locals.contains(&local);
        is_own.then(|| local - body.locals.start)
    }

    fn chain(&mut self, call: &Call<'_, 'm>, convention: u32) -> Rule {
        HERE.require(
            convention == CS || convention == KERNEL || CHAINS.contains(&convention),
            "Intrinsic cannot be called from functions with this calling convention",
        )?;
        HERE.require(self.argument_mask(call, 2) & IN_REGISTER != 0, "SGPR arguments must have the `inreg` attribute")?;
        HERE.require(
            self.argument_mask(call, 3) & IN_REGISTER == 0,
            "VGPR arguments must not have the `inreg` attribute",
        )?;
        if call.here.row.opcode != Opcode::Call {
            return Ok(());
        }
        let next = self.after(call, call.here.number).map(|(_, row)| row.opcode);
        HERE.require(next == Some(Opcode::Unreachable), "llvm.amdgcn.cs.chain must be followed by unreachable")
    }

    /// Returns the number of registers for a matrix format of eight, six or four bits.
    fn registers(format: u64) -> u64 {
        match format {
            0 | 1 => 8,
            2 | 3 => 6,
            _ => 4,
        }
    }

    fn scaled_product(&self, call: &Call<'_, 'm>) -> Rule {
        let types = &self.m.types;
        for (operand, format, message) in [
            (0, 3, "operand 0 must be 4, 6 or 8 element i32 vector"),
            (1, 4, "operand 1 must be 4, 6 or 8 element i32 vector"),
        ] {
            let number = self.number_at(call, format).unwrap_or(0);
            HERE.require(number <= 4, "invalid value for a format")?;
            let ty = self.type_at(call, operand);
            let length = types.shape(ty).filter(|_| types.is_integer_of(types.scalar(ty), 32));
            let length = length.filter(|&(kind, count)| kind == TypeKind::Vector && matches!(count, 4 | 6 | 8));
            let Some((_, length)) = length else { return HERE.broken(message) };
            HERE.require(length >= Self::registers(number), "invalid vector type for format")?;
        }
        Ok(())
    }

    fn formats(&self, call: &Call<'_, 'm>) -> Rule {
        let types = &self.m.types;
        for (operand, format, message) in [
            (1, 0, "operand 1 must be 8, 12 or 16 element i32 vector"),
            (3, 2, "operand 3 must be 8, 12 or 16 element i32 vector"),
        ] {
            let number = self.number_at(call, format).unwrap_or(0);
            HERE.require(number <= 4, "invalid value for matrix format")?;
            let ty = self.type_at(call, operand);
            let length = types.shape(ty).filter(|_| types.is_integer_of(types.scalar(ty), 32));
            let length = length.filter(|&(kind, count)| kind == TypeKind::Vector && matches!(count, 8 | 12 | 16));
            let Some((_, length)) = length else { return HERE.broken(message) };
            HERE.require(length >= 2 * Self::registers(number), "invalid vector type for format")?;
        }
        Ok(())
    }

    fn whole_wave(&mut self, call: &Call<'_, 'm>) -> Rule {
        let m = self.m;
        let callee = call.arguments.first().and_then(|&value| m.function_of(value));
        let Some(callee) = callee else { return HERE.broken("Indirect whole wave calls are not allowed") };
        HERE.require(callee.convention == WHOLE_WAVE, "Callee must have the amdgpu_gfx_whole_wave calling convention")?;
        HERE.require(!m.types.is_variadic(callee.ty), "Variadic whole wave calls are not allowed")?;
        let parameters = m.types.parameters(callee.ty);
        HERE.require(call.arguments.len() == parameters.len(), "Call argument count must match callee argument count")?;
        HERE.require(
            parameters.first().is_some_and(|&ty| m.types.is_integer_of(ty, 1)),
            "Callee must have i1 as its first argument",
        )?;
        for (i, &parameter) in parameters.iter().enumerate().skip(1) {
            HERE.require(self.type_at(call, i) == parameter, "Argument types must match")?;
            let owner = FIRST_PARAMETER + i as u32;
            HERE.require(
                self.has(call.list, owner, IN_REGISTER) == self.has(callee.attributes, owner, IN_REGISTER),
                "Argument inreg attributes must match",
            )?;
        }
        Ok(())
    }
}
