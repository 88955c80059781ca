//! The instructions of OpenCL.std, one row each (OpenCL Extended Instruction Set Specification, section 2).
//!
//! A row has the number, the name in the specification, which is also that of the `__spirv_ocl_` builtin, the name in
//! OpenCL C, and the operands. Several rows may have one name in OpenCL C, if they differ in their operands. In that
//! name `#` stands for the number of components and `@` for a rounding mode: these are literal operands without an
//! argument.

use Arg::{Lanes, Pointer, Rest, Rounding, Value};
use Numbers::{Any, Float, Integer, Signed, Unsigned};

/// The types of an operand's components, and their mangling in the name of the builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Floating-point numbers.
    Float,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Integers of either sign, which are mangled as signed ones.
    Integer,
    /// Numbers of any kind; integers are mangled as signed ones.
    Any,
}

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A number or a vector of numbers.
    Value(Numbers),
    /// A pointer, which may be to constant memory if the instruction only reads through it.
    Pointer {
        /// True if the instruction only reads through the pointer.
        constant: bool,
    },
    /// The literal number of components.
    Lanes,
    /// The literal rounding mode.
    Rounding,
    /// Any number of values of any kind.
    Rest,
}

impl Arg {
    /// Returns whether the operand is a literal, which is part of the name in OpenCL C.
    pub fn is_literal(self) -> bool {
        matches!(self, Lanes | Rounding)
    }
}

/// A row for an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number in `OpExtInst`.
    pub number: u32,
    /// The name in the specification.
    pub name: &'static str,
    /// The name in OpenCL C, with `#` and `@`.
    pub opencl: &'static str,
    /// The operands.
    pub args: &'static [Arg],
}

/// The minimum and maximum of numbers that are neither infinite nor NaN, the names of the rows for all numbers, and
/// LLVM's intrinsics for those.
const COMMON: [(&str, &str, &str); 2] =
    [("fmin_common", "fmin", "llvm.minnum"), ("fmax_common", "fmax", "llvm.maxnum")];

impl Row {
    /// Returns the row for all numbers that corresponds to one for common numbers, and its intrinsic.
    pub fn of_all_numbers(&self) -> Option<(&'static Row, &'static str)> {
        let (_, name, intrinsic) = COMMON.iter().find(|row| row.0 == self.name)?;
        Some((by_name(name)?, intrinsic))
    }

    /// Returns whether the instruction works component by component, so that a scalar operand stands for a whole
    /// vector.
    pub fn is_elementwise(&self) -> bool {
        !(FIRST_OF_MEMORY..=LAST_OF_MEMORY).contains(&self.number)
    }

    /// Returns the kind of the result, which by default is that of the first operand.
    pub fn result(&self) -> Result {
        match self.number {
            VLOAD_HALF | VLOAD_HALFN | VLOADA_HALFN | NAN => Result::Numbers(Float),
            ILOGB | FORMATTED => Result::Numbers(Integer),
            VLOAD => Result::Numbers(Any),
            FIRST_OF_MEMORY..=LAST_OF_MEMORY if !self.name.starts_with("shuffle") => Result::Nothing,
            _ => match self.args.first() {
                Some(Value(numbers)) => Result::Numbers(*numbers),
                _ => Result::Numbers(Any),
            },
        }
    }

    /// Returns whether operands and result of one kind have equal types, except that scalars may stand beside vectors.
    pub fn has_one_type(&self) -> bool {
        let is_geometric = (FIRST_OF_GEOMETRY..=LAST_OF_GEOMETRY).contains(&self.number);
        self.is_elementwise() && !is_geometric && !self.name.ends_with("upsample") && self.name != "select"
    }

    /// Returns whether the result type is part of its builtin's name (S3-53).
    pub fn names_result(&self) -> bool {
        self.name.starts_with("vload")
    }
}

/// The kind of an instruction's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// Numbers.
    Numbers(Numbers),
    /// No value.
    Nothing,
}

const ILOGB: u32 = 33;
const NAN: u32 = 46;
const FIRST_OF_GEOMETRY: u32 = 104;
const LAST_OF_GEOMETRY: u32 = 110;
const VLOAD: u32 = 171;
const VLOAD_HALF: u32 = 173;
const VLOAD_HALFN: u32 = 174;
const VLOADA_HALFN: u32 = 179;
const FORMATTED: u32 = 184;
const FIRST_OF_MEMORY: u32 = 171;
const LAST_OF_MEMORY: u32 = 185;

type Args = &'static [Arg];

