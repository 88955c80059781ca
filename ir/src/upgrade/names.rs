//! Upgrades names of intrinsics: they end with the overloaded types, in which pointers lost their pointees (LLVM 15); some intrinsics
//! were renamed.
//!
//! LLVM adds a new declaration at the end of the module, or uses an existing function of that name. Source:
//! `remangleIntrinsicFunction` of `llvm/lib/IR/Intrinsics.cpp`.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::lifetimes;
use crate::global::GlobalKind;
use crate::module::Module;

/// Beginnings of old names, and the new names, without `llvm.` and types.
const RENAMED: [(&str, &str); 22] = [
    ("llvm.experimental.stepvector.", "stepvector"),
    ("llvm.experimental.vector.deinterleave2.", "vector.deinterleave2"),
    ("llvm.experimental.vector.extract.v", "vector.extract"),
    ("llvm.experimental.vector.extract.nxv", "vector.extract"),
    ("llvm.experimental.vector.insert.", "vector.insert"),
    ("llvm.experimental.vector.interleave2.", "vector.interleave2"),
    ("llvm.experimental.vector.reduce.add.", "vector.reduce.add"),
    ("llvm.experimental.vector.reduce.and.", "vector.reduce.and"),
    ("llvm.experimental.vector.reduce.fmax.", "vector.reduce.fmax"),
    ("llvm.experimental.vector.reduce.fmin.", "vector.reduce.fmin"),
    ("llvm.experimental.vector.reduce.mul.", "vector.reduce.mul"),
    ("llvm.experimental.vector.reduce.or.", "vector.reduce.or"),
    ("llvm.experimental.vector.reduce.smax.", "vector.reduce.smax"),
    ("llvm.experimental.vector.reduce.smin.", "vector.reduce.smin"),
    ("llvm.experimental.vector.reduce.umax.", "vector.reduce.umax"),
    ("llvm.experimental.vector.reduce.umin.", "vector.reduce.umin"),
    ("llvm.experimental.vector.reduce.v2.fadd.", "vector.reduce.fadd"),
    ("llvm.experimental.vector.reduce.v2.fmul.", "vector.reduce.fmul"),
    ("llvm.experimental.vector.reduce.xor.", "vector.reduce.xor"),
    ("llvm.experimental.vector.reverse.", "vector.reverse"),
    ("llvm.flt.rounds", "get.rounding"),
    ("llvm.invariant.group.barrier", "launder.invariant.group"),
];

/// Renames the intrinsics of a module.
pub(super) fn upgrade(m: &mut Module) {
    let mut known: HashMap<Vec<u8>, usize, FxBuildHasher> = HashMap::default();
    for (i, global) in m.globals.iter().enumerate().filter(|(_, g)| g.kind == GlobalKind::Function) {
        known.entry(m.text(global.name).to_vec()).or_insert(i);
    }
    for i in 0..m.globals.len() {
        let Some(global) = m.globals.get(i).filter(|g| g.kind == GlobalKind::Function && g.body.is_none()) else {
            continue;
        };
        if let Some(base) = lifetimes::with_size(m, i) {
            lifetimes::leftover(m, i, base, &mut known);
        } else if let Some(new) = name_now(m, m.text(global.name), global.ty).filter(|new| new != m.text(global.name)) {
            declare(m, i, new, &mut known);
        }
    }
}

/// Returns the name that LLVM 22 gives an intrinsic; `None` for an unknown one.
fn name_now(m: &Module, name: &[u8], ty: u32) -> Option<Vec<u8>> {
    let full = |name: &[u8]| crate::intrinsics::full_name(&m.types, &|text| m.text(text), name, ty);
    if let Some((_, base)) = RENAMED.iter().find(|(start, _)| name.starts_with(start.as_bytes())) {
        return full(format!("llvm.{base}").as_bytes());
    }
    let base = crate::intrinsics::base(name)?;
    Some(full(name).unwrap_or_else(|| renamed(name, base.len())))
}

/// The name with `p0` in place of `p0i8` and the like.
fn renamed(name: &[u8], base: usize) -> Vec<u8> {
    let (head, types) = name.split_at_checked(b"llvm.".len() + base).unwrap_or((name, &[]));
    let mut new = head.to_vec();
    for (i, part) in types.split(|&c| c == b'.').enumerate() {
        if i > 0 {
            new.push(b'.');
        }
        new.extend_from_slice(part.get(..pointer_end(part).unwrap_or(part.len())).unwrap_or(part));
    }
    new
}

/// Returns the end of a pointer, or a vector of pointers, in a mangled type, if the pointee follows.
fn pointer_end(part: &[u8]) -> Option<usize> {
    let digits = |from: usize| part.iter().skip(from).take_while(|c| c.is_ascii_digit()).count();
    let start = match part.first()? {
        b'v' => 1 + digits(1),
        _ => 0,
    };
    let end = start + 1 + digits(start + 1);
    (part.get(start) == Some(&b'p') && end > start + 1 && end < part.len()).then_some(end)
}

/// Replaces a function by one with another name.
fn declare(
    m: &mut Module,
    old: usize,
    name: Vec<u8>,
    known: &mut HashMap<Vec<u8>, usize, FxBuildHasher>,
) -> Option<()> {
    let mut new = m.globals.get(old)?.clone();
    let ty = new.ty;
    let found = known.get(&name).copied().filter(|&i| i != old && m.globals.get(i).is_some_and(|g| g.ty == ty));
    let number = found.unwrap_or(m.globals.len());
    // The value stays, but stands for the new global.
    m.constants.rows.get_mut(new.value as usize)?.data = number as u64;
    m.globals.get_mut(old)?.kind = GlobalKind::Removed;
    if found.is_none() {
        new.name = m.add_text(&name);
        m.globals.push(new);
        known.insert(name, number);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn pointers() {
        let new = |name: &str, base: usize| String::from_utf8(renamed(name.as_bytes(), base)).unwrap();
        assert_eq!(new("llvm.memcpy.p0i8.p1i8.i64", 6), "llvm.memcpy.p0.p1.i64");
        assert_eq!(new("llvm.memcpy.p0.p0.i64", 6), "llvm.memcpy.p0.p0.i64");
        assert_eq!(new("llvm.masked.gather.v4f32.v4p0f32", 13), "llvm.masked.gather.v4f32.v4p0");
    }
}
