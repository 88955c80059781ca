//! Instructions of functions: those without a counterpart, and pairs whose operands differ.

use super::{Change, Comparison};
use crate::align::{Gap, Pairs};
use crate::documented::{self, Class, Free, Group};
use crate::keys::{Body, View};
use llvm_spirv::binary::grammar::{self, Category, Kind};
use llvm_spirv::binary::{Id, Instruction, Op};
use llvm_spirv::error::Result;
use rustc_hash::FxHashSet;

/// An operand in the form in which it is compared.
#[derive(Clone, Copy)]
enum Operand<'w> {
    Id(Kind, Id),
    /// The element 0, implied in an access chain without an element operand.
    Element,
    Literal(Option<Kind>, &'w [u32]),
}

impl<'w> Comparison<'_, '_, 'w> {
    /// Compares all functions.
    pub(super) fn functions(&mut self) -> Result<()> {
        for (one, other) in self.alignment.functions.clone() {
            let (before, after) = (self.alignment.before, self.alignment.after);
            if let (Some(one), Some(other)) = (before.functions.get(one), after.functions.get(other)) {
                self.function(one, other)?;
            }
        }
        self.unpaired_functions();
        let casts = [self.alignment.before.pointer_casts, self.alignment.after.pointer_casts];
        if casts[0] != casts[1] {
            let mut change = Change::new(Group::Spelling, Class::PointerCast, "OpBitcast", "");
            change.subject.of = format!("{}, then {}", casts[0], casts[1]);
            self.found(change);
        }
        let unreached = [&self.alignment.before.unreached, &self.alignment.after.unreached].map(FxHashSet::len);
        if unreached[0] != unreached[1] {
            let mut change = Change::new(Group::Lost, Class::Unreached, "OpLabel", "");
            change.subject.of = format!("{}, then {}", unreached[0], unreached[1]);
            self.found(change);
        }
        Ok(())
    }

