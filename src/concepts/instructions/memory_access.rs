//! Memory operands (SPIR-V 3.26 "Memory Operands"): the properties of an access besides its pointer.
//!
//! In LLVM IR: `align`, `volatile`, `!nontemporal`. Availability and visibility in the Vulkan memory model, which LLVM
//! cannot express, are `!spirv.MemoryAccess !{i32 mask, i32 scope...}`, with the bits of `MakePointerAvailable`,
//! `MakePointerVisible` and `NonPrivatePointer`, and the scopes of the first two in this order. A copy has a node of
//! two such nodes, first that of its target. Memory operands of extensions are left to their chapters.

use crate::binary::Instruction;
use crate::concepts::base::constants;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, PlainAccess, Value};
use crate::state::hooks::ask;
use crate::state::{Forward, Reverse};
use ::spirv::{Capability, MemoryAccess, Op};

const NAME: &str = "spirv.MemoryAccess";

/// The bits that have a scope.
const SCOPED: [MemoryAccess; 2] = [MemoryAccess::MAKE_POINTER_AVAILABLE, MemoryAccess::MAKE_POINTER_VISIBLE];

/// The memory access operands for the scopes of the Vulkan memory model.
const VULKAN: MemoryAccess = SCOPED[0].union(SCOPED[1]).union(MemoryAccess::NON_PRIVATE_POINTER);

/// The bits of extensions that have an id as an operand.
const ADDED: [MemoryAccess; 2] = [MemoryAccess::ALIAS_SCOPE_INTEL_MASK, MemoryAccess::NO_ALIAS_INTEL_MASK];

/// LLVM's metadata for `Nontemporal`.
const NONTEMPORAL: &str = "nontemporal";

// --- LLVM to SPIR-V ---

/// The memory operands of a load or store without metadata.
pub fn plain(access: PlainAccess) -> [u32; 2] {
    let mut mask = MemoryAccess::ALIGNED;
    mask.set(MemoryAccess::VOLATILE, access.is_volatile);
    [mask.bits(), access.alignment]
}

/// Appends the memory operands of a load or store.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, operands: &mut Vec<u32>) -> Result<()> {
    let mut mask = MemoryAccess::ALIGNED;
    mask.set(MemoryAccess::VOLATILE, inst.is_volatile());
    mask.set(MemoryAccess::NONTEMPORAL, is_nontemporal(inst));
    let seen = inst.metadata(NAME);
    let start = operands.len();
    append(f, operands, (mask, inst.alignment().max(1)), seen)?;
    let added = ask!(f.hooks.memory_operands, f, inst);
    add(operands, start, added.as_ref());
    Ok(())
}

/// Adds the memory operands of extensions to those at a word; their bits are the highest, so that their ids come last.
fn add(operands: &mut Vec<u32>, start: usize, added: Option<&(MemoryAccess, Vec<u32>)>) {
    if let (Some((mask, ids)), Some(word)) = (added, operands.get_mut(start)) {
        *word |= mask.bits();
        operands.extend(ids);
    }
}

/// Appends the memory operands of a copy, whose mask and alignments are given: for target and source, or one set if
/// they do not differ.
pub fn forward_copy<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    given: (MemoryAccess, u32, u32),
    operands: &mut Vec<u32>,
) -> Result<()> {
    let (target, source) = of_copy(f, inst, given)?;
    operands.extend(target);
    operands.extend(source.into_iter().flatten());
    Ok(())
}

/// Returns the memory operands for the target of a copy and for its source; none for the source if one set is for both.
pub fn of_copy<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    (mask, target, source): (MemoryAccess, u32, u32),
) -> Result<(Vec<u32>, Option<Vec<u32>>)> {
    let added = ask!(f.hooks.memory_operands, f, inst);
    let Some(node) = inst.metadata(NAME) else {
        let mut of_both = vec![mask.bits(), target.min(source)];
        add(&mut of_both, 0, added.as_ref());
        return Ok((of_both, None));
    };
    let (mut of_target, mut of_source) = (Vec::new(), Vec::new());
    append(f, &mut of_target, (mask, target), node.operand(0))?;
    append(f, &mut of_source, (mask, source), node.operand(1))?;
    [&mut of_target, &mut of_source].into_iter().for_each(|operands| add(operands, 0, added.as_ref()));
    Ok((of_target, Some(of_source)))
}

/// Returns whether an access is marked as nontemporal.
pub fn is_nontemporal(inst: Value<'_>) -> bool {
    inst.metadata(NONTEMPORAL).is_some()
}

fn append(
    f: &mut Forward<'_>,
    operands: &mut Vec<u32>,
    (mask, align): (MemoryAccess, u32),
    node: Option<Metadata<'_>>,
) -> Result<()> {
    let Some(node) = node else {
        operands.extend([mask.bits(), align]);
        return Ok(());
    };
    let bits = number(node, 0).ok_or_else(malformed)?;
    let seen = MemoryAccess::from_bits(bits).filter(|seen| VULKAN.contains(*seen)).ok_or_else(malformed)?;
    f.spv.require(Capability::VulkanMemoryModel);
    operands.extend([(mask | seen).bits(), align]);
    for (index, _) in (1..).zip(SCOPED.iter().filter(|bit| seen.contains(**bit))) {
        let scope = number(node, index).ok_or_else(malformed)?;
        operands.push(constants::word(f, scope)?);
    }
    Ok(())
}

fn number(node: Metadata<'_>, index: u32) -> Option<u32> {
    u32::try_from(node.operand(index)?.as_value()?.int_value()?).ok()
}

fn malformed() -> Error {
    Error::of(Code::Metadata, format!("!{NAME} is no mask of visibility, with its scopes"))
        .hint("!{i32 40, i32 1} says MakePointerAvailable to the device, and NonPrivatePointer")
}

