//! Type names in the spelling of `_R` postfixes: `float4` to and from [`Type`].
//!
//! Spec: "SPIR-V representation in LLVM IR", Optional Postfixes for SPIR-V Builtin Function Names. OpenCL C has the
//! same names, for example in `convert_float4`.

use crate::types::Type;
use std::borrow::Cow;

/// The lane counts, with their spelling.
const LANES: [(&str, u32); 5] = [("16", 16), ("8", 8), ("4", 4), ("3", 3), ("2", 2)];

impl Type {
    /// Returns the name of a scalar or vector type, such as `float4`; `None` for a type without such a name.
    pub fn spelling(&self) -> Option<Cow<'static, str>> {
        let scalar = self.element().scalar_name()?;
        let Self::Vector(lanes, _) = self else { return Some(scalar.into()) };
        let (digits, _) = LANES.iter().find(|(_, count)| count == lanes)?;
        if self.element().bit_width() == Some(0) { None } else { Some(format!("{scalar}{digits}").into()) }
    }

    /// Returns the type with this name. `char` is [`Type::Char`], `half` is [`Type::Half`].
    pub fn from_spelling(spelling: &str) -> Option<Type> {
        Self::from_scalar_name(spelling).or_else(|| {
            let vector = |&(digits, lanes)| Some((Self::from_scalar_name(spelling.strip_suffix(digits)?)?, lanes));
            let (element, lanes) = LANES.iter().find_map(vector)?;
            if element == Self::Void { None } else { Some(Self::vector(lanes, element)) }
        })
    }
}