    fn unpaired_functions(&mut self) {
        let (before, after) = (self.alignment.before, self.alignment.after);
        let kind = |body: &Body<'_>| match () {
            () if body.is_declaration() => "declaration",
            () if before.is_wrapper(body) => "wrapper of an entry point",
            () => "definition",
        };
        let [lost, added] = [self.alignment.only_before.clone(), self.alignment.only_after.clone()];
        for body in lost.into_iter().filter_map(|place| before.functions.get(place)) {
            let change = Change::new(Group::Lost, Class::Function, kind(body), before.name(body.id));
            self.found(body.code.first().into_iter().fold(change, |change, i| change.before(*i)));
        }
        for body in added.into_iter().filter_map(|place| after.functions.get(place)) {
            let change = Change::new(Group::Added, Class::Function, kind(body), after.name(body.id));
            self.found(body.code.first().into_iter().fold(change, |change, i| change.after(*i)));
        }
    }

    fn function(&mut self, before: &Body<'w>, after: &Body<'w>) -> Result<()> {
        let pairs = self.alignment.function(before, after);
        let variables = before.code.iter().filter(|i| i.opcode() == Op::Variable && i.in_operands().len() > 1);
        // A few at most: they are looked through for each store that is new.
        self.initialised = variables.take(256).copied().collect();
        for gap in &pairs.gaps {
            self.gap(gap, before, after);
        }
        for (one, other) in &pairs.both {
            if let (Some(instruction), Some(other)) = (before.code.get(*one), after.code.get(*other)) {
                self.pair(*instruction, *other, before, *one)?;
            }
        }
        self.moved(&pairs, before);
        Ok(())
    }

    /// Returns whether a component is extracted in two steps after the round trip.
    fn extracts_in_steps(&self, before: Instruction<'w>, after: Instruction<'w>) -> bool {
        let [Some((one, indices)), Some((inner, last))] = [before, after].map(|i| i.in_operands().split_first()) else {
            return false;
        };
        let step = self.alignment.after.module.definition(*inner).filter(|i| i.opcode() == Op::CompositeExtract);
        let step = step.and_then(|i| i.in_operands().split_first());
        step.is_some_and(|(other, first)| {
            self.alignment.same(*one, *other) && indices.iter().eq(first.iter().chain(last))
        })
    }

    /// Returns whether both records give one variable an undefined value.
    fn says_nothing(&self, before: Instruction<'w>, after: Instruction<'w>) -> bool {
        let [one, other] = [self.alignment.before, self.alignment.after];
        one.is_of_unknown(before) && other.is_of_unknown(after) && one.described(before) == other.described(after)
    }

    fn moved(&mut self, pairs: &Pairs, body: &Body<'w>) {
        if pairs.moved > 0 {
            self.found(Change::new(Group::Spelling, Class::Order, "", "").within(body.id));
        }
    }

    /// Classifies instructions without a counterpart: rewritten according to the documented list, lost, or added.
    fn gap(&mut self, gap: &Gap, before: &Body<'w>, after: &Body<'w>) {
        let mut free: Free<'w> =
            gap.after.iter().filter_map(|place| Some((*place, *after.code.get(*place)?))).collect();
        for place in &gap.before {
            let Some(instruction) = before.code.get(*place) else { continue };
            let around = [place.checked_sub(1), place.checked_add(1)].map(|at| before.code.get(at?).copied());
            let mut change = Change::new(
                Group::Lost,
                Class::Instruction,
                shown_name(self.alignment.before, *instruction),
                of(self.alignment.before, *instruction),
            )
            .before(*instruction)
            .within(before.id);
            change.around = around;
            let views = [self.alignment.before, self.alignment.after];
            if let Some(row) =
                documented::rewritten(*instruction, &change.subject.name, &mut free, views, &mut change.after)
            {
                change.group = row.group;
                self.alignment.pair_results(Some(instruction), change.after.last());
                self.buckets.add(change, Some(row));
            } else {
                if let Some(source) = instruction.operand(0).ok().filter(|_| views[0].copies_equal_types(*instruction))
                {
                    self.alignment.pair_copy(*instruction, source);
                }
                self.found(change);
            }
        }
        for (_, instruction) in free {
            let name = shown_name(self.alignment.after, instruction);
            let of = if self.is_initialiser(instruction) {
                "of an initialiser"
            } else {
                of(self.alignment.after, instruction)
            };
            self.found(Change::new(Group::Added, Class::Instruction, name, of).after(instruction).within(before.id));
        }
    }

    /// Returns whether a store writes the initialiser that the variable had in the module before.
    fn is_initialiser(&self, store: Instruction<'w>) -> bool {
        let (Op::Store, Ok(pointer), Ok(value)) = (store.opcode(), store.operand(0), store.operand(1)) else {
            return false;
        };
        let pointer = self.alignment.after.root(pointer);
        let same = |variable: &&Instruction<'w>| {
            let [id, initialiser] = [variable.result_id(), variable.in_operands().get(1).copied()];
            id.is_some_and(|id| self.alignment.same(id, pointer))
                && initialiser.is_some_and(|id| self.alignment.same(id, value))
        };
        self.initialised.iter().any(|variable| same(&variable))
    }

    /// Compares the operands of an instruction and its counterpart.
    fn pair(&mut self, before: Instruction<'w>, after: Instruction<'w>, body: &Body<'w>, place: usize) -> Result<()> {
        let [one, other] = [operands(self.alignment.before, before)?, operands(self.alignment.after, after)?];
        let difference = match before.opcode() {
            Op::CompositeExtract if self.extracts_in_steps(before, after) => None,
            Op::Variable if one.len() == 4 && other.len() == 3 => Some((Group::Spelling, "initialiser")),
            Op::Phi => {
                let [one, other] =
                    [self.incoming(self.alignment.before, &one), self.incoming(self.alignment.after, &other)];
                self.sets(&one, &other, 2)
            }
            Op::Switch => self.sets(one.get(2..).unwrap_or_default(), other.get(2..).unwrap_or_default(), 2),
            _ => self.first_difference(&one, &other),
        };
        let difference = match difference {
            Some(_) if self.says_nothing(before, after) => Some((Group::Spelling, "undefined value")),
            other => other,
        };
        if let Some((group, kind)) = difference {
            let of = match self.is_aligned_by_layout(before, after) {
                true => "aligned by its layout".to_owned(),
                false => shown_name(self.alignment.before, before),
            };
            let mut change = Change::new(group, Class::Operand, kind, of);
            change = change.before(before).after(after).within(body.id);
            change.around = [place.checked_sub(1), place.checked_add(1)].map(|at| body.code.get(at?).copied());
            self.found(change);
        } else if self.pointee_differs(before, after) {
            let change = Change::new(Group::Spelling, Class::Pointee, before.name(), "");
            self.found(change.before(before).after(after).within(body.id));
        }
        Ok(())
    }

    /// Returns the operands of an `OpPhi`, without those for unreachable blocks.
    fn incoming(&self, view: &View<'_, 'w>, operands: &[Operand<'w>]) -> Vec<Operand<'w>> {
        let (head, pairs) = operands.split_at(operands.len().min(2));
        let is_reached = |block: &Operand<'w>| !matches!(block, Operand::Id(_, id) if view.unreached.contains(id));
        let pairs = pairs.chunks(2).filter(|pair| pair.get(1).is_none_or(is_reached));
        head.iter().chain(pairs.flatten()).cloned().collect()
    }

    /// Returns the first operand that differs, and whether it is only weaker.
    fn first_difference(&self, before: &[Operand<'w>], after: &[Operand<'w>]) -> Option<(Group, &'static str)> {
        let mut last = None;
        for index in 0..before.len().max(after.len()) {
            let (one, other) = (before.get(index), after.get(index));
            let kind = one.or(other).and_then(|operand| operand.kind());
            if !self.same_operand(one, other) {
                if self.is_folded(one, other) {
                    return Some((Group::Spelling, "folded"));
                }
                let owner = kind.filter(|kind| kind.info().category != Category::Literal).or(last).or(kind);
                let name = owner.map_or("", |kind| kind.info().name);
                return Some((self.group(one, other), name));
            }
            last = kind.filter(|kind| kind.info().category == Category::Mask);
        }
        None
    }

    /// Returns the difference of operands in unordered pairs: one without a counterpart.
    fn sets(&self, before: &[Operand<'w>], after: &[Operand<'w>], skip: usize) -> Option<(Group, &'static str)> {
        let [head, other_head] = [before, after].map(|all| all.get(..skip).unwrap_or_default());
        let [rest, other_rest] = [before, after].map(|all| all.get(skip..).unwrap_or_default());
        if let Some(difference) = self.first_difference(head, other_head) {
            return Some(difference);
        }
        let ([rest, _], [other_rest, _]) = ([rest.as_chunks::<2>().0, &[]], [other_rest.as_chunks::<2>().0, &[]]);
        let same = |one: &[Operand<'w>; 2], other: &[Operand<'w>; 2]| {
            one.iter().zip(other).all(|(one, other)| self.same_operand(Some(one), Some(other)))
        };
        let in_order = rest.len() == other_rest.len() && rest.iter().zip(other_rest).all(|(a, b)| same(a, b));
        let found = || {
            rest.iter().all(|one| other_rest.iter().any(|other| same(one, other)))
                && other_rest.iter().all(|other| rest.iter().any(|one| same(one, other)))
        };
        if in_order || found() { None } else { Some((Group::Lost, "IdRef")) }
    }

    fn same_operand(&self, before: Option<&Operand<'w>>, after: Option<&Operand<'w>>) -> bool {
        match (before, after) {
            (Some(Operand::Id(Kind::IdResult, _)), Some(Operand::Id(Kind::IdResult, _))) => true,
            (Some(Operand::Id(_, one)), Some(Operand::Id(_, other))) => self.alignment.same(*one, *other),
            (Some(Operand::Element), Some(Operand::Element)) => true,
            (Some(Operand::Element), Some(Operand::Id(_, id))) => self.alignment.after.is_null(*id),
            (Some(Operand::Id(_, id)), Some(Operand::Element)) => self.alignment.before.is_null(*id),
            (Some(Operand::Literal(_, one)), Some(Operand::Literal(_, other))) => one == other,
            // No mask is a mask without a bit.
            (Some(Operand::Literal(Some(kind), [0])), None) | (None, Some(Operand::Literal(Some(kind), [0]))) => {
                kind.info().category == Category::Mask
            }
            _ => false,
        }
    }

    /// Returns whether an operand that differs is weaker, or means something else.
    fn group(&self, before: Option<&Operand<'w>>, after: Option<&Operand<'w>>) -> Group {
        match (before, after) {
            (Some(Operand::Literal(Some(kind), _)), None) if kind.info().category == Category::Mask => Group::Weaker,
            (Some(Operand::Literal(Some(kind), [one])), Some(Operand::Literal(_, [other])))
                if kind.info().category == Category::Mask && one & other == *other =>
            {
                Group::Weaker
            }
            (Some(Operand::Id(Kind::IdMemorySemantics, one)), Some(Operand::Id(_, other))) => {
                let [one, other] = [self.alignment.before.literal(*one), self.alignment.after.literal(*other)];
                if other.map(order) < one.map(order) { Group::Weaker } else { Group::Lost }
            }
            (None | Some(Operand::Literal(_, [0])), Some(Operand::Literal(Some(kind), _)))
                if kind.info().category == Category::Mask =>
            {
                Group::Added
            }
            (None, Some(_)) => Group::Added,
            (Some(Operand::Id(_, one)), Some(Operand::Id(_, other))) if self.is_converted(*one, *other) => {
                Group::Spelling
            }
            _ => Group::Lost,
        }
    }

    /// Returns whether a constant operand replaces an operation on constants.
    fn is_folded(&self, before: Option<&Operand<'w>>, after: Option<&Operand<'w>>) -> bool {
        let (Some(Operand::Id(_, one)), Some(Operand::Id(_, other))) = (before, after) else { return false };
        self.alignment.before.is_folded(*one) && self.alignment.after.is_constant(*other)
    }

    /// Returns whether an id is a conversion of another to another width, length or type with the same bits.
    fn is_converted(&self, before: Id, after: Id) -> bool {
        let definition = self.alignment.after.module.definition(self.alignment.after.root(after));
        let converts = |op| matches!(op, Op::UConvert | Op::SConvert | Op::Bitcast | Op::VectorShuffle);
        let conversion = definition.filter(|i| converts(i.opcode()));
        conversion.is_some_and(|i| i.operand(0).is_ok_and(|operand| self.alignment.same(before, operand)))
    }

    /// Returns whether accesses through logical pointers have only lost `Aligned`.
    fn is_aligned_by_layout(&self, before: Instruction<'_>, after: Instruction<'_>) -> bool {
        let (pointers, fixed) = match before.opcode() {
            Op::Load => (1, 1),
            Op::Store => (1, 2),
            Op::CopyMemory => (2, 2),
            _ => return false,
        };
        let view = self.alignment.before;
        let is_logical = |id: &Id| {
            let pointer = view.module.definition(*id).and_then(|inst| inst.result_type());
            let class = pointer.and_then(|ty| view.module.definition(ty)).and_then(|ty| ty.operand(0).ok());
            class != Some(::spirv::StorageClass::PhysicalStorageBuffer as u32)
        };
        let [one, other] = [before, after].map(|inst| accesses(inst.in_operands().get(fixed..).unwrap_or_default()));
        let is_same = |(one, other): (&Access, &Access)| {
            let same = |(one, other): (&Id, &Id)| self.alignment.same(*one, *other);
            one.mask == other.mask && one.ids.len() == other.ids.len() && one.ids.iter().zip(&other.ids).all(same)
        };
        let is_any_aligned = one.iter().any(|access| access.is_aligned);
        let all_logical = view.is_logical && before.in_operands().iter().take(pointers).all(is_logical);
        all_logical && is_any_aligned && one.iter().zip(&other).all(is_same)
    }

    fn pointee_differs(&self, before: Instruction<'_>, after: Instruction<'_>) -> bool {
        let (one, other) = (self.alignment.before.pointee(before), self.alignment.after.pointee(after));
        one != other
    }
}

impl Operand<'_> {
    fn kind(&self) -> Option<Kind> {
        match self {
            Self::Id(kind, _) => Some(*kind),
            Self::Element => Some(Kind::IdRef),
            Self::Literal(kind, _) => *kind,
        }
    }
}

