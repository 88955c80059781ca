//! Checks calls: arguments against the function type, attributes of the call and the callee, and callees with restrictions.

use super::attributes::{self, For};
use super::body::{Body, Here};
use super::fault::Rule;
use super::functions::{CHAINS, Walk};
use super::view::is_metadata;
use super::{Chapter, Verifier, layout};
use crate::attributes::{FIRST_PARAMETER, FUNCTION};
use crate::constants::ConstantKind;
use crate::global::{Global, Linkage};
use crate::instruction::{Opcode, flag};
use crate::module::{Bundle, LOCAL, NONE};
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Calls;
/// The calling convention `spir_kernel`.
const SPIR_KERNEL: u32 = 76;
const AMD_KERNEL: u32 = 91;
const WHOLE_WAVE: u32 = 124;

/// A call with its decoded operand words.
#[derive(Clone, Copy)]
pub(super) struct Call<'b, 'm> {
    pub(super) here: Here<'b, 'm>,
    /// The number of its attribute list, plus one.
    pub(super) list: u32,
    pub(super) convention: u32,
    /// The type of the function.
    pub(super) ty: u32,
    pub(super) callee: u32,
    pub(super) arguments: &'m [u32],
    pub(super) bundles: &'b [Bundle],
    /// The called function, with casts stripped.
    pub(super) function: Option<&'m Global>,
    /// True if the callee is called without casts and with its own type.
    pub(super) is_direct: bool,
}

