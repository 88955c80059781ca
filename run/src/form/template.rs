//! Texts of LLVM IR with parts in braces.

use crate::abi;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The parts that the structures of [`abi`] have.
static LAYOUTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(abi::parts);

/// Fills in the layouts of the structures that the host shares with the cpu form.
pub fn with_layouts(template: &str) -> String {
    filled(template, |name| LAYOUTS.get(name).map(String::as_str))
}

/// Fills in the parts in braces; braces around other text stay.
pub fn filled<'p>(template: &str, part: impl Fn(&str) -> Option<&'p str>) -> String {
    let mut out = String::with_capacity(2 * template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let found = after.split_once('}').and_then(|(name, after)| Some((part(name)?, after)));
        rest = match found {
            Some((value, after)) => {
                out.push_str(value);
                after
            }
            None => {
                out.push('{');
                after
            }
        };
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{LAYOUTS, with_layouts};
    use crate::abi::{self, Context, Item, Question};
    use crate::form::{document, shell};
    use std::mem::offset_of;

    #[test]
    fn all_parts_are_known() {
        for text in [&shell::PRELUDE, shell::REGION, document::LAUNCH].map(with_layouts) {
            for structure in ["{context.", "{context#", "{item.", "{item#"] {
                let rest = text.split_once(structure).map(|(_, rest)| rest.get(..20));
                assert!(rest.is_none(), "{structure}{rest:?}");
            }
        }
    }

    /// The prelude reads the first fields without an offset, and chooses among groups of three numbers by an index.
    #[test]
    fn fields_have_the_places_that_the_prelude_assumes() {
        assert_eq!((offset_of!(Context, args), offset_of!(Item, keys)), (0, 0));
        let rows = ["global", "local_size", "offset", "groups"].map(|name| &LAYOUTS[&format!("context.{name}")]);
        assert!(rows.windows(2).all(|pair| number(pair[1]) == number(pair[0]) + 24), "{rows:?}");
        let rows = ["local", "group", "size"].map(|name| &LAYOUTS[&format!("item.{name}")]);
        assert!(rows.windows(2).all(|pair| number(pair[1]) == number(pair[0]) + 24), "{rows:?}");
    }

    fn number(text: &str) -> u64 {
        text.parse().expect("a number")
    }

    /// LLVM's layout of the types is that of Rust.
    #[test]
    fn llvm_lays_out_the_types_alike() {
        for (name, size) in
            [("context", size_of::<Context>()), ("item", size_of::<Item>()), ("question", size_of::<Question>())]
        {
            let text = format!("@g = external global {}", LAYOUTS[&format!("{name}.type")]);
            let context = llvm_spirv::llvm::Context::new();
            let module = context.parse(text.as_bytes(), "").expect("a module");
            let ty = module.globals().next().and_then(|global| global.value_type()).expect("a type");
            let layout = module.layout();
            let offsets: Vec<_> = (0..ty.field_count()).filter_map(|index| layout.element_offset(ty, index)).collect();
            assert_eq!(offsets, abi::offsets(name), "{name}");
            assert_eq!(layout.abi_size(ty), Some(size as u64), "{name}");
        }
    }
}
