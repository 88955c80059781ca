//! Checks string attributes with keys that LLVM knows.

use super::super::Verifier;
use super::super::fault::Rule;
use super::*;
use crate::module::Module;
use crate::types::TypeKind;

/// The keys whose values are `true`, `false` or empty.
const BOOLEANS: [&[u8]; 11] = [
    b"allow_direct_access_in_hot_patch_function",
    b"less-precise-fpmad",
    b"loader-replaceable",
    b"marked_for_windows_hot_patching",
    b"no-infs-fp-math",
    b"no-inline-line-tables",
    b"no-jump-tables",
    b"no-nans-fp-math",
    b"no-signed-zeros-fp-math",
    b"profile-sample-accurate",
    b"use-sample-profile",
];

/// The format of a value.
#[derive(Clone, Copy)]
enum Text {
    OneOf(&'static [&'static [u8]]),
    Number,
    /// A list of `+name` and `-name`, separated by commas.
    Features,
    /// A denormal mode, or two separated by a comma.
    Denormal,
    NotEmpty,
    /// Names of vector variants.
    Variants,
    /// The name of a function that allocates zeroed memory.
    Zeroed,
    /// A `modular-format`: type, index of the format string, index of the first argument, function name, aspects.
    Format,
}

const BOOLEAN: Text = Text::OneOf(&[b"", b"true", b"false"]);

/// The keys of string attributes of functions, with their formats.
static KEYS: [(&[u8], Text); 16] = [
    (b"frame-pointer", Text::OneOf(&[b"all", b"non-leaf", b"none", b"reserved", b"non-leaf-no-reserve"])),
    (b"patchable-function-prefix", Text::Number),
    (b"patchable-function-entry", Text::Number),
    (b"warn-stack-size", Text::Number),
    (b"patchable-function-entry-section", Text::NotEmpty),
    (b"sign-return-address", Text::OneOf(&[b"none", b"all", b"non-leaf"])),
    (b"sign-return-address-key", Text::OneOf(&[b"a_key", b"b_key"])),
    (b"branch-target-enforcement", BOOLEAN),
    (b"branch-protection-pauth-lr", BOOLEAN),
    (b"guarded-control-stack", BOOLEAN),
    (b"vector-function-abi-variant", Text::Variants),
    (b"denormal-fp-math", Text::Denormal),
    (b"denormal-fp-math-f32", Text::Denormal),
    (b"target-features", Text::Features),
    (b"alloc-variant-zeroed", Text::Zeroed),
    (b"modular-format", Text::Format),
];

/// Groups of keys of which a function may have only one.
const EXCLUSIVE: [&[&[u8]]; 3] = [
    &[b"aarch64_pstate_sm_enabled", b"aarch64_pstate_sm_compatible"],
    &[
        b"aarch64_new_za",
        b"aarch64_in_za",
        b"aarch64_inout_za",
        b"aarch64_out_za",
        b"aarch64_preserves_za",
        b"aarch64_za_state_agnostic",
    ],
    &[
        b"aarch64_new_zt0",
        b"aarch64_in_zt0",
        b"aarch64_inout_zt0",
        b"aarch64_out_zt0",
        b"aarch64_preserves_zt0",
        b"aarch64_za_state_agnostic",
    ],
];
const DENORMALS: [&[u8]; 5] = [b"", b"ieee", b"preserve-sign", b"positive-zero", b"dynamic"];

fn is_number(text: &[u8]) -> bool {
    let number = std::str::from_utf8(text).ok().filter(|t| t.bytes().all(|c| c.is_ascii_digit()));
    number.is_some_and(|t| t.parse::<u32>().is_ok())
}

fn is_denormal(text: &[u8]) -> bool {
    let mut parts = text.splitn(2, |&c| c == b',');
    let (first, second) = (parts.next().unwrap_or(&[]), parts.next());
    DENORMALS.contains(&first) && second.is_none_or(|second| DENORMALS.contains(&second))
}

/// Parses a number at the front of a text, and removes it.
fn number(text: &mut &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|c| c.is_ascii_digit()).count();
    let (number, rest) = text.split_at_checked(digits)?;
    *text = rest;
    std::str::from_utf8(number).ok()?.parse().ok()
}

/// Parses a parameter in the name of a vector variant: its kind, step and alignment.
fn parameter(text: &mut &[u8]) -> Option<()> {
    let (&kind, rest) = text.split_first()?;
    *text = rest;
    match kind {
        b'v' | b'u' => {}
        b'l' | b'R' | b'L' | b'U' => {
            if let Some(rest) = text.strip_prefix(b"s") {
                *text = rest;
                number(text)?;
            } else {
                *text = text.strip_prefix(b"n").unwrap_or(text);
                number(text);
            }
        }
        _ => return None,
    }
    if let Some(rest) = text.strip_prefix(b"a") {
        *text = rest;
        number(text).filter(|align| align.is_power_of_two())?;
    }
    Some(())
}