const FROM: Arg = Pointer { constant: true };
const TO: Arg = Pointer { constant: false };
const FLOAT: Args = &[Value(Float)];
const FLOAT_2: Args = &[Value(Float), Value(Float)];
const FLOAT_3: Args = &[Value(Float), Value(Float), Value(Float)];
const FLOAT_INT: Args = &[Value(Float), Value(Signed)];
const FLOAT_OUT: Args = &[Value(Float), TO];
const INT_OUT: Args = &[Value(Float), TO];
const REMQUO: Args = &[Value(Float), Value(Float), TO];
const SIGNED: Args = &[Value(Signed)];
const SIGNED_2: Args = &[Value(Signed), Value(Signed)];
const SIGNED_3: Args = &[Value(Signed), Value(Signed), Value(Signed)];
const UNSIGNED: Args = &[Value(Unsigned)];
const UNSIGNED_2: Args = &[Value(Unsigned), Value(Unsigned)];
const UNSIGNED_3: Args = &[Value(Unsigned), Value(Unsigned), Value(Unsigned)];
const HALVES: Args = &[Value(Signed), Value(Unsigned)];
const INTEGER: Args = &[Value(Integer)];
const INTEGER_2: Args = &[Value(Integer), Value(Integer)];
const ANY_3: Args = &[Value(Any), Value(Any), Value(Any)];
const SELECT: Args = ANY_3;
const LOAD: Args = &[Value(Unsigned), FROM];
const LOAD_LANES: Args = &[Value(Unsigned), FROM, Lanes];
const STORE: Args = &[Value(Any), Value(Unsigned), TO];
const STORE_HALF: Args = &[Value(Float), Value(Unsigned), TO];
const STORE_ROUNDED: Args = &[Value(Float), Value(Unsigned), TO, Rounding];
const SHUFFLE: Args = &[Value(Any), Value(Unsigned)];
const SHUFFLE_2: Args = &[Value(Any), Value(Any), Value(Unsigned)];
const PRINTF: Args = &[FROM, Rest];
const PREFETCH: Args = &[FROM, Value(Unsigned)];

const fn row(number: u32, name: &'static str, opencl: &'static str, args: Args) -> Row {
    Row { number, name, opencl, args }
}

/// Synonyms in OpenCL C: names for a single component, whose distance to the next one does not depend on alignment.
pub const SYNONYMS: &[(&str, &str)] =
    &[("vloada_half", "vload_half"), ("vstorea_half", "vstore_half"), ("vstorea_half_@", "vstore_half_@")];

