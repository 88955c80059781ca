//! Names of intrinsics: they end with the types that the function has. Pointers lost what they point to (LLVM 15), and
//! lifetimes their size (LLVM 22).
//!
//! LLVM declares such a function anew, at the end of the module, or takes the one that has the name already. Source:
//! `remangleIntrinsicFunction` of `llvm/lib/IR/Intrinsics.cpp`.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::global::GlobalKind;
use crate::module::Module;

/// Gives the intrinsics of a module their names.
pub(super) fn upgrade(m: &mut Module) {
    let mut known: HashMap<Vec<u8>, usize, FxBuildHasher> = HashMap::default();
    for (i, global) in m.globals.iter().enumerate().filter(|(_, g)| g.kind == GlobalKind::Function) {
        known.entry(m.text(global.name).to_vec()).or_insert(i);
    }
    let (mut types, mut lifetimes) = (HashMap::default(), Vec::new());
    for i in 0..m.globals.len() {
        let Some(global) = m.globals.get(i).filter(|g| g.kind == GlobalKind::Function && g.body.is_none()) else {
            continue;
        };
        let name = m.text(global.name);
        let Some(base) = crate::intrinsics::base(name) else { continue };
        let is_lifetime = matches!(base, "lifetime.start" | "lifetime.end") && m.types.parts(global.ty).len() == 3;
        let base_end = b"llvm.".len() + base.len();
        let full = crate::intrinsics::full_name(&m.types, &|text| m.text(text), name, global.ty);
        let new = full.unwrap_or_else(|| renamed(name, base.len()));
        if new != name || is_lifetime {
            if is_lifetime {
                leftover(m, i, base_end);
                lifetimes.push((i, new));
            } else {
                declare(m, i, new, false, &mut known);
            }
        }
    }
    // These are declared when calls are upgraded, which is after all the others, in the order of the calls.
    if lifetimes.len() > 1 {
        let places = first_calls(m);
        let value = |i: usize| m.globals.get(i).map_or(u32::MAX, |global| global.value);
        lifetimes.sort_by_key(|(i, _)| places.get(&value(*i)).copied().unwrap_or(usize::MAX));
    }
    for (i, name) in lifetimes {
        types.extend(declare(m, i, name, true, &mut known));
    }
    retype(m, &types);
}

/// Returns the number of the first call of each value that is called.
fn first_calls(m: &Module) -> HashMap<u32, usize, FxBuildHasher> {
    let mut places = HashMap::default();
    let calls = m.instructions.iter().enumerate().filter(|(_, row)| row.opcode == crate::instruction::Opcode::Call);
    for (i, row) in calls {
        if let Some(callee) = m.operands(row).get(3) {
            places.entry(*callee).or_insert(i);
        }
    }
    places
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

/// Returns the end of a pointer, or a vector of pointers, in the name of a type, if something follows.
fn pointer_end(part: &[u8]) -> Option<usize> {
    let digits = |from: usize| part.iter().skip(from).take_while(|c| c.is_ascii_digit()).count();
    let start = match part.first()? {
        b'v' => 1 + digits(1),
        _ => 0,
    };
    let end = start + 1 + digits(start + 1);
    (part.get(start) == Some(&b'p') && end > start + 1 && end < part.len()).then_some(end)
}

/// Adds the declaration that LLVM makes first and does not use: a lifetime of the number that was the size.
fn leftover(m: &mut Module, old: usize, base_end: usize) {
    let Some(mut new) = m.globals.get(old).cloned() else { return };
    let &[result, size, _] = m.types.parts(new.ty) else { return };
    let Some(&row) = m.constants.get(new.value) else { return };
    let bits = m.types.bits(size).unwrap_or(64);
    let mut name = m.text(new.name).get(..base_end).unwrap_or(&[]).to_vec();
    name.extend_from_slice(format!(".i{bits}").as_bytes());
    new.name = m.add_text(&name);
    new.ty = m.types.composed(crate::types::TypeKind::Function, 0, &[result, size]);
    new.value = m.constants.rows.len() as u32;
    m.constants.rows.push(crate::constants::Constant { data: m.globals.len() as u64, ..row });
    m.globals.push(new);
}

/// Puts a function in the place of another; returns the value and the type of a lifetime.
fn declare(
    m: &mut Module,
    old: usize,
    name: Vec<u8>,
    is_lifetime: bool,
    known: &mut HashMap<Vec<u8>, usize, FxBuildHasher>,
) -> Option<(u32, u32)> {
    let mut new = m.globals.get(old)?.clone();
    let new_value = new.value;
    let mut ty = new.ty;
    if is_lifetime && let &[result, _, address] = m.types.parts(ty) {
        ty = m.types.composed(crate::types::TypeKind::Function, 0, &[result, address]);
    }
    let found = known.get(&name).copied().filter(|&i| i != old && m.globals.get(i).is_some_and(|g| g.ty == ty));
    let number = found.unwrap_or(m.globals.len());
    // The value stays, and is another global.
    if let Some(c) = m.constants.rows.get_mut(new.value as usize) {
        c.data = number as u64;
    }
    if let Some(global) = m.globals.get_mut(old) {
        global.kind = GlobalKind::Removed;
    }
    if found.is_none() {
        new.name = m.add_text(&name);
        new.ty = ty;
        m.globals.push(new);
        known.insert(name, number);
    }
    is_lifetime.then_some((new_value, ty))
}

/// Calls of lifetimes say the types of the functions.
fn retype(m: &mut Module, types: &HashMap<u32, u32, FxBuildHasher>) {
    if types.is_empty() {
        return;
    }
    for row in m.instructions.iter().filter(|row| row.opcode == crate::instruction::Opcode::Call && row.count == 5) {
        let at = row.operands as usize;
        if let Some(&ty) = m.operands.get(at + 3).and_then(|callee| types.get(callee))
            && let Some(word) = m.operands.get_mut(at + 2)
        {
            *word = ty;
        }
    }
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
