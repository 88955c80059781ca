//! The outputs of vertex shaders, recorded by transform feedback: the place of each, and the decorations for it.

use crate::layout::{Kind, Leaf};
use crate::{Fault, Result, lacks};
use llvm_spirv::inspect::{EntryPoint, Form, Inspection, InterfaceVariable, Member, Placement};

/// The place of an output, which identifies it in another module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// The position of the vertex.
    Position,
    /// A location, and the component within it.
    Location(u32, u32),
}

/// An output that is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Its place.
    pub key: Key,
    /// The numbers in it, with offsets from the beginning of the record of a vertex.
    pub leaves: Vec<Leaf>,
}

/// The variable, or the member of a structure, that holds an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Variable(u32),
    Member(u32, u32),
}

/// An output of a module: its place, its type, and its holder.
type Output = (Key, u32, Holder);

/// The opcodes and numbers of SPIR-V that are written here.
mod code {
    pub const CAPABILITY: u32 = 17;
    pub const EXECUTION_MODE: u32 = 16;
    pub const ENTRY_POINT: u32 = 15;
    pub const DECORATE: u32 = 71;
    pub const MEMBER_DECORATE: u32 = 72;
    pub const TYPES: std::ops::RangeInclusive<u32> = 19..=39;
    pub const TRANSFORM_FEEDBACK: u32 = 53;
    pub const XFB: u32 = 11;
    pub const OFFSET: u32 = 35;
    pub const XFB_BUFFER: u32 = 36;
    pub const XFB_STRIDE: u32 = 37;
    pub const HEADER: usize = 5;
}

/// Returns the recorded outputs of an entry point, in consecutive places.
///
/// # Errors
///
/// If the module uses transform feedback itself, or has outputs of other types than numbers of 32 and 64 bits.
pub fn outputs(inspection: &Inspection, entry: &EntryPoint) -> Result<Vec<Captured>> {
    if inspection.explanation.capabilities.iter().any(|capability| capability.name == "TransformFeedback") {
        return lacks("transform feedback of its own");
    }
    let mut end = 0;
    let mut found = Vec::new();
    for (key, ty, _) in all(inspection, entry)? {
        let mut kinds = Vec::new();
        numbers(inspection, ty, &mut kinds)?;
        if kinds.contains(&Kind::Float(8)) {
            end = usize::next_multiple_of(end, 8);
        }
        let leaves = kinds.into_iter().map(|kind| {
            let offset = end;
            end += kind.size();
            Leaf { offset, kind }
        });
        found.push(Captured { key, leaves: leaves.collect() });
    }
    match end {
        0 => lacks("no output with a location, and no position"),
        1..=512 => Ok(found),
        _ => lacks("outputs of more than 512 bytes"),
    }
}

/// Returns the number of bytes recorded for a vertex.
pub fn stride(captured: &[Captured]) -> usize {
    let ends = captured.iter().flat_map(|output| &output.leaves).map(|leaf| leaf.offset + leaf.kind.size());
    ends.max().unwrap_or_default().next_multiple_of(8)
}

fn all(inspection: &Inspection, entry: &EntryPoint) -> Result<Vec<Output>> {
    let mut found = Vec::new();
    for output in &entry.outputs {
        match inspection.types.get(&output.ty).map(|ty| &ty.form) {
            Some(Form::Structure(members)) => found.extend(of_members(inspection, output, members)?),
            _ => found.extend(key(&output.placement).map(|key| (key, output.ty, Holder::Variable(output.id)))),
        }
    }
    Ok(found)
}

fn key(placement: &Placement) -> Option<Key> {
    match (placement.builtin.as_deref(), placement.location) {
        (Some("Position"), _) => Some(Key::Position),
        (None, Some(location)) => Some(Key::Location(location, placement.component.unwrap_or_default())),
        _ => None,
    }
}

/// Returns the outputs in the members of a block.
fn of_members(inspection: &Inspection, output: &InterfaceVariable, members: &[Member]) -> Result<Vec<Output>> {
    let mut found = Vec::new();
    let mut next = output.placement.location;
    for (index, member) in (0..).zip(members) {
        let mut placement = member.placement.clone();
        if placement.builtin.is_none() {
            placement.location = placement.location.or(next);
            next = placement.location.map(|location| location + locations(inspection, member.ty));
        }
        found.extend(key(&placement).map(|key| (key, member.ty, Holder::Member(output.ty, index))));
    }
    Ok(found)
}