/// All rows, sorted by number.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(0, "acos", "acos", FLOAT),
    row(1, "acosh", "acosh", FLOAT),
    row(2, "acospi", "acospi", FLOAT),
    row(3, "asin", "asin", FLOAT),
    row(4, "asinh", "asinh", FLOAT),
    row(5, "asinpi", "asinpi", FLOAT),
    row(6, "atan", "atan", FLOAT),
    row(7, "atan2", "atan2", FLOAT_2),
    row(8, "atanh", "atanh", FLOAT),
    row(9, "atanpi", "atanpi", FLOAT),
    row(10, "atan2pi", "atan2pi", FLOAT_2),
    row(11, "cbrt", "cbrt", FLOAT),
    row(12, "ceil", "ceil", FLOAT),
    row(13, "copysign", "copysign", FLOAT_2),
    row(14, "cos", "cos", FLOAT),
    row(15, "cosh", "cosh", FLOAT),
    row(16, "cospi", "cospi", FLOAT),
    row(17, "erfc", "erfc", FLOAT),
    row(18, "erf", "erf", FLOAT),
    row(19, "exp", "exp", FLOAT),
    row(20, "exp2", "exp2", FLOAT),
    row(21, "exp10", "exp10", FLOAT),
    row(22, "expm1", "expm1", FLOAT),
    row(23, "fabs", "fabs", FLOAT),
    row(24, "fdim", "fdim", FLOAT_2),
    row(25, "floor", "floor", FLOAT),
    row(26, "fma", "fma", FLOAT_3),
    row(27, "fmax", "fmax", FLOAT_2),
    row(28, "fmin", "fmin", FLOAT_2),
    row(29, "fmod", "fmod", FLOAT_2),
    row(30, "fract", "fract", FLOAT_OUT),
    row(31, "frexp", "frexp", INT_OUT),
    row(32, "hypot", "hypot", FLOAT_2),
    row(33, "ilogb", "ilogb", FLOAT),
    row(34, "ldexp", "ldexp", FLOAT_INT),
    row(35, "lgamma", "lgamma", FLOAT),
    row(36, "lgamma_r", "lgamma_r", INT_OUT),
    row(37, "log", "log", FLOAT),
    row(38, "log2", "log2", FLOAT),
    row(39, "log10", "log10", FLOAT),
    row(40, "log1p", "log1p", FLOAT),
    row(41, "logb", "logb", FLOAT),
    row(42, "mad", "mad", FLOAT_3),
    row(43, "maxmag", "maxmag", FLOAT_2),
    row(44, "minmag", "minmag", FLOAT_2),
    row(45, "modf", "modf", FLOAT_OUT),
    row(46, "nan", "nan", UNSIGNED),
    row(47, "nextafter", "nextafter", FLOAT_2),
    row(48, "pow", "pow", FLOAT_2),
    row(49, "pown", "pown", FLOAT_INT),
    row(50, "powr", "powr", FLOAT_2),
    row(51, "remainder", "remainder", FLOAT_2),
    row(52, "remquo", "remquo", REMQUO),
    row(53, "rint", "rint", FLOAT),
    row(54, "rootn", "rootn", FLOAT_INT),
    row(55, "round", "round", FLOAT),
    row(56, "rsqrt", "rsqrt", FLOAT),
    row(57, "sin", "sin", FLOAT),
    row(58, "sincos", "sincos", FLOAT_OUT),
    row(59, "sinh", "sinh", FLOAT),
    row(60, "sinpi", "sinpi", FLOAT),
    row(61, "sqrt", "sqrt", FLOAT),
    row(62, "tan", "tan", FLOAT),
    row(63, "tanh", "tanh", FLOAT),
    row(64, "tanpi", "tanpi", FLOAT),
    row(65, "tgamma", "tgamma", FLOAT),
    row(66, "trunc", "trunc", FLOAT),
    row(67, "half_cos", "half_cos", FLOAT),
    row(68, "half_divide", "half_divide", FLOAT_2),
    row(69, "half_exp", "half_exp", FLOAT),
    row(70, "half_exp2", "half_exp2", FLOAT),
    row(71, "half_exp10", "half_exp10", FLOAT),
    row(72, "half_log", "half_log", FLOAT),
    row(73, "half_log2", "half_log2", FLOAT),
    row(74, "half_log10", "half_log10", FLOAT),
    row(75, "half_powr", "half_powr", FLOAT_2),
    row(76, "half_recip", "half_recip", FLOAT),
    row(77, "half_rsqrt", "half_rsqrt", FLOAT),
    row(78, "half_sin", "half_sin", FLOAT),
    row(79, "half_sqrt", "half_sqrt", FLOAT),
    row(80, "half_tan", "half_tan", FLOAT),
    row(81, "native_cos", "native_cos", FLOAT),
    row(82, "native_divide", "native_divide", FLOAT_2),
    row(83, "native_exp", "native_exp", FLOAT),
    row(84, "native_exp2", "native_exp2", FLOAT),
    row(85, "native_exp10", "native_exp10", FLOAT),
    row(86, "native_log", "native_log", FLOAT),
    row(87, "native_log2", "native_log2", FLOAT),
    row(88, "native_log10", "native_log10", FLOAT),
    row(89, "native_powr", "native_powr", FLOAT_2),
    row(90, "native_recip", "native_recip", FLOAT),
    row(91, "native_rsqrt", "native_rsqrt", FLOAT),
    row(92, "native_sin", "native_sin", FLOAT),
    row(93, "native_sqrt", "native_sqrt", FLOAT),
    row(94, "native_tan", "native_tan", FLOAT),
    row(95, "fclamp", "clamp", FLOAT_3),
    row(96, "degrees", "degrees", FLOAT),
    row(97, "fmax_common", "max", FLOAT_2),
    row(98, "fmin_common", "min", FLOAT_2),
    row(99, "mix", "mix", FLOAT_3),
    row(100, "radians", "radians", FLOAT),
    row(101, "step", "step", FLOAT_2),
    row(102, "smoothstep", "smoothstep", FLOAT_3),
    row(103, "sign", "sign", FLOAT),
    row(104, "cross", "cross", FLOAT_2),
    row(105, "distance", "distance", FLOAT_2),
    row(106, "length", "length", FLOAT),
    row(107, "normalize", "normalize", FLOAT),
    row(108, "fast_distance", "fast_distance", FLOAT_2),
    row(109, "fast_length", "fast_length", FLOAT),
    row(110, "fast_normalize", "fast_normalize", FLOAT),
    row(141, "s_abs", "abs", SIGNED),
    row(142, "s_abs_diff", "abs_diff", SIGNED_2),
    row(143, "s_add_sat", "add_sat", SIGNED_2),
    row(144, "u_add_sat", "add_sat", UNSIGNED_2),
    row(145, "s_hadd", "hadd", SIGNED_2),
    row(146, "u_hadd", "hadd", UNSIGNED_2),
    row(147, "s_rhadd", "rhadd", SIGNED_2),
    row(148, "u_rhadd", "rhadd", UNSIGNED_2),
    row(149, "s_clamp", "clamp", SIGNED_3),
    row(150, "u_clamp", "clamp", UNSIGNED_3),
    row(151, "clz", "clz", INTEGER),
    row(152, "ctz", "ctz", INTEGER),
    row(153, "s_mad_hi", "mad_hi", SIGNED_3),
    row(154, "u_mad_sat", "mad_sat", UNSIGNED_3),
    row(155, "s_mad_sat", "mad_sat", SIGNED_3),
    row(156, "s_max", "max", SIGNED_2),
    row(157, "u_max", "max", UNSIGNED_2),
    row(158, "s_min", "min", SIGNED_2),
    row(159, "u_min", "min", UNSIGNED_2),
    row(160, "s_mul_hi", "mul_hi", SIGNED_2),
    row(161, "rotate", "rotate", INTEGER_2),
    row(162, "s_sub_sat", "sub_sat", SIGNED_2),
    row(163, "u_sub_sat", "sub_sat", UNSIGNED_2),
    row(164, "u_upsample", "upsample", UNSIGNED_2),
    row(165, "s_upsample", "upsample", HALVES),
    row(166, "popcount", "popcount", INTEGER),
    row(167, "s_mad24", "mad24", SIGNED_3),
    row(168, "u_mad24", "mad24", UNSIGNED_3),
    row(169, "s_mul24", "mul24", SIGNED_2),
    row(170, "u_mul24", "mul24", UNSIGNED_2),
    row(171, "vloadn", "vload#", LOAD_LANES),
    row(172, "vstoren", "vstore#", STORE),
    row(173, "vload_half", "vload_half", LOAD),
    row(174, "vload_halfn", "vload_half#", LOAD_LANES),
    row(175, "vstore_half", "vstore_half", STORE_HALF),
    row(176, "vstore_half_r", "vstore_half_@", STORE_ROUNDED),
    row(177, "vstore_halfn", "vstore_half#", STORE_HALF),
    row(178, "vstore_halfn_r", "vstore_half#_@", STORE_ROUNDED),
    row(179, "vloada_halfn", "vloada_half#", LOAD_LANES),
    row(180, "vstorea_halfn", "vstorea_half#", STORE_HALF),
    row(181, "vstorea_halfn_r", "vstorea_half#_@", STORE_ROUNDED),
    row(182, "shuffle", "shuffle", SHUFFLE),
    row(183, "shuffle2", "shuffle2", SHUFFLE_2),
    row(184, "printf", "printf", PRINTF),
    row(185, "prefetch", "prefetch", PREFETCH),
    row(186, "bitselect", "bitselect", ANY_3),
    row(187, "select", "select", SELECT),
    row(201, "u_abs", "abs", UNSIGNED),
    row(202, "u_abs_diff", "abs_diff", UNSIGNED_2),
    row(203, "u_mul_hi", "mul_hi", UNSIGNED_2),
    row(204, "u_mad_hi", "mad_hi", UNSIGNED_3),
];

/// The row of a number.
pub fn by_number(number: u32) -> Option<&'static Row> {
    ROWS.get(ROWS.binary_search_by_key(&number, |row| row.number).ok()?)
}

/// The row of a name in the specification.
pub fn by_name(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::grammar;

    #[test]
    fn rows_are_those_of_the_grammar() {
        let set = grammar::ext_set("OpenCL.std").map(|set| set.instructions).unwrap_or_default();
        assert_eq!(ROWS.len(), 162);
        assert_eq!(set.len(), ROWS.len());
        for (row, known) in ROWS.iter().zip(set) {
            assert_eq!((row.number, row.name), (known.number, known.name));
            assert_eq!(row.args.len(), known.operands.len(), "{}", row.name);
        }
    }

    #[test]
    fn shared_names_differ_in_operands() {
        for (at, row) in ROWS.iter().enumerate() {
            let same = |other: &&Row| other.opencl == row.opencl && other.args == row.args;
            assert_eq!(ROWS.iter().skip(at).filter(same).count(), 1, "{}", row.name);
        }
    }
}
