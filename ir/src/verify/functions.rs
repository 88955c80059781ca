//! Checks functions: types and calling conventions, and each instruction of a body by opcode.

use super::attributes::{self, For};
use super::body::{Body, Here};
use super::fault::Rule;
use super::{Chapter, Place, Verifier, layout};
use crate::Function;
use crate::attributes::{FIRST_PARAMETER, FUNCTION};
use crate::constants::ConstantKind;
use crate::global::{Global, Linkage};
use crate::instruction::Opcode;
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Functions;

/// The requirements of a calling convention on a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// A `byval` first parameter.
    FirstByValue,
    NoResult,
    NoSret,
    /// No memory on the stack of the caller.
    NoStack,
    NotVariadic,
    /// An `i1` first parameter, for whole-wave functions.
    FirstIsBool,
}

/// Calling conventions by number, with their requirements.
static CONVENTIONS: [(u32, &[Asks]); 16] = {
    use Asks::*;
    [
        (8, &[NotVariadic]),
        (9, &[NotVariadic]),
        (71, &[NotVariadic]),
        (72, &[NotVariadic]),
        (77, &[NotVariadic]),
        (76, &[NoResult, NoSret, NotVariadic]),
        (83, &[FirstByValue]),
        (87, &[NoSret, NoStack, NotVariadic]),
        (88, &[NoSret, NoStack, NotVariadic]),
        (89, &[NoSret, NoStack, NotVariadic]),
        (90, &[NoSret, NoStack, NotVariadic]),
        (91, &[NoResult, NoSret, NoStack, NotVariadic]),
        (93, &[NoSret, NoStack, NotVariadic]),
        (104, &[NoResult, NoSret, NoStack, NotVariadic]),
        (105, &[NoResult, NoSret, NoStack, NotVariadic]),
        (124, &[FirstIsBool, NoSret, NoStack, NotVariadic]),
    ]
};
/// `amdgpu_cs_chain` and `amdgpu_cs_chain_preserve`.
pub(super) const CHAINS: [u32; 2] = [104, 105];

impl<'m> Verifier<'m> {
    pub(super) fn functions(&mut self) {
        let m = self.m;
        for function in m.functions() {
            let Some(global) = function.global() else { continue };
            let number = function.number() as usize;
            let place = |v: &Self| Place::Function(v.name(global.name));
            let rule = self.function(number, global);
            self.note(rule, place);
            if self.is_full() {
                return;
            }
            if global.body.is_some()
                && let Some(body) = self.body(function, global)
            {
                self.whole_body(function, body);
            }
        }
        let rule = self.escaped();
        self.note(rule, |_| Place::Module);
    }

    fn function(&mut self, number: usize, g: &'m Global) -> Rule {
        self.symbol(number, g)?;
        let types = &self.m.types;
        let result = types.result(g.ty);
        HERE.require(g.linkage != Linkage::Common, "Functions may not have common linkage")?;
        HERE.require(
            types.is_first_class(result) || types.kind(result) == TypeKind::Void,
            "Functions cannot return aggregate values!",
        )?;
        let is_intrinsic = self.is_intrinsic(number);
        self.attribute_list(g.attributes, g.ty, For::Function { is_intrinsic }, Some(g))?;
        let list = g.attributes;
        for (owner, message) in [
            (attributes::BUILTIN, "Attribute 'builtin' can only be applied to a callsite."),
            (attributes::ELEMENT_TYPE, "Attribute 'elementtype' can only be applied to a callsite."),
        ] {
            let somewhere = owner == attributes::ELEMENT_TYPE;
            let has = match somewhere {
                true => self.has_anywhere(list, owner),
                false => self.has(list, FUNCTION, owner),
            };
            HERE.require(!has, message)?;
        }
        HERE.require(
            !self.has_text(list, FUNCTION, b"aarch64_zt0_undef"),
            "Attribute 'aarch64_zt0_undef' can only be applied to a callsite.",
        )?;
        HERE.require(!self.has_sret(list) || types.kind(result) == TypeKind::Void, "Invalid struct return type!")?;
        self.convention(g)?;
        for held in [g.prefix, g.prologue, g.personality].into_iter().filter_map(|value| value.checked_sub(1)) {
            let held = self.m.constant(held).filter(|held| held.kind == ConstantKind::Global);
            let is_intrinsic = held.is_some_and(|held| self.is_intrinsic(held.data as usize));
            HERE.require(!is_intrinsic, "Invalid user of intrinsic instruction!")?;
        }
        self.parameters(g, is_intrinsic)?;
        if g.body.is_none() {
            return HERE.require(g.personality == 0, "Function declaration shouldn't have a personality routine");
        }
        HERE.require(!is_intrinsic, "llvm intrinsics cannot be defined!")
    }

