//! Rounding modes, in the spelling of the postfixes of conversions.
//!
//! Spec: SPIR-V, FP Rounding Mode; the OpenCL C `convert_` functions use the same postfixes.

macro_rules! roundings {
    ($($variant:ident $text:literal $doc:literal;)*) => {
        /// The value of an FPRoundingMode decoration.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rounding {
            $(#[doc = $doc] $variant,)*
        }

        impl Rounding {
            /// The modes, in the order of the SPIR-V enumeration.
            pub const ALL: &'static [Rounding] = &[$(Self::$variant,)*];

            /// Returns the postfix, without its underscore.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Returns the mode with this postfix.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

roundings! {
    Rte "rte" "To nearest even.";
    Rtz "rtz" "Towards zero.";
    Rtp "rtp" "Towards positive infinity.";
    Rtn "rtn" "Towards negative infinity.";
}