/// Returns whether a name of a vector variant is well-formed: `_ZGV`, instruction set, mask, length, parameters, name of the scalar
/// function, and optionally another name in parentheses.
fn is_variant(text: &[u8], parameters: usize) -> bool {
    let read = || -> Option<bool> {
        let mut rest = text.strip_prefix(b"_ZGV")?;
        let of_llvm = rest.strip_prefix(b"_LLVM_");
        rest = match of_llvm {
            Some(rest) => rest,
            None => rest.split_first().filter(|(set, _)| b"nsrbcde".contains(set))?.1,
        };
        rest = rest.split_first().filter(|(mask, _)| b"MN".contains(mask))?.1;
        match rest.strip_prefix(b"x") {
            Some(after) => rest = after,
            None => drop(number(&mut rest).filter(|&length| length > 0)?),
        }
        let mut count = 0;
        while rest.first().is_some_and(|&c| c != b'_') {
            parameter(&mut rest)?;
            count += 1;
        }
        let name = rest.strip_prefix(b"_").filter(|_| count == parameters && count > 0)?;
        let open = name.iter().position(|&c| c == b'(');
        let own = name.get(..open.unwrap_or(name.len()))?;
        let has_other = open.is_some_and(|open| name.ends_with(b")") && open + 2 < name.len());
        Some(!own.is_empty() && (has_other || open.is_none() && of_llvm.is_none()))
    };
    read().unwrap_or(false)
}

impl<'m> Verifier<'m> {
    /// Checks boolean string attributes, which any owner may have.
    pub(super) fn boolean_text(&self, key: &[u8], value: &[u8]) -> Rule {
        let fits = !BOOLEANS.contains(&key) || matches!(value, b"" | b"true" | b"false");
        match fits {
            true => Ok(()),
            false => HERE.broken(format!("invalid value for '{}' attribute", String::from_utf8_lossy(key))),
        }
    }

    pub(super) fn function_texts(&mut self, set: u32, ty: u32, global: Option<&'m Global>) -> Rule {
        let m = self.m;
        let texts = || {
            m.attributes.set(set).iter().filter_map(|a| match a {
                Attribute::Text(key, value) => Some((m.text(*key), value.map_or(&[][..], |v| m.text(v)))),
                _ => None,
            })
        };
        for (key, value) in texts() {
            if key == b"alloc-variant-zeroed" {
                self.index_names();
            }
            if let Some((_, text)) = KEYS.iter().find(|row| row.0 == key)
                && !self.is_text(*text, value, ty, global)
            {
                let (key, value) = (String::from_utf8_lossy(key), String::from_utf8_lossy(value));
                return HERE.broken(format!("invalid value for '{key}' attribute: {value}"));
            }
        }
        let has = |key: &[u8]| texts().any(|(k, _)| k == key);
        HERE.require(
            !has(b"sign-return-address-key") || has(b"sign-return-address"),
            "'sign-return-address-key' present without `sign-return-address`",
        )?;
        for keys in EXCLUSIVE {
            HERE.require(
                keys.iter().filter(|key| has(key)).count() <= 1,
                "attributes of a processor's state are mutually exclusive",
            )?;
        }
        Ok(())
    }

    fn is_text(&self, text: Text, value: &[u8], ty: u32, global: Option<&'m Global>) -> bool {
        match text {
            Text::OneOf(words) => words.contains(&value),
            Text::Number => is_number(value),
            Text::NotEmpty => !value.is_empty(),
            Text::Features => value.is_empty() || value.split(|&c| c == b',').all(|f| matches!(f, [b'+' | b'-', ..])),
            Text::Denormal => is_denormal(value),
            Text::Variants => {
                let count = self.m.types.parameters(ty).len();
                value.split(|&c| c == b',').all(|name| is_variant(name, count))
            }
            Text::Zeroed => !value.is_empty() && global.is_none_or(|global| self.is_zeroed(value, ty, global)),
            Text::Format => {
                let parts: Vec<&[u8]> = value.split(|&c| c == b',').collect();
                let first = parts.get(2).filter(|part| is_number(part));
                let number = first.and_then(|part| std::str::from_utf8(part).ok()?.parse::<usize>().ok());
                let bound = self.m.types.parameters(ty).len() + 1;
                parts.len() >= 5 && number.is_some_and(|number| number > 0 && number <= bound)
            }
        }
    }

    /// Returns whether the function of a name, if it exists, allocates zeroed memory of the same family.
    fn is_zeroed(&self, name: &[u8], ty: u32, global: &Global) -> bool {
        const ZEROED: u64 = 16;
        let m: &Module = self.m;
        let Some(other) = self.names.get(name).and_then(|&i| m.globals.get(i as usize)) else { return true };
        if m.types.kind(other.ty) != TypeKind::Function {
            return true;
        }
        let family = |g: &Global| self.attribute_text(g.attributes, FUNCTION, b"alloc-family").unwrap_or(&[]);
        let kind = self.attribute(other.attributes, FUNCTION, AttributeKind::of("allockind"));
        let zeroed = matches!(kind, Some(Attribute::Number(_, bits)) if bits & ZEROED != 0);
        family(global) == family(other) && zeroed && other.ty == ty
    }
}
