//! The flow of a variable's address: the pointers derived from it, the variables that hold it, and the places where it escapes.
//!
//! In: a local variable or a parameter. A local variable that only holds a pointer, loaded and stored as a whole, is
//! followed, since clang at `-O0` keeps every pointer in one; so are integers computed from an address, but not through
//! memory. Functions with a body are analysed; those without one are assumed to keep their pointer arguments, except
//! builtins, intrinsics, and parameters with `captures(none)`.

use crate::concepts::builtins;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Value};
use crate::state::{Forward, Role, RoleOf};
use Opcode as O;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of levels of calls that are followed.
const MOST_LEVELS: u32 = 8;

/// The number of uses that are visited for all variables of a function, those in called functions included.
const MOST_USES: u32 = 1 << 20;

/// The effect of an instruction on a pointer that may be the address, or on the variable itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'m> {
    /// Computes a pointer or an integer from holders: it may hold the addresses that they hold.
    Derive,
    /// Begins the lifetime of a variable that may hold the address, which is empty at first.
    Begin,
    /// Loads a pointer from a variable that holds the address.
    Load(Value<'m>),
    /// Stores a pointer into a variable that holds the address.
    Store(Value<'m>),
    /// Reads or writes the memory at the address, or compares the address.
    Use(Value<'m>),
    /// Makes an address escape to where it is not followed.
    Escape(Value<'m>),
}

/// The flow of an address.
#[derive(Debug, Default)]
pub struct Addresses<'m> {
    /// The pointers derived from the address and the variables that hold it, each with a number from 1 on; the variable itself is 0.
    pub holders: FxHashMap<Value<'m>, usize>,
    /// The effects of instructions on the holders.
    pub events: FxHashMap<Value<'m>, Vec<Event<'m>>>,
    /// True if a holder is a phi, a variable, or escapes. Otherwise each use has the address of the latest execution,
    /// since the variable dominates all pointers derived from it, and those dominate their uses.
    pub may_be_kept: bool,
    /// True if the address escapes to where it is not followed.
    pub escapes: bool,
}

/// Follows addresses, within a bound of work.
pub struct Search<'f, 'm> {
    f: &'f mut Forward<'m>,
    uses_left: u32,
    open_calls: FxHashSet<(Value<'m>, u32)>,
}

impl<'f, 'm> Search<'f, 'm> {
    /// Creates the addresses of the functions of a module.
    pub fn new(f: &'f mut Forward<'m>) -> Self {
        let uses_left = MOST_USES.saturating_sub(f.body.memory.repeated_uses);
        Self { f, uses_left, open_calls: FxHashSet::default() }
    }

    /// Returns the flow of the address `root`, a local variable or a parameter.
    pub fn run(&mut self, root: Value<'m>) -> Addresses<'m> {
        let mut found = Addresses::default();
        found.holders.insert(root, 0);
        let mut open = vec![root];
        while let Some(pointer) = open.pop() {
            for user in pointer.uses() {
                let Some(left) = self.uses_left.checked_sub(1) else {
                    (found.may_be_kept, found.escapes) = (true, true);
                    return found;
                };
                self.uses_left = left;
                self.f.body.memory.repeated_uses += 1;
                self.user(&mut found, &mut open, pointer, user);
            }
        }
        found
    }

    fn user(&mut self, found: &mut Addresses<'m>, open: &mut Vec<Value<'m>>, pointer: Value<'m>, user: Value<'m>) {
        use Opcode::*;
        let event = match user.opcode() {
            Some(opcode) if derives(opcode) => {
                found.may_be_kept |= opcode == Phi;
                open.extend(found.hold(user).then_some(user));
                Event::Derive
            }
            Some(Load | Br | Switch) => Event::Use(pointer),
            Some(Store) if user.operand(0) == Some(pointer) => {
                match user.operand(1).filter(|to| is_holder(*to, self.f.hooks.role())) {
                    Some(variable) => return found.variable(open, variable),
                    None => Event::Escape(pointer),
                }
            }
            Some(Store | ICmp) => Event::Use(pointer),
            Some(AtomicRmw | CmpXchg) if user.operands().skip(1).all(|operand| operand != pointer) => {
                Event::Use(pointer)
            }
            // The variable is gone where the function ends.
            Some(Ret) => return,
            Some(Call) if user.called_value() != Some(pointer) => self.call(found, open, pointer, user),
            _ => Event::Escape(pointer),
        };
        found.note(user, event);
    }

    fn call(
        &mut self,
        found: &mut Addresses<'m>,
        open: &mut Vec<Value<'m>>,
        pointer: Value<'m>,
        call: Value<'m>,
    ) -> Event<'m> {
        let places = (0..).zip(call.call_args()).filter(|(_, argument)| *argument == pointer);
        let places: Vec<_> = places.map(|(index, _)| index).collect();
        let is_intrinsic = call.called_function().is_some_and(|callee| callee.intrinsic_id() != 0);
        // What an operand bundle of an intrinsic says of a pointer keeps nothing of it.
        let is_kept = places.is_empty() && !is_intrinsic || places.into_iter().any(|index| self.keeps(call, index));
        if is_kept {
            return Event::Escape(pointer);
        }
        if call.ty().scalar().is_pointer() {
            open.extend(found.hold(call).then_some(call));
            found.note(call, Event::Derive);
        }
        Event::Use(pointer)
    }

    /// Returns whether a call may keep a pointer argument, other than in its result.
    fn keeps(&mut self, call: Value<'m>, index: u32) -> bool {
        let Some(callee) = call.called_function() else { return !captures_none(call, index) };
        if callee.intrinsic_id() != 0 || captures_none(call, index) || captures_none(callee, index) {
            return false;
        }
        if callee.is_declaration() {
            return builtins::resolved(self.f, callee).is_none();
        }
        let Some(param) = callee.param(index) else { return true };
        if self.open_calls.len() >= MOST_LEVELS as usize {
            return true;
        }
        // What a function does with a parameter in a call of itself is seen by the first look at it.
        if !self.open_calls.insert((callee, index)) {
            return false;
        }
        let within = self.run(param);
        self.open_calls.remove(&(callee, index));
        within.escapes || within.holders.keys().any(|holder| holder.uses().any(|user| user.is_op(O::Ret)))
    }
}

impl<'m> Addresses<'m> {
    /// Adds a holder; returns whether it is new.
    fn hold(&mut self, value: Value<'m>) -> bool {
        let next = self.holders.len();
        *self.holders.entry(value).or_insert(next) == next
    }

    fn note(&mut self, user: Value<'m>, event: Event<'m>) {
        self.escapes |= matches!(event, Event::Escape(_));
        self.may_be_kept |= self.escapes;
        let events = self.events.entry(user).or_default();
        if !events.contains(&event) {
            events.push(event);
        }
    }

    /// Notes a variable that holds the address; what is loaded from it may be the address.
    fn variable(&mut self, open: &mut Vec<Value<'m>>, variable: Value<'m>) {
        self.may_be_kept = true;
        if !self.hold(variable) {
            return;
        }
        self.note(variable, Event::Begin);
        for user in variable.uses() {
            match user.opcode() {
                Some(O::Load) => {
                    open.extend(self.hold(user).then_some(user));
                    self.note(user, Event::Load(variable));
                }
                Some(O::Store) => self.note(user, Event::Store(variable)),
                _ => {}
            }
        }
    }
}

/// Returns whether the result of an instruction is computed from its operands alone.
fn derives(opcode: Opcode) -> bool {
    use Opcode::*;
    let of_pointers = matches!(opcode, GetElementPtr | AddrSpaceCast | PtrToInt | PtrToAddr | IntToPtr);
    let of_any = matches!(opcode, BitCast | Freeze | Select | Phi);
    let of_numbers = matches!(opcode, Add | Sub | Mul | And | Or | Xor | Shl | LShr | AShr | Trunc | ZExt | SExt);
    let of_parts = matches!(opcode, InsertElement | ExtractElement | ShuffleVector | InsertValue | ExtractValue);
    of_pointers || of_any || of_numbers || of_parts
}

/// Returns whether a value is a local variable that only holds a pointer.
fn is_holder(variable: Value<'_>, role: RoleOf) -> bool {
    let is_pointer = variable.allocated_type().is_some_and(|ty| ty.is_pointer());
    let is_whole = |user: Value<'_>| match user.opcode() {
        Some(O::Load) => user.ty().is_pointer(),
        Some(O::Store) => {
            user.operand(0) != Some(variable) && user.operand(0).is_some_and(|value| value.ty().is_pointer())
        }
        Some(O::Call) => matches!(role(user), Some(Role::LifetimeStart | Role::LifetimeEnd)),
        _ => false,
    };
    is_pointer && variable.uses().all(is_whole)
}

/// Returns whether a function, or a call, has the attribute `captures(none)` on a parameter.
fn captures_none(of: Value<'_>, index: u32) -> bool {
    of.int_attribute(AttributePlace::Param(index), AttributeKind::Captures) == Some(0)
}
