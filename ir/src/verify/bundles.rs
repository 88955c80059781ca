//! Checks operand bundles: their operands, and their number for each call.

use super::calls::Call;
use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::attributes::FUNCTION;
use crate::constants::ConstantKind;
use crate::instruction::Opcode;
use crate::module::Bundle;
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Bundles;

/// The permitted operands of a bundle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Anything,
    Pad,
    OneValue,
    /// A key and a discriminator.
    Signature,
    /// A 32-bit integer.
    Number,
    Preallocated,
    Function,
    Convergence,
}

/// The bundles that a call may have once, with their operands.
static BUNDLES: [(&[u8], Holds, &str); 10] = [
    (b"deopt", Holds::Anything, "Multiple deopt operand bundles"),
    (b"gc-transition", Holds::Anything, "Multiple gc-transition operand bundles"),
    (b"funclet", Holds::Pad, "Multiple funclet operand bundles"),
    (b"cfguardtarget", Holds::OneValue, "Multiple CFGuardTarget operand bundles"),
    (b"ptrauth", Holds::Signature, "Multiple ptrauth operand bundles"),
    (b"kcfi", Holds::Number, "Multiple kcfi operand bundles"),
    (b"preallocated", Holds::Preallocated, "Multiple preallocated operand bundles"),
    (b"gc-live", Holds::Anything, "Multiple gc-live operand bundles"),
    (b"clang.arc.attachedcall", Holds::Function, "Multiple \"clang.arc.attachedcall\" operand bundles"),
    (b"convergencectrl", Holds::Convergence, "The 'convergencectrl' bundle can occur at most once on a call"),
];
/// The functions that `clang.arc.attachedcall` may name.
const ATTACHED: [&[u8]; 6] = [
    b"llvm.objc.retainAutoreleasedReturnValue",
    b"llvm.objc.claimAutoreleasedReturnValue",
    b"llvm.objc.unsafeClaimAutoreleasedReturnValue",
    b"objc_claimAutoreleasedReturnValue",
    b"objc_retainAutoreleasedReturnValue",
    b"objc_unsafeClaimAutoreleasedReturnValue",
];

impl<'m> Verifier<'m> {
    /// The tag of a bundle.
    pub(super) fn tag(&self, bundle: &Bundle) -> &'m [u8] {
        self.m.bundle_tags.get(bundle.tag as usize).map_or(&[], |&tag| self.m.text(tag))
    }

    /// Returns the operands of a bundle.
    pub(super) fn held(&self, bundle: &Bundle) -> &'m [u32] {
        self.m.words(bundle.operands, bundle.count)
    }

    /// The bundle of a call with this tag.
    pub(super) fn bundle<'b>(&self, call: &Call<'b, 'm>, tag: &[u8]) -> Option<&'b Bundle> {
        call.bundles.iter().find(|bundle| self.tag(bundle) == tag)
    }

    /// Checks the bundles of a call; returns whether there is a convergence-control bundle.
    pub(super) fn bundles(&mut self, call: &Call<'_, 'm>) -> Result<bool, super::Breach> {
        let mut seen = 0u16;
        for bundle in call.bundles {
            let tag = self.tag(bundle);
            let Some((i, (_, holds, again))) = BUNDLES.iter().enumerate().find(|(_, row)| row.0 == tag) else {
                continue;
            };
            HERE.require(seen & 1 << i == 0, again)?;
            seen |= 1 << i;
            self.holds(call, *holds, self.held(bundle))?;
            if *holds == Holds::Signature {
                HERE.require(!call.is_direct, "Direct call cannot have a ptrauth bundle")?;
            }
        }
        Ok(BUNDLES.iter().enumerate().any(|(i, row)| row.1 == Holds::Convergence && seen & 1 << i != 0))
    }

    fn holds(&mut self, call: &Call<'_, 'm>, holds: Holds, values: &[u32]) -> Rule {
        let m = self.m;
        let number = |value: u32| m.integer_of(value).is_some() && m.types.is_integer_of(m.type_of(value), 32);
        match (holds, values) {
            (Holds::Anything | Holds::Convergence, _) | (Holds::OneValue, [_]) => Ok(()),
            (Holds::OneValue, _) => HERE.broken("Expected exactly one cfguardtarget bundle operand"),
            (Holds::Pad, [pad]) => HERE.require(
                matches!(m.opcode_of(*pad), Some(Opcode::CatchPad | Opcode::CleanupPad)),
                "Funclet bundle operands should correspond to a FuncletPadInst",
            ),
            (Holds::Pad, _) => HERE.broken("Expected exactly one funclet bundle operand"),
            (Holds::Signature, [key, discriminator]) => {
                HERE.require(number(*key), "Ptrauth bundle key operand must be an i32 constant")?;
                HERE.require(
                    m.types.is_integer_of(m.type_of(*discriminator), 64),
                    "Ptrauth bundle discriminator operand must be an i64",
                )
            }
            (Holds::Signature, _) => HERE.broken("Expected exactly two ptrauth bundle operands"),
            (Holds::Number, [value]) => HERE.require(number(*value), "Kcfi bundle operand must be an i32 constant"),
            (Holds::Number, _) => HERE.broken("Expected exactly one kcfi bundle operand"),
            (Holds::Preallocated, [token]) => HERE.require(
                self.is_result_of(*token, "call.preallocated.setup"),
                "\"preallocated\" argument must be a token from llvm.call.preallocated.setup",
            ),
            (Holds::Preallocated, _) => HERE.broken("Expected exactly one preallocated bundle operand"),
            (Holds::Function, _) => self.attached(call, values),
        }
    }

    fn attached(&mut self, call: &Call<'_, 'm>, values: &[u32]) -> Rule {
        let types = &self.m.types;
        let result = types.kind(types.result(call.ty));
        let no_return = super::attributes::bit("noreturn");
        let of_function = if call.is_direct { call.function.map_or(0, |g| g.attributes) } else { 0 };
        let ends = self.has(call.list, FUNCTION, no_return) || self.has(of_function, FUNCTION, no_return);
        HERE.require(
            result == TypeKind::Pointer || ends && result == TypeKind::Void,
            "a call with operand bundle \"clang.arc.attachedcall\" must call a function returning a pointer or a \
             non-returning function that has a void return type",
        )?;
        let function = match values {
            [value] => self.m.function_of(*value),
            _ => None,
        };
        let Some(function) = function else {
            return HERE.broken("operand bundle \"clang.arc.attachedcall\" requires one function as an argument");
        };
        HERE.require(ATTACHED.contains(&self.m.text(function.name)), "invalid function argument")
    }

    /// Returns whether a value is the constant `none` of type `token`.
    pub(super) fn is_none_token(&self, value: u32) -> bool {
        let none = |c: &crate::constants::Constant| c.kind == ConstantKind::Null;
        self.m.constant(value).is_some_and(|c| none(c) && self.m.types.kind(c.ty) == TypeKind::Token)
    }
}
