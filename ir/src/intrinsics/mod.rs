//! Intrinsics: functions whose name begins with `llvm.`. LLVM determines their attributes, whatever a file says.

mod amd;
mod amd_images;
mod names;
mod sets;
pub(crate) mod shape;
mod signatures;

use crate::module::Text;
use crate::types::Types;

/// The targets whose intrinsics are not listed here: any name with such a prefix counts as known, and keeps its attributes.
const UNLISTED: [&str; 15] = [
    "aarch64",
    "arm",
    "bpf",
    "dx",
    "hexagon",
    "loongarch",
    "mips",
    "nvvm",
    "ppc",
    "riscv",
    "s390",
    "ve",
    "wasm",
    "x86",
    "xcore",
];
const PREFIX: &[u8] = b"llvm.";

/// An attribute of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// An attribute without a value.
    Flag(&'static str),
    /// An attribute with a number.
    Number(&'static str, u64),
    /// A `range` attribute: the integers from the first number up to, but not including, the second.
    Range(i64, i64),
}

/// The attributes of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sets {
    pub(crate) function: &'static [Given],
    /// Pairs of an owner (0 is the result, the parameters follow) and the number of its set.
    pub(crate) others: &'static [(u8, u8)],
}

impl Sets {
    pub(crate) fn other(number: u8) -> &'static [Given] {
        sets::PARAMETERS.get(number as usize).copied().unwrap_or(&[])
    }
}

/// True for the name of an intrinsic, known or not.
pub fn is_intrinsic(name: &[u8]) -> bool {
    name.starts_with(PREFIX)
}

fn row(name: &str) -> Option<(u8, u8, u16)> {
    let rows = match name {
        _ if name.starts_with("amdgcn.image.") => amd_images::ROWS,
        _ if name.starts_with("amdgcn.") || name.starts_with("r600.") => amd::ROWS,
        _ => names::ROWS,
    };
    let i = rows.binary_search_by_key(&name, |row| row.0).ok()?;
    rows.get(i).map(|row| (row.1, row.2, row.3))
}

/// Returns the longest prefix of a name, cut at dots, that is in a table, with its row.
fn listed(name: &[u8]) -> Option<(&str, (u8, u8, u16))> {
    let mut rest = std::str::from_utf8(name.strip_prefix(PREFIX)?).ok()?;
    loop {
        if let Some(row) = row(rest) {
            return Some((rest, row));
        }
        rest = rest.rsplit_once('.')?.0;
    }
}

/// Returns the base name of a function's intrinsic in LLVM 22: without `llvm.` and the overloaded types.
pub fn base(name: &[u8]) -> Option<&str> {
    if let Some((base, _)) = listed(name) {
        return Some(base);
    }
    unlisted(name)
}

/// Returns a unique number from 1 on for an intrinsic, by its base name; `None` for one that is not listed.
pub fn number(base: &str) -> Option<u32> {
    let at = |rows: &[(&str, u8, u8, u16)], before: usize| {
        rows.binary_search_by_key(&base, |row| row.0).ok().map(|i| (before + i + 1) as u32)
    };
    let general = names::ROWS.len();
    at(names::ROWS, 0).or_else(|| at(amd::ROWS, general)).or_else(|| at(amd_images::ROWS, general + amd::ROWS.len()))
}

/// Returns the names, without `llvm.`, of the target-independent intrinsics, and of those named `spv`; sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    names::ROWS.iter().map(|row| row.0)
}

/// The name of an intrinsic of a target whose intrinsics are not listed, without `llvm.`.
pub(crate) fn unlisted(name: &[u8]) -> Option<&str> {
    let name = std::str::from_utf8(name.strip_prefix(PREFIX)?).ok()?;
    unlisted_name(name).then_some(name)
}

/// True for a name, without `llvm.`, of a target whose intrinsics are not listed.
pub(crate) fn unlisted_name(name: &str) -> bool {
    name.split('.').next().is_some_and(|target| UNLISTED.contains(&target))
}

/// Returns the attributes that LLVM 22 gives an intrinsic, if it is listed.
pub(crate) fn attributes(name: &[u8]) -> Option<Sets> {
    let (_, (function, others, _)) = listed(name)?;
    Some(Sets {
        function: sets::FUNCTIONS.get(function as usize).copied().unwrap_or(&[]),
        others: sets::LISTS.get(others as usize).copied().unwrap_or(&[]),
    })
}

/// Returns the base name (see [`base`]) and the type codes of a function's intrinsic in LLVM 22, if it is listed.
pub(crate) fn signature(name: &[u8]) -> Option<(&str, &'static [u8])> {
    let (base, (_, _, signature)) = listed(name)?;
    let types = signatures::ROWS.get(signature as usize).copied()?;
    let is_whole = base.len() + PREFIX.len() == name.len();
    (is_whole || shape::is_overloaded(types)).then_some((base, types))
}

/// Returns the full name in LLVM 22 of an intrinsic with this function type. `None` if the type does not fit, the intrinsic is not
/// listed, or an overloaded type is an unnamed structure.
pub(crate) fn full_name<'t>(
    types: &Types,
    text: &dyn Fn(Text) -> &'t [u8],
    name: &[u8],
    function: u32,
) -> Option<Vec<u8>> {
    let (base, codes) = signature(name)?;
    let mut full = [PREFIX, base.as_bytes()].concat();
    for ty in shape::overloads(types, function, codes).ok()? {
        full.push(b'.');
        shape::mangle(types, text, ty, &mut full).then_some(())?;
    }
    Some(full)
}

/// Returns whether a function's type fits the intrinsic of its name; true for intrinsics that are not listed.
pub(crate) fn fits(types: &Types, name: &[u8], function: u32) -> bool {
    signature(name).is_none_or(|(_, codes)| shape::overloads(types, function, codes).is_ok())
}

#[cfg(test)]
mod tests {
    use super::{amd, amd_images, base, names, sets, signatures};

    #[test]
    fn tables_are_sorted_and_whole() {
        for rows in [names::ROWS, amd::ROWS, amd_images::ROWS] {
            assert!(rows.is_sorted());
            assert!(rows.iter().all(|row| row.1 == 255 || (row.1 as usize) < sets::FUNCTIONS.len()));
            assert!(rows.iter().all(|row| (row.2 as usize) < sets::LISTS.len()));
            assert!(rows.iter().all(|row| (row.3 as usize) < signatures::ROWS.len()));
        }
        assert!(sets::LISTS.iter().flat_map(|list| *list).all(|pair| (pair.1 as usize) < sets::PARAMETERS.len()));
    }

    #[test]
    fn bases() {
        assert_eq!(base(b"llvm.memcpy.p0.p0.i64"), Some("memcpy"));
        assert_eq!(base(b"llvm.abs.i32"), Some("abs"));
        assert_eq!(base(b"llvm.amdgcn.s.barrier"), Some("amdgcn.s.barrier"));
        assert_eq!(base(b"llvm.x86.anything"), Some("x86.anything"));
        assert_eq!(base(b"llvm.custom.one"), None);
        assert_eq!(base(b"memcpy"), None);
    }
}