    fn convention(&mut self, g: &Global) -> Rule {
        let Some((_, asks)) = CONVENTIONS.iter().find(|row| row.0 == g.convention) else { return Ok(()) };
        let types = &self.m.types;
        for ask in *asks {
            match ask {
                Asks::FirstByValue => HERE.require(
                    types.parameters(g.ty).is_empty() || self.has(g.attributes, FIRST_PARAMETER, attributes::BY_VALUE),
                    "Calling convention parameter requires byval",
                )?,
                Asks::NoResult => HERE.require(
                    types.kind(types.result(g.ty)) == TypeKind::Void,
                    "Calling convention requires void return type",
                )?,
                Asks::NoSret => {
                    HERE.require(!self.has_sret(g.attributes), "Calling convention does not allow sret")?;
                }
                Asks::NoStack => self.nothing_on_the_stack(g)?,
                Asks::NotVariadic => HERE.require(
                    !types.is_variadic(g.ty),
                    "Calling convention does not support varargs or perfect forwarding!",
                )?,
                Asks::FirstIsBool => {
                    let first = types.parameters(g.ty).first();
                    HERE.require(
                        first.is_some_and(|&ty| types.is_integer_of(ty, 1)),
                        "Calling convention requires first argument to be i1",
                    )?;
                    HERE.require(
                        !self.has(g.attributes, FIRST_PARAMETER, attributes::IN_REGISTER),
                        "Calling convention requires first argument to not be inreg",
                    )?;
                }
            }
        }
        Ok(())
    }

    fn nothing_on_the_stack(&mut self, g: &Global) -> Rule {
        for (i, &ty) in self.m.types.parameters(g.ty).iter().enumerate() {
            let owner = FIRST_PARAMETER + i as u32;
            let has = |v: &mut Self, kind| v.has(g.attributes, owner, kind);
            HERE.require(!has(self, attributes::BY_VALUE), "Calling convention disallows byval")?;
            HERE.require(!has(self, attributes::PREALLOCATED), "Calling convention disallows preallocated")?;
            HERE.require(!has(self, attributes::IN_ALLOCA), "Calling convention disallows inalloca")?;
            if has(self, attributes::BY_REFERENCE) {
                let on_stack = self.m.types.space(ty) == Some(self.layout.stack);
                HERE.require(!on_stack, "Calling convention disallows stack byref")?;
            }
        }
        Ok(())
    }

    fn parameters(&mut self, g: &Global, is_intrinsic: bool) -> Rule {
        let types = &self.m.types;
        for &ty in types.parameters(g.ty) {
            HERE.require(types.is_first_class(ty), "Function arguments must have first-class types!")?;
            if is_intrinsic {
                continue;
            }
            let message = match types.kind(ty) {
                _ if layout::is_token(self.m, ty) => "Function takes token but isn't an intrinsic",
                TypeKind::Metadata => "Function takes metadata but isn't an intrinsic",
                TypeKind::X86Amx => "Function takes x86_amx but isn't an intrinsic",
                _ => continue,
            };
            return HERE.broken(message);
        }
        match types.kind(types.result(g.ty)) {
            _ if !is_intrinsic && layout::is_token(self.m, types.result(g.ty)) => {
                HERE.broken("Function returns a token but isn't an intrinsic")
            }
            TypeKind::X86Amx if !is_intrinsic => HERE.broken("Function returns a x86_amx but isn't an intrinsic"),
            _ => Ok(()),
        }
    }