// --- SPIR-V to LLVM ---

fn set_nontemporal<'m>(r: &Reverse<'m>, value: Value<'m>) -> Result<()> {
    value.set_metadata(NONTEMPORAL, r.context.md_node(&[Some(r.context.md_int(32, 1)?)]))
}

/// The memory operands of one access.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The mask of the memory access.
    pub mask: MemoryAccess,
    /// The alignment in bytes; 0 if there is none.
    pub alignment: u32,
    /// The ids of the scopes; 0 where there is none.
    scopes: [u32; 2],
    /// The ids of the operands of extensions, in the order of their bits; 0 where there is none.
    added: [u32; 2],
    /// The number of words of the operands.
    words: usize,
}

impl Access {
    /// The value for an access without memory operands.
    const NONE: Self = Self { mask: MemoryAccess::NONE, alignment: 0, scopes: [0; 2], added: [0; 2], words: 0 };

    /// Reads the memory operands at the start of `words`, which may be empty.
    #[inline]
    pub fn read(inst: Instruction<'_>, words: &[u32]) -> Result<Self> {
        match *words {
            [] => Ok(Self::NONE),
            // Nearly all.
            [bits, alignment] if bits == MemoryAccess::ALIGNED.bits() && alignment.is_power_of_two() => {
                Ok(Self { mask: MemoryAccess::ALIGNED, alignment, words: 2, ..Self::NONE })
            }
            [bits, ref parameters @ ..] => {
                Self::read_parameters(inst, MemoryAccess::from_bits_truncate(bits), parameters)
            }
        }
    }

    fn read_parameters(inst: Instruction<'_>, mask: MemoryAccess, words: &[u32]) -> Result<Self> {
        let mut access = Self { mask, ..Self::NONE };
        let mut parameters = words.iter();
        let mut parameter = |bit| match access.mask.contains(bit) {
            true => parameters.next().copied().ok_or_else(|| inst.error("a memory operand is missing")),
            false => Ok(0),
        };
        access.alignment = parameter(MemoryAccess::ALIGNED)?;
        access.scopes = [parameter(SCOPED[0])?, parameter(SCOPED[1])?];
        access.added = [parameter(ADDED[0])?, parameter(ADDED[1])?];
        access.words = 1 + words.len() - parameters.len();
        if access.mask.contains(MemoryAccess::ALIGNED) && !access.alignment.is_power_of_two() {
            return Err(inst.error(format!("the alignment {} is no power of two", access.alignment)));
        }
        Ok(access)
    }

    /// Reads the memory operands of the target and of the source of a copy; one set is for both.
    pub fn read_copy(inst: Instruction<'_>, words: &[u32]) -> Result<[Self; 2]> {
        let target = Self::read(inst, words)?;
        match words.get(target.words..) {
            Some(words) if !words.is_empty() => Ok([target, Self::read(inst, words)?]),
            _ => Ok([target, target]),
        }
    }

    /// Returns the memory access of a plain load or store.
    pub fn plain(self) -> PlainAccess {
        PlainAccess { alignment: self.alignment, is_volatile: self.mask.contains(MemoryAccess::VOLATILE) }
    }

    /// Sets on a load or store the operands beyond alignment and `volatile`.
    #[inline]
    pub fn apply<'m>(self, r: &mut Reverse<'m>, inst: Instruction<'m>, value: Value<'m>) -> Result<()> {
        if self.mask.contains(MemoryAccess::NONTEMPORAL) {
            set_nontemporal(r, value)?;
        }
        if self.mask.intersects(VULKAN) {
            value.set_metadata(NAME, self.seen(r, inst)?)?;
        }
        if self.added == [0; 2] { Ok(()) } else { self.apply_added(r, value) }
    }

    /// Passes the operands of extensions to their chapters.
    fn apply_added<'m>(self, r: &mut Reverse<'m>, value: Value<'m>) -> Result<()> {
        let ids: Vec<u32> = self.added.into_iter().filter(|id| *id != 0).collect();
        match ids.is_empty() {
            true => Ok(()),
            false => r.hooks.reverse_memory_operands.iter().try_for_each(|hook| hook(r, value, self.mask, &ids)),
        }
    }

    /// Sets on a copy the operands beyond its alignments and flags.
    pub fn apply_copy<'m>(
        [target, source]: [Self; 2],
        r: &mut Reverse<'m>,
        inst: Instruction<'m>,
        value: Value<'m>,
    ) -> Result<()> {
        if (target.mask & source.mask).contains(MemoryAccess::NONTEMPORAL) {
            set_nontemporal(r, value)?;
        }
        if target.added == source.added {
            target.apply_added(r, value)?;
        }
        if !(target.mask | source.mask).intersects(VULKAN) {
            return Ok(());
        }
        let both = [Some(target.seen(r, inst)?), Some(source.seen(r, inst)?)];
        value.set_metadata(NAME, r.context.md_node(&both))
    }

    fn seen<'m>(self, r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Metadata<'m>> {
        let mut node = vec![Some(r.context.md_int(32, self.mask.intersection(VULKAN).bits().into())?)];
        for (bit, id) in SCOPED.into_iter().zip(self.scopes) {
            if self.mask.contains(bit) {
                let constant = r.spv.definition(id).filter(|scope| scope.opcode() == Op::Constant);
                let scope = constant.and_then(|scope| scope.in_operands().first().copied());
                let scope = scope.ok_or_else(|| inst.unsupported("a memory operand whose scope is no constant"))?;
                node.push(Some(r.context.md_int(32, scope.into())?));
            }
        }
        Ok(r.context.md_node(&node))
    }
}
