//! The names of SPIR-V enumerants, as C strings: `llvm_spirv_enumerant` of the header.

use crate::raw;
use spirv::grammar::{Kind, enumerant_by_name, enumerant_names};
use std::collections::BTreeMap;
use std::ffi::{CString, c_char};
use std::ptr::null;
use std::sync::LazyLock;

/// The kinds whose names are available.
const KINDS: [(&str, Kind); 3] =
    [("Capability", Kind::Capability), ("MemoryModel", Kind::MemoryModel), ("AddressingModel", Kind::AddressingModel)];

/// The names by kind and value, without aliases.
static NAMES: LazyLock<BTreeMap<(&str, u32), CString>> = LazyLock::new(|| {
    let rows = KINDS.iter().flat_map(|(word, kind)| {
        let rows = enumerant_names(*kind).filter_map(|name| enumerant_by_name(*kind, name));
        rows.filter_map(move |row| Some(((*word, row.value), CString::new(row.name).ok()?)))
    });
    rows.collect()
});

/// Returns the name of an enumerant.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_enumerant(kind: *const c_char, value: u32) -> *const c_char {
    let kind = raw::text(kind).unwrap_or_default();
    NAMES.get(&(kind, value)).map_or(null(), |name| name.as_ptr())
}