/// Returns the number of locations of a value.
fn locations(inspection: &Inspection, ty: u32) -> u32 {
    match inspection.types.get(&ty).map(|ty| &ty.form) {
        Some(Form::Matrix(_, count)) => *count,
        Some(Form::Array { element, length: Some(length), .. }) => {
            locations(inspection, *element).saturating_mul(length.value.unwrap_or(1) as u32)
        }
        Some(Form::Structure(members)) => members.iter().map(|member| locations(inspection, member.ty)).sum(),
        _ => 1,
    }
}

/// Adds the numbers of a value in the order of the record.
fn numbers(inspection: &Inspection, ty: u32, kinds: &mut Vec<Kind>) -> Result<()> {
    let Some(known) = inspection.types.get(&ty) else { return lacks("an output without a type") };
    let (part, count) = match &known.form {
        Form::Scalar => {
            let Some(kind) = Kind::named(&known.name).filter(|kind| kind.size() >= 4) else {
                return lacks(format!("an output of type {}", known.name));
            };
            kinds.push(kind);
            return Ok(());
        }
        Form::Vector(part, count) | Form::Matrix(part, count) => (*part, u64::from(*count)),
        Form::Array { element, length: Some(length), .. } => (*element, length.value.unwrap_or(1)),
        Form::Structure(members) => {
            return members.iter().try_for_each(|member| numbers(inspection, member.ty, kinds));
        }
        _ => return lacks(format!("an output of type {}", known.name)),
    };
    (0..count.min(512)).try_for_each(|_| numbers(inspection, part, kinds))
}

/// Returns a module with the decorations that record outputs.
///
/// # Errors If the module cannot be read, or lacks one of the outputs.
pub fn with_captures(bytes: &[u8], captured: &[Captured]) -> Result<Vec<u8>> {
    let inspection = Inspection::of(bytes).map_err(|error| Fault::Failed(error.to_string()))?;
    let Some(entry) = inspection.entry_points.first() else { return lacks("no entry point") };
    let holders = all(&inspection, entry)?;
    let mut decorations = Vec::new();
    for output in captured {
        let Some((_, _, holder)) = holders.iter().find(|(key, ..)| *key == output.key) else {
            return Err(Fault::Failed(format!("the output {:?} is gone", output.key)));
        };
        let offset = output.leaves.first().map(|leaf| leaf.offset).unwrap_or_default() as u32;
        let rows = [(code::OFFSET, offset), (code::XFB_BUFFER, 0), (code::XFB_STRIDE, stride(captured) as u32)];
        decorations.extend(rows.into_iter().flat_map(|(decoration, value)| decorate(*holder, decoration, value)));
    }
    insert(bytes, &decorations).ok_or(Fault::Failed("a module without an entry point or types".to_owned()))
}

fn decorate(holder: Holder, decoration: u32, value: u32) -> Vec<u32> {
    match holder {
        Holder::Variable(id) => vec![4 << 16 | code::DECORATE, id, decoration, value],
        Holder::Member(id, index) => vec![5 << 16 | code::MEMBER_DECORATE, id, index, decoration, value],
    }
}

/// Inserts the capability, the execution mode and the decorations at their places.
fn insert(bytes: &[u8], decorations: &[u32]) -> Option<Vec<u8>> {
    let words = llvm_spirv_testing::words(bytes);
    let (mut at, mut behind_entry, mut function) = (code::HEADER, None, None);
    while let Some(word) = words.get(at) {
        let (length, opcode) = ((word >> 16) as usize, word & 0xFFFF);
        if code::TYPES.contains(&opcode) || length == 0 {
            break;
        }
        if opcode == code::ENTRY_POINT {
            behind_entry = Some(at + length);
            function = words.get(at + 2).copied();
        }
        at += length;
    }
    let behind_entry = behind_entry?;
    let mut out = words.get(..code::HEADER)?.to_vec();
    out.extend([2 << 16 | code::CAPABILITY, code::TRANSFORM_FEEDBACK]);
    out.extend(words.get(code::HEADER..behind_entry)?);
    out.extend([3 << 16 | code::EXECUTION_MODE, function?, code::XFB]);
    out.extend(words.get(behind_entry..at)?);
    out.extend(decorations);
    out.extend(words.get(at..)?);
    Some(out.into_iter().flat_map(u32::to_le_bytes).collect())
}