/// The memory operands of one access.
#[derive(Clone)]
struct Access {
    /// The mask without `Aligned`.
    mask: u32,
    is_aligned: bool,
    /// The scopes and lists of aliases.
    ids: Vec<Id>,
}

/// Returns the memory operands for the target and for the source of a copy, or twice those of another access.
fn accesses(words: &[u32]) -> [Access; 2] {
    use ::spirv::MemoryAccess as Mask;
    const ALIGNED: u32 = Mask::ALIGNED.bits();
    let with_id = Mask::MAKE_POINTER_AVAILABLE
        | Mask::MAKE_POINTER_VISIBLE
        | Mask::ALIAS_SCOPE_INTEL_MASK
        | Mask::NO_ALIAS_INTEL_MASK;
    let one = |words: &[u32]| {
        let mask = words.first().copied().unwrap_or(0);
        let is_aligned = mask & ALIGNED != 0;
        let first = 1 + usize::from(is_aligned);
        let end = first + (mask & with_id.bits()).count_ones() as usize;
        let ids = words.get(first..end).unwrap_or_default().to_vec();
        (Access { mask: mask & !ALIGNED, is_aligned, ids }, end)
    };
    let (target, end) = one(words);
    let source = words.get(end..).filter(|rest| !rest.is_empty()).map(|rest| one(rest).0);
    [target.clone(), source.unwrap_or(target)]
}