    fn whole_body(&mut self, function: Function<'m>, mut body: Body<'m>) {
        let place = |v: &Self| Place::Function(v.name(body.global.name));
        let rule =
            HERE.require(body.graph.predecessors(0).is_empty(), "Entry block to function must not have predecessors!");
        self.note(rule, place);
        body.subprogram = self.subprogram(&body);
        let mut walk = Walk::default();
        for (block, handle) in function.blocks().enumerate() {
            for instruction in handle.instructions() {
                let Some(row) = instruction.row() else { continue };
                let here = Here {
                    body: &body,
                    block: block as u32,
                    number: instruction.number(),
                    row,
                    words: self.m.operands(row),
                };
                let rule = self.instruction(here, &mut walk);
                self.note_at(here, rule);
                let rule = self.operands(here);
                self.note_at(here, rule);
            }
            if body.blocks.get(block).is_some_and(|info| info.has_phis) {
                self.phis(&body, block as u32, handle);
            }
            if self.is_full() {
                return;
            }
        }
        self.users(function, &body, &walk);
        self.attachments(&body);
        if !walk.may_become_calls.is_empty() {
            let rule = self.in_funclet(&body, &walk.may_become_calls);
            self.note(rule, place);
        }
        if walk.has_convergence {
            self.convergence(function, &body);
        }
        if self.has_debug {
            self.records(&body);
            self.locations(function, &body, &walk);
        }
    }

    /// Checks an instruction by its opcode.
    #[inline(always)]
    fn instruction(&mut self, here: Here<'_, 'm>, walk: &mut Walk) -> Rule {
        use Opcode::*;
        match here.row.opcode {
            Load => self.load(here),
            Store => self.store(here),
            GetElementPtr => self.element_pointer(here),
            Call | Invoke | CallBr => self.call(here, walk),
            Br => self.branch(here),
            Ret => self.ret(here),
            Phi => Ok(()),
            ICmp | FCmp => self.compare(here),
            Select => self.select(here),
            ExtractElement => self.extract_element(here),
            InsertElement => self.insert_element(here),
            ShuffleVector => self.shuffle(here),
            ExtractValue => self.extract_value(here),
            InsertValue => self.insert_value(here),
            Alloca => {
                walk.has_users |= here.row.flags & crate::instruction::flag::SWIFTERROR != 0;
                self.alloca(here)
            }
            AtomicRmw => self.read_modify_write(here),
            CmpXchg => self.compare_exchange(here),
            Fence => self.fence(here),
            Switch => self.switch(here),
            IndirectBr => self.indirect_branch(here),
            LandingPad | Resume | CatchPad | CleanupPad | CatchSwitch | CatchRet | CleanupRet => {
                walk.has_users |= matches!(here.row.opcode, CatchPad | CleanupPad | CatchSwitch);
                self.exception(here, walk)
            }
            Freeze | VaArg | Unreachable => Ok(()),
            FNeg => self.unary(here),
            opcode if opcode.is_binary() => self.binary(here),
            _ => self.cast(here),
        }
    }
}

/// Data collected during the walk over a body.
#[derive(Default)]
pub(super) struct Walk {
    /// The common type of landing pads.
    pub(super) landing: Option<u32>,
    /// True after a call of `llvm.localescape`.
    pub(super) escaped: bool,
    /// True if there are results whose users must be checked.
    pub(super) has_users: bool,
    /// Intrinsics that may become calls: the block and the instruction.
    pub(super) may_become_calls: Vec<(u32, u32)>,
    /// True if convergence-control tokens are used.
    pub(super) has_convergence: bool,
}
