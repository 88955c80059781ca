//! Sets the attributes of intrinsics to those of LLVM 22, whatever the file says.
//!
//! Source: `UpgradeIntrinsicFunction` of `llvm/lib/IR/AutoUpgrade.cpp`, which sets them for all versions of the file.

use crate::attributes::{Attribute, AttributeKind, Attributes, FUNCTION};
use crate::global::GlobalKind;
use crate::intrinsics::{self, Given, Sets};
use crate::module::Module;
use crate::sorting::Sorting;
use crate::types::Types;

/// Sets the attributes of all intrinsics in a module. A function whose type does not fit the intrinsic keeps its own.
pub(super) fn upgrade(m: &mut Module) {
    for i in 0..m.globals.len() {
        let Some(global) = m.globals.get(i).filter(|g| g.kind == GlobalKind::Function) else { continue };
        let Some(sets) = intrinsics::attributes(m.text(global.name)) else { continue };
        if !intrinsics::fits(&m.types, m.text(global.name), global.ty) {
            continue;
        }
        let list = list(&m.types, &mut m.attributes, sets, global.ty);
        if let Some(global) = m.globals.get_mut(i) {
            global.attributes = list;
        }
    }
}

/// Returns the attribute list of an intrinsic: its number, plus one; zero is none.
pub(crate) fn attributes_of_intrinsic(types: &Types, attributes: &mut Attributes, name: &[u8], ty: u32) -> u32 {
    intrinsics::attributes(name).map_or(0, |sets| list(types, attributes, sets, ty))
}

/// Interns a list of attributes, and returns its number, plus one.
fn list(types: &Types, attributes: &mut Attributes, sets: Sets, ty: u32) -> u32 {
    let mut list = Vec::new();
    for &(owner, number) in sets.others {
        let part = types.parts(ty).get(owner as usize).copied();
        let bits = part.and_then(|part| types.bits(types.scalar(part))).unwrap_or(0);
        let set = set(Sets::other(number), bits);
        list.push((owner as u32, attributes.intern(set)));
    }
    if !sets.function.is_empty() {
        list.push((FUNCTION, attributes.intern(set(sets.function, 0))));
    }
    if list.is_empty() {
        return 0;
    }
    attributes.lists.push(list.into());
    attributes.lists.len() as u32
}

fn set(given: &[Given], bits: u64) -> Box<[Attribute]> {
    let attribute = |given: &Given| {
        Some(match *given {
            Given::Flag(name) => Attribute::Flag(AttributeKind::named(name)?),
            Given::Number(name, number) => Attribute::Number(AttributeKind::named(name)?, number),
            Given::Range(..) if bits == 0 => return None,
            Given::Range(low, high) => {
                let mut bounds = bound(low, bits);
                bounds.extend(bound(high, bits));
                Attribute::Ranges(AttributeKind::named("range")?, bits as u32, bounds.into())
            }
        })
    };
    let mut set: Vec<Attribute> = given.iter().filter_map(attribute).collect();
    set.arrange_by_key(Attribute::kind);
    set.into()
}

/// Returns the words of a number with `bits` bits.
fn bound(number: i64, bits: u64) -> Vec<u64> {
    let mut words = vec![if number < 0 { u64::MAX } else { 0 }; bits.div_ceil(64) as usize];
    if let Some(first) = words.first_mut() {
        *first = number as u64;
    }
    if let Some(last) = words.last_mut().filter(|_| !bits.is_multiple_of(64)) {
        *last &= (1 << (bits % 64)) - 1;
    }
    words
}