/// Returns a detail of an instruction for the report, in addition to its name.
fn of(view: &View<'_, '_>, instruction: Instruction<'_>) -> &'static str {
    if view.copies_equal_types(instruction) {
        return "between equal types";
    }
    let address = match instruction.opcode() {
        Op::Load => instruction.operand(0).ok(),
        _ => instruction.result_id(),
    };
    if address.is_some_and(|id| view.is_in_builtin(id)) { "of a builtin variable" } else { "" }
}

/// Returns the strength of the order in a mask of memory semantics: the specification's `Acquire`, `Release`,
/// `AcquireRelease`, `SequentiallyConsistent`.
fn order(semantics: u32) -> u32 {
    match semantics & 0x1e {
        0 => 0,
        0x2 | 0x4 => 1,
        0x10.. => 3,
        _ => 2,
    }
}

/// The operands of an instruction; a chain of access always has an element.
fn operands<'w>(view: &View<'_, 'w>, instruction: Instruction<'w>) -> Result<Vec<Operand<'w>>> {
    let lacks_element = matches!(instruction.opcode(), Op::AccessChain | Op::InBoundsAccessChain);
    let mut all = Vec::with_capacity(instruction.operands().len() + 1);
    view.module.visit_operands(instruction, |part| {
        all.push(match part.kind {
            Some(kind) if kind.info().category == Category::Id => Operand::Id(kind, part.word()),
            kind => Operand::Literal(kind, part.words),
        });
        if lacks_element && all.len() == 3 {
            all.push(Operand::Element);
        }
    })?;
    Ok(all)
}

/// Returns the name of an instruction; for an extended one, with the name of its set.
pub(crate) fn shown_name(view: &View<'_, '_>, instruction: Instruction<'_>) -> String {
    let known = || {
        let [set, number, ..] = instruction.in_operands() else { return None };
        let set = view.module.ext_inst_set(*set)?;
        Some(format!("{} {}", set.name, grammar::ext_set(&set.name)?.instruction(*number)?.name))
    };
    match instruction.opcode() {
        Op::ExtInst => known().unwrap_or_else(|| "OpExtInst".to_owned()),
        _ => instruction.name().to_owned(),
    }
}