impl<'m> Verifier<'m> {
    /// Decodes the operand words of a call.
    pub(super) fn call_of<'b>(&self, here: Here<'b, 'm>) -> Call<'b, 'm> {
        let at = if here.row.opcode == Opcode::Call { 3 } else { 5 };
        let others = if here.row.opcode == Opcode::CallBr { here.word(4) as usize } else { 0 };
        let end = here.words.len().saturating_sub(others).max(at + 1);
        let callee = here.word(at);
        let ty = here.word(2);
        let function = match callee & LOCAL {
            0 => self.m.function_of(callee).or_else(|| self.m.function_of(self.m.stripped(callee))),
            _ => None,
        };
        let is_direct = function.is_some_and(|g| g.value == callee && g.ty == ty);
        Call {
            here,
            list: here.word(0),
            convention: here.word(1),
            ty,
            callee,
            arguments: here.words.get(at + 1..end).unwrap_or(&[]),
            bundles: here.body.bundles_of(here.number),
            function,
            is_direct,
        }
    }

    /// Returns the number of the function that is called directly.
    pub(super) fn number_of(&self, call: &Call<'_, 'm>) -> Option<usize> {
        let c = self.m.constant(call.function?.value)?;
        call.is_direct.then_some(c.data as usize)
    }

    /// Returns the attributes of argument `i`, including those of a directly called function.
    pub(super) fn argument_mask(&mut self, call: &Call<'_, 'm>, i: usize) -> u128 {
        let owner = FIRST_PARAMETER + i as u32;
        let of_function = if call.is_direct { call.function.map_or(0, |g| g.attributes) } else { 0 };
        self.mask_of(call.list, owner) | self.mask_of(of_function, owner)
    }

    pub(super) fn call(&mut self, here: Here<'_, 'm>, walk: &mut Walk) -> Rule {
        let call = self.call_of(here);
        self.signature(&call)?;
        let is_intrinsic = self.callee_is_intrinsic(&call);
        let is_assembly = self.m.constant(call.callee).is_some_and(|c| c.kind == ConstantKind::InlineAsm);
        if here.row.opcode == Opcode::CallBr {
            // LLVM checks no other rules of calls there.
            return self.call_br(&call, is_assembly, is_intrinsic);
        }
        if is_intrinsic {
            HERE.require(
                call.function.is_some_and(|g| g.ty == call.ty),
                "Intrinsic called with incompatible signature",
            )?;
        }
        self.who_may_call(&call)?;
        if call.list != 0 {
            self.attribute_list(call.list, call.ty, For::Call { is_intrinsic, is_assembly }, None)?;
            self.whole_call(&call)?;
        }
        if call.list != 0 || call.function.is_some_and(|g| g.attributes != 0) {
            self.arguments(&call)?;
        }
        if self.m.types.is_variadic(call.ty) {
            self.further_arguments(&call)?;
        }
        if !is_intrinsic {
            self.no_metadata(&call)?;
            self.aligned(&call)?;
        }
        if !call.is_direct {
            let result = self.m.types.result(call.ty);
            HERE.require(!layout::is_token(self.m, result), "Return type cannot be token for indirect call!")?;
            let result = self.m.types.kind(result);
            HERE.require(result != TypeKind::X86Amx, "Return type cannot be x86_amx for indirect call!")?;
        }
        if is_intrinsic {
            self.intrinsic(&call, walk)?;
        }
        if !call.bundles.is_empty() {
            walk.has_convergence |= self.bundles(&call)?;
        }
        self.located(&call)?;
        if is_assembly {
            self.assembly(&call)?;
        }
        match here.row.opcode {
            Opcode::Invoke => self.invoke(&call),
            _ if here.row.flags & flag::MUSTTAIL != 0 => self.must_tail(&call, is_assembly, is_intrinsic),
            _ => Ok(()),
        }
    }

    /// Checks the arguments against the function type.
    #[inline(always)]
    fn signature(&self, call: &Call<'_, 'm>) -> Rule {
        let types = &self.m.types;
        HERE.require(self.m.kind_of(call.callee) == TypeKind::Pointer, "Called function must be a pointer!")?;
        HERE.require(types.kind(call.ty) == TypeKind::Function, "a call of what is no function")?;
        let parameters = types.parameters(call.ty);
        match types.is_variadic(call.ty) {
            true => HERE.require(
                call.arguments.len() >= parameters.len(),
                "Called function requires more parameters than were provided!",
            )?,
            false => HERE.require(
                call.arguments.len() == parameters.len(),
                "Incorrect number of arguments passed to called function!",
            )?,
        }
        let fits = call.arguments.iter().zip(parameters).all(|(&argument, &parameter)| match is_metadata(argument) {
            true => types.kind(parameter) == TypeKind::Metadata,
            false => self.m.type_of(argument) == parameter,
        });
        HERE.require(fits, "Call parameter type does not match function signature!")?;
        let result = types.result(call.ty);
        let own = call.here.row.ty;
        HERE.require(
            own == result || own == NONE && types.kind(result) == TypeKind::Void,
            "a call is not of the type of the function's result",
        )
    }

    fn who_may_call(&mut self, call: &Call<'_, 'm>) -> Rule {
        HERE.require(
            !CHAINS.contains(&call.convention),
            "Direct calls to amdgpu_cs_chain functions not allowed. Please use the @llvm.amdgcn.cs.chain intrinsic instead.",
        )?;
        if call.convention == WHOLE_WAVE {
            HERE.require(call.function.is_some(), "Indirect whole wave calls are not allowed")?;
            HERE.require(!self.m.types.is_variadic(call.ty), "Variadic whole wave calls are not allowed")?;
        }
        const KERNELS: [u32; 9] = [SPIR_KERNEL, AMD_KERNEL, 87, 88, 89, 90, 93, 95, 96];
        HERE.require(!KERNELS.contains(&call.convention), "calling convention does not permit calls")
    }

    /// Checks the attributes of a call as a whole.
    fn whole_call(&mut self, call: &Call<'_, 'm>) -> Rule {
        let mask = self.mask_of(call.list, FUNCTION);
        if mask & attributes::SPECULATABLE != 0 {
            let of_function = call.function.map_or(0, |g| g.attributes);
            HERE.require(
                self.has(of_function, FUNCTION, attributes::SPECULATABLE),
                "speculatable attribute may not apply to call sites",
            )?;
        }
        if mask & attributes::PREALLOCATED != 0 {
            HERE.require(
                self.calls(call, "call.preallocated.arg"),
                "preallocated as a call site attribute can only be on llvm.call.preallocated.arg",
            )?;
        }
        Ok(())
    }

    /// Checks the attributes that restrict the values of arguments.
    fn arguments(&mut self, call: &Call<'_, 'm>) -> Rule {
        const ASKING: u128 =
            attributes::SWIFT_ERROR | attributes::IMMEDIATE | attributes::PREALLOCATED | attributes::IN_ALLOCA;
        let of_function = call.function.map_or(0, |g| g.attributes);
        if !self.has_anywhere(call.list, ASKING) && !self.has_anywhere(of_function, ASKING) {
            return Ok(());
        }
        let count = self.m.types.parameters(call.ty).len();
        for (i, &argument) in call.arguments.iter().enumerate().take(count) {
            let mask = self.argument_mask(call, i);
            let owner = FIRST_PARAMETER + i as u32;
            if mask & attributes::SWIFT_ERROR != 0 {
                self.swift_argument(call.here.body, argument)?;
            }
            if self.has(call.list, owner, attributes::IMMEDIATE) {
                HERE.require(
                    self.has(of_function, owner, attributes::IMMEDIATE),
                    "immarg may not apply only to call sites",
                )?;
            }
            if mask & attributes::IMMEDIATE != 0 {
                self.immediate(call, i, argument)?;
            }
            if mask & attributes::PREALLOCATED != 0 {
                let has_bundle = call.bundles.iter().any(|b| self.tag(b) == b"preallocated");
                let is_tail = call.here.row.flags & flag::MUSTTAIL != 0 && call.here.row.opcode == Opcode::Call;
                HERE.require(
                    has_bundle != is_tail,
                    "preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)",
                )?;
            }
            if mask & attributes::IN_ALLOCA != 0
                && let Some((_, row)) = self.m.definition(argument)
                && row.opcode == Opcode::Alloca
            {
                HERE.require(row.flags & flag::INALLOCA != 0, "inalloca argument for call has mismatched alloca")?;
            }
        }
        Ok(())
    }

    /// Checks an `immarg` argument, which must be a constant in the range of the parameter.
    fn immediate(&mut self, call: &Call<'_, 'm>, i: usize, argument: u32) -> Rule {
        let is_number = self.m.constant(argument).is_some_and(|c| {
            matches!(
                c.kind,
                ConstantKind::Integer | ConstantKind::WideInteger | ConstantKind::Float | ConstantKind::WideFloat
            )
        });
        HERE.require(is_number, "immarg operand has non-immediate parameter")?;
        let list = call.function.map_or(0, |g| g.attributes);
        let range = self.attribute(list, FIRST_PARAMETER + i as u32, crate::attributes::AttributeKind::of("range"));
        if let Some(crate::attributes::Attribute::Ranges(_, bits, bounds)) = range
            && let (&[low, high], Some(number)) = (&**bounds, self.m.integer_of(argument))
        {
            let mask = if *bits < 64 { (1 << bits) - 1 } else { u64::MAX };
            let (low, high) = (low & mask, high & mask);
            let inside = match low < high {
                true => (low..high).contains(&number),
                false => number >= low || number < high,
            };
            HERE.require(inside, "immarg value is out of its range")?;
        }
        Ok(())
    }

    /// Checks the arguments behind those that the function type names.
    fn further_arguments(&mut self, call: &Call<'_, 'm>) -> Rule {
        let count = self.m.types.parameters(call.ty).len();
        if call.list == 0 {
            return Ok(());
        }
        let mut seen = 0;
        for i in 0..count {
            seen |= self.mask_of(call.list, FIRST_PARAMETER + i as u32);
        }
        let is_statepoint = self.calls(call, "experimental.gc.statepoint");
        for (i, &argument) in call.arguments.iter().enumerate().skip(count) {
            let owner = FIRST_PARAMETER + i as u32;
            let Some(set) = self.m.attributes.of(call.list, owner) else { continue };
            let ty = self.m.type_of(argument);
            self.parameter(set, ty)?;
            let mask = self.mask(set);
            HERE.require(mask & seen & attributes::NEST == 0, "More than one parameter has attribute nest!")?;
            HERE.require(mask & seen & attributes::RETURNED == 0, "More than one parameter has attribute returned!")?;
            seen |= mask;
            HERE.require(
                mask & attributes::RETURNED == 0 || self.is_lossless(ty, self.m.types.result(call.ty)),
                "Incompatible argument and return types for 'returned' attribute",
            )?;
            HERE.require(
                mask & attributes::SRET == 0 || is_statepoint,
                "Attribute 'sret' cannot be used for vararg call arguments!",
            )?;
            HERE.require(
                mask & attributes::IN_ALLOCA == 0 || i + 1 == call.arguments.len(),
                "inalloca isn't on the last argument!",
            )?;
        }
        Ok(())
    }

    fn no_metadata(&self, call: &Call<'_, 'm>) -> Rule {
        for &parameter in self.m.types.parameters(call.ty) {
            match self.m.types.kind(parameter) {
                TypeKind::Metadata => {
                    return HERE.broken("Function has metadata parameter but isn't an intrinsic");
                }
                _ if layout::is_token(self.m, parameter) => {
                    return HERE.broken("Function has token parameter but isn't an intrinsic");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Rejects arguments and results with an alignment beyond LLVM's limit.
    fn aligned(&mut self, call: &Call<'_, 'm>) -> Rule {
        let m = self.m;
        for &ty in m.types.parts(call.ty) {
            let plain = !m.types.is_vector(ty) && !m.types.is_aggregate(ty);
            HERE.require(
                plain || !self.size(ty).is_aligned_beyond_all(),
                "Incorrect alignment of argument passed or return type to called function!",
            )?;
        }
        Ok(())
    }

    /// Checks that an inlinable call has a debug location, if both functions have debug information.
    fn located(&self, call: &Call<'_, 'm>) -> Rule {
        if call.here.body.subprogram == 0 || !self.has_debug {
            return Ok(());
        }
        let Some(callee) = call.function.filter(|g| call.is_direct && g.body.is_some()) else { return Ok(()) };
        if is_interposable(callee) || !self.has_subprogram(callee) {
            return Ok(());
        }
        let location = self.m.locations.get(call.here.number as usize).copied().unwrap_or(0);
        Chapter::DebugInfo
            .require(location != 0, "inlinable function call in a function with debug info must have a !dbg location")
    }

    fn invoke(&mut self, call: &Call<'_, 'm>) -> Rule {
        let unwind = call.here.word(4);
        let first = self.opcode_at(call.here.body, unwind);
        Chapter::Exceptions.require(
            first.is_some_and(is_pad),
            "The unwind destination does not have an exception handling instruction!",
        )?;
        if self.callee_is_intrinsic(call) {
            HERE.require(
                self.may_be_invoked(call),
                "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, coro_destroy, \
                 clang.arc.attachedcall or wasm.(re)throw",
            )?;
        }
        Ok(())
    }

    fn call_br(&mut self, call: &Call<'_, 'm>, is_assembly: bool, is_intrinsic: bool) -> Rule {
        if is_assembly {
            const MAY_THROW: u32 = 8;
            let flags = self.m.constant(call.callee).and_then(|c| self.m.constants.words(c).get(1).copied());
            HERE.require(flags.unwrap_or(0) & MAY_THROW == 0, "Unwinding from Callbr is not allowed")?;
            return self.assembly(call);
        }
        HERE.require(
            is_intrinsic && call.is_direct && self.calls(call, "amdgcn.kill"),
            "Callbr currently only supports asm-goto and selected intrinsics",
        )?;
        HERE.require(call.bundles.is_empty(), "Callbr for intrinsics currently doesn't support operand bundles")?;
        HERE.require(call.here.word(4) == 1, "Callbr amdgcn_kill only supports one indirect dest")?;
        let target = call.here.words.last().copied().unwrap_or(0);
        HERE.require(
            self.opcode_at(call.here.body, target) == Some(Opcode::Unreachable),
            "Callbr amdgcn_kill indirect dest needs to be unreachable",
        )
    }

    /// Returns the result type of the body's function.
    pub(super) fn result_of(&self, body: &Body<'m>) -> u32 {
        self.m.types.result(body.global.ty)
    }
}

/// Returns whether an opcode is an exception-handling pad.
pub(super) fn is_pad(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad | Opcode::CatchSwitch)
}

/// Returns whether a linker may replace the definition of a global.
pub(super) fn is_interposable(g: &Global) -> bool {
    match g.linkage {
        Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak => true,
        // `isInterposable` holds for other globals with default visibility only if the module requests it.
        _ => false,
    }
}
