//! Functions of `half` and `bfloat`, for each of the 65,536 values, against `f64`'s.
#![allow(clippy::expect_used, clippy::panic, unsafe_code, missing_docs, reason = "tests")]

use llvm_spirv::{llvm_to_spirv, options::Options};
use spirv_runner::{Argument, Grid, Program, launch};
use std::f64::consts::PI;
use std::fmt::Write as _;

unsafe extern "C" {
    safe fn erf(x: f64) -> f64;
    safe fn erfc(x: f64) -> f64;
    safe fn exp10(x: f64) -> f64;
    safe fn lgamma(x: f64) -> f64;
    safe fn logb(x: f64) -> f64;
    safe fn remainder(x: f64, y: f64) -> f64;
    safe fn tgamma(x: f64) -> f64;
}

/// A 16-bit format.
#[derive(Clone, Copy)]
struct Format {
    /// Its names in LLVM IR and in mangled names.
    ir: &'static str,
    mangled: &'static str,
    /// The bits of the fraction, and the exponent of the least normal number.
    fraction: i32,
    least: i32,
}

const FORMATS: [Format; 2] = [
    Format { ir: "half", mangled: "Dh", fraction: 10, least: -14 },
    Format { ir: "bfloat", mangled: "DF16b", fraction: 7, least: -126 },
];

impl Format {
    fn value(self, bits: u16) -> f64 {
        let (exponent, fraction) = ((bits & 0x7FFF) >> self.fraction, bits & ((1 << self.fraction) - 1));
        let size = match i32::from(exponent) {
            0 => f64::from(fraction) * 2_f64.powi(self.least - self.fraction),
            last if last == 3 - 2 * self.least => {
                if fraction == 0 {
                    f64::INFINITY
                } else {
                    f64::NAN
                }
            }
            exponent => {
                (f64::from(fraction) * 2_f64.powi(-self.fraction) + 1.0) * 2_f64.powi(exponent - 1 + self.least)
            }
        };
        if bits >> 15 == 1 { -size } else { size }
    }

    /// Returns whether it is a signalling NaN, for which functions of C may return anything.
    fn signals(self, bits: u16) -> bool {
        self.value(bits).is_nan() && bits >> (self.fraction - 1) & 1 == 0
    }

    fn most(self) -> f64 {
        self.value(((3 - 2 * self.least) << self.fraction) as u16 - 1)
    }

    /// Returns the unit in the last place of numbers near an exact one.
    fn unit(self, exact: f64) -> f64 {
        let exponent = ((exact.to_bits() >> 52 & 0x7FF) as i32 - 1023).max(self.least);
        2_f64.powi(exponent - self.fraction)
    }

    /// The distance of a result from the exact one, in units.
    fn distance(self, found: u16, exact: f64) -> f64 {
        let found = self.value(found);
        if found.is_nan() || exact.is_nan() {
            return if found.is_nan() == exact.is_nan() { 0.0 } else { f64::INFINITY };
        }
        if found.is_infinite() || exact.is_infinite() {
            let is_beyond = exact.abs() >= self.most() + self.unit(self.most()) * 0.49;
            return if is_beyond && found.signum() == exact.signum() { 0.0 } else { f64::INFINITY };
        }
        (found - exact).abs() / self.unit(exact)
    }
}

/// The limit on the error of a correctly rounded result, in units.
const NEAREST: f64 = 0.501;

type Function = (&'static str, fn(f64) -> f64);

fn of_period(x: f64) -> f64 {
    if x.is_infinite() { f64::NAN } else { remainder(x, 2.0) }
}

fn sinpi(x: f64) -> f64 {
    let r = of_period(x);
    let r = if r.abs() > 0.5 { r.signum() - r } else { r };
    if r == 0.0 { 0_f64.copysign(x) } else { (r * PI).sin() }
}

fn cospi(x: f64) -> f64 {
    let r = of_period(x).abs();
    if (r - 0.5).abs() < 0.25 { ((0.5 - r) * PI).sin() } else { (r * PI).cos() }
}

fn tanpi(x: f64) -> f64 {
    let (sine, cosine) = (sinpi(x), cospi(x));
    if cosine == 0.0 { f64::INFINITY.copysign(sine) } else { sine / cosine }
}

/// The functions of one number, which SPIR-V has for OpenCL.
const FUNCTIONS: &[Function] = &[
    ("acos", f64::acos),
    ("acosh", f64::acosh),
    ("acospi", |x| x.acos() / PI),
    ("asin", f64::asin),
    ("asinh", |x| if x.is_infinite() || x == 0.0 { x } else { x.asinh() }),
    ("asinpi", |x| x.asin() / PI),
    ("atan", f64::atan),
    ("atanh", f64::atanh),
    ("atanpi", |x| x.atan() / PI),
    ("cbrt", f64::cbrt),
    ("ceil", f64::ceil),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("cospi", cospi),
    ("degrees", |x| x * (180.0 / PI)),
    ("erf", |x| erf(x)),
    ("erfc", |x| erfc(x)),
    ("exp", f64::exp),
    ("exp10", |x| exp10(x)),
    ("exp2", f64::exp2),
    ("expm1", f64::exp_m1),
    ("fabs", f64::abs),
    ("floor", f64::floor),
    ("half_exp", f64::exp),
    ("lgamma", |x| lgamma(x)),
    ("log", f64::ln),
    ("log10", f64::log10),
    ("log1p", f64::ln_1p),
    ("log2", f64::log2),
    ("logb", |x| logb(x)),
    ("native_sin", f64::sin),
    ("radians", |x| x * (PI / 180.0)),
    ("rint", f64::round_ties_even),
    ("round", f64::round),
    ("rsqrt", |x| 1.0 / x.sqrt()),
    ("sign", |x| {
        if x == 0.0 {
            x
        } else if x.is_nan() {
            0.0
        } else {
            x.signum()
        }
    }),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("sinpi", sinpi),
    ("sqrt", f64::sqrt),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
    ("tanpi", tanpi),
    ("tgamma", |x| tgamma(x)),
    ("trunc", f64::trunc),
];

type Function2 = (&'static str, fn(f64, f64) -> f64);

/// Functions of two numbers, with the values for the second one.
const FUNCTIONS2: &[Function2] = &[
    ("atan2", f64::atan2),
    ("atan2pi", |y, x| y.atan2(x) / PI),
    ("copysign", f64::copysign),
    ("fdim", |x, y| {
        if x > y {
            x - y
        } else if x.is_nan() || y.is_nan() {
            f64::NAN
        } else {
            0.0
        }
    }),
    ("fmod", |x, y| x % y),
    ("hypot", f64::hypot),
    ("pow", f64::powf),
    ("remainder", |x, y| remainder(x, y)),
];

const SECOND: [f64; 12] = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.5, 0.007_812_5, 96.0, f64::INFINITY, -640.0];

/// Returns a module with a kernel for each function, given its name in LLVM IR and the number of its further
/// parameters.
fn module(format: Format, names: &[(&str, usize)]) -> String {
    let mut text =
        "target triple = \"spirv64-unknown-unknown\"\ndeclare spir_func i64 @_Z13get_global_idj(i32)\n".to_owned();
    let Format { ir, mangled, .. } = format;
    for (name, more) in names {
        let symbol = format!("_Z{}{name}{}", name.len(), mangled.repeat(more + 1));
        let (types, values) = (format!(", {ir}").repeat(*more), format!(", {ir} %b").repeat(*more));
        let parameter = format!(", {ir} %b").repeat((*more).min(1));
        let _ = write!(
            text,
            "declare spir_func {ir} @{symbol}({ir}{types})
define spir_kernel void @k_{name}(ptr addrspace(1) %data{parameter}) {{
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr {ir}, ptr addrspace(1) %data, i64 %i
  %x = load {ir}, ptr addrspace(1) %p, align 2
  %y = call spir_func {ir} @{symbol}({ir} %x{values})
  store {ir} %y, ptr addrspace(1) %p, align 2
  ret void
}}
"
        );
    }
    text
}

fn program(text: &str) -> Program {
    let options = Options { extensions: "+all".parse().expect("a list of extensions"), ..Options::default() };
    let spirv = llvm_to_spirv(text.as_bytes(), &options).expect("the IR is translated");
    Program::new(&spirv.bytes, &options).expect("it is compiled")
}

fn bytes(values: impl IntoIterator<Item = u16>) -> Vec<u8> {
    values.into_iter().flat_map(u16::to_le_bytes).collect()
}

/// Returns the results for given bytes of the first argument, which the kernel overwrites.
fn results(program: &Program, kernel: &str, items: usize, given: Vec<u8>, more: Option<u16>) -> Vec<u16> {
    let mut arguments = vec![Argument::Buffer(given)];
    arguments.extend(more.map(|bits| Argument::Value(bytes([bits]))));
    launch(program, kernel, &Grid::line(items as u64, 64), &mut arguments).expect("it runs");
    let Some(Argument::Buffer(bytes)) = arguments.first() else { panic!("a buffer") };
    bytes.chunks_exact(2).map(|part| u16::from_le_bytes(part.try_into().expect("two bytes"))).collect()
}

fn all() -> impl Iterator<Item = u16> {
    0..=u16::MAX
}

#[test]
fn functions_of_all_numbers_give_the_nearest_ones() {
    for format in FORMATS {
        let names: Vec<_> = FUNCTIONS.iter().map(|(name, _)| (*name, 0)).collect();
        let program = program(&module(format, &names));
        for (name, exact) in FUNCTIONS {
            for (bits, found) in all().zip(results(&program, &format!("k_{name}"), 1 << 16, bytes(all()), None)) {
                let value = format.value(bits);
                let distance = format.distance(found, exact(value));
                let wanted = exact(value);
                assert!(distance < NEAREST, "{name}({value:e}) of {} is {found:#x}, not {wanted:e}", format.ir);
                let is_zero = wanted == 0.0 && found & 0x7FFF == 0;
                assert!(!is_zero || (found >> 15 == 1) == wanted.is_sign_negative(), "{name}({value:e}): {found:#x}");
            }
        }
    }
}

#[test]
fn functions_of_two_numbers_give_the_nearest_ones() {
    for format in FORMATS {
        let names: Vec<_> = FUNCTIONS2.iter().map(|(name, _)| (*name, 1)).collect();
        let program = program(&module(format, &names));
        let second = |wanted: f64| all().find(|bits| format.value(*bits).to_bits() == wanted.to_bits());
        for (name, exact) in FUNCTIONS2 {
            for by in SECOND {
                let by_bits = second(by).expect("a number of both formats");
                let found = results(&program, &format!("k_{name}"), 1 << 16, bytes(all()), Some(by_bits));
                for (bits, found) in all().zip(found).filter(|(bits, _)| !format.signals(*bits)) {
                    let wanted = exact(format.value(bits), by);
                    let distance = format.distance(found, wanted);
                    let value = format.value(bits);
                    assert!(distance < NEAREST, "{name}({value:e}, {by}) of {}: {found:#x}, {wanted:e}", format.ir);
                }
            }
        }
    }
}

/// Tests a product halfway between two numbers, to which a tiny number is added.
#[test]
fn a_sum_of_a_product_is_rounded_once() {
    // 136 * 136 is 144.5 units, 192 * 97 is 145.5; 1056 * 2016 / 2^20 is 1039.5.
    let [half, bfloat] = FORMATS;
    let rows = [
        (bfloat, [0x4308_u16, 0x4308], [(0x3580_u16, 0x4691_u16), (0xB580, 0x4690), (0, 0x4690)]),
        (bfloat, [0x4340, 0x42C2], [(0x3580, 0x4692), (0xB580, 0x4691), (0, 0x4692)]),
        (half, [0x3C20, 0x3FE0], [(0x0001, 0x4010), (0x8001, 0x400F), (0, 0x4010)]),
    ];
    for (format, [a, b], sums) in rows {
        let ir = format.ir;
        let program = program(&format!(
            "target triple = \"spirv64-unknown-unknown\"
declare {ir} @llvm.fma.{0}({ir}, {ir}, {ir})
define spir_kernel void @k(ptr addrspace(1) %data, {ir} %c) {{
  %q = getelementptr {ir}, ptr addrspace(1) %data, i64 1
  %a = load {ir}, ptr addrspace(1) %data, align 2
  %b = load {ir}, ptr addrspace(1) %q, align 2
  %y = call {ir} @llvm.fma.{0}({ir} %a, {ir} %b, {ir} %c)
  store {ir} %y, ptr addrspace(1) %data, align 2
  ret void
}}",
            if ir == "half" { "f16" } else { "bf16" }
        ));
        for (c, wanted) in sums {
            let found = results(&program, "k", 1, bytes([a, b]), Some(c))[0];
            assert_eq!(found, wanted, "{a:#x} * {b:#x} + {c:#x} of {ir}: {found:#x}");
        }
    }
}

/// Tests differences of bfloats larger than any half, which LLVM would compute as halves.
#[test]
fn sums_of_bfloats_are_no_sums_of_halves() {
    for op in ["fsub", "fdiv"] {
        let program = program(&format!(
            "target triple = \"spirv64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %data) {{
  %x = load bfloat, ptr addrspace(1) %data, align 2
  %wide = fpext bfloat %x to float
  %y = {op} float %wide, %wide
  %h = fptrunc float %y to half
  store half %h, ptr addrspace(1) %data, align 2
  ret void
}}"
        ));
        // 2 to the power of 100.
        let found = results(&program, "k", 1, bytes([0x7180]), None)[0];
        assert_eq!(found, if op == "fsub" { 0 } else { 0x3C00 }, "{op}: {found:#x}");
    }
}

/// Tests numbers of other types near all bfloats, and halfway between two of them.
#[test]
fn conversions_to_bfloat_are_rounded_once() {
    let [_, bfloat] = FORMATS;
    let rows = [
        ("double", "fptrunc", 8),
        ("float", "fptrunc", 4),
        ("i32", "sitofp", 4),
        ("i64", "sitofp", 8),
        ("i64", "uitofp", 8),
    ];
    for (from, op, size) in rows {
        let program = program(&format!(
            "target triple = \"spirv64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {{
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr {from}, ptr addrspace(1) %in, i64 %i
  %x = load {from}, ptr addrspace(1) %p, align {size}
  %y = {op} {from} %x to bfloat
  %q = getelementptr bfloat, ptr addrspace(1) %out, i64 %i
  store bfloat %y, ptr addrspace(1) %q, align 2
  ret void
}}"
        ));
        // An exact number, as a sum of two that are themselves exact, and its bytes.
        let mut given: Vec<((f64, f64), Vec<u8>)> = Vec::new();
        for bits in all().filter(|bits| bfloat.value(*bits).is_finite()) {
            let (value, unit) = (bfloat.value(bits), bfloat.unit(bfloat.value(bits)));
            for middle in [value, value + unit / 2.0] {
                for by in [-1_i32, 0, 1] {
                    let number = (middle as i128).saturating_add(i128::from(by));
                    let is_whole = middle.fract() == 0.0 && middle.abs() < 9e18 && (op == "sitofp" || middle > 1.0);
                    match from {
                        "double" => {
                            let near = if by == 0 { middle } else { middle * (1.0 + f64::from(by) * 1e-15) };
                            given.push(((near, 0.0), near.to_le_bytes().to_vec()));
                        }
                        "float" => {
                            let near = if by == 0 {
                                middle as f32
                            } else if by > 0 {
                                (middle as f32).next_up()
                            } else {
                                (middle as f32).next_down()
                            };
                            given.push(((f64::from(near), 0.0), near.to_le_bytes().to_vec()));
                        }
                        "i32" if is_whole && i32::try_from(number).is_ok() => {
                            given.push(((middle, f64::from(by)), (number as i32).to_le_bytes().to_vec()));
                        }
                        "i64" if is_whole => {
                            given.push(((middle, f64::from(by)), (number as i64).to_le_bytes().to_vec()))
                        }
                        _ => {}
                    }
                }
            }
        }
        let mut arguments = [
            Argument::Buffer(vec![0; given.len() * 2]),
            Argument::Buffer(given.iter().flat_map(|(_, bytes)| bytes.clone()).collect()),
        ];
        launch(&program, "k", &Grid::line(given.len() as u64, 64), &mut arguments).expect("it runs");
        let [Argument::Buffer(found), _] = &arguments else { panic!("a buffer") };
        assert!(given.len() > 1000, "{op} {from}: {}", given.len());
        for (((one, rest), _), found) in given.iter().zip(found.chunks_exact(2)) {
            let found = u16::from_le_bytes(found.try_into().expect("two bytes"));
            if one.abs() > bfloat.most() {
                continue;
            }
            // One more is a number of its own where units are small.
            let (one, rest) = if bfloat.unit(*one) < 4.0 { (one + rest, 0.0) } else { (*one, *rest) };
            let (away, half) = (bfloat.value(found) - one, bfloat.unit(one) / 2.0);
            let is_right = match away.abs().total_cmp(&half) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal if rest == 0.0 => found & 1 == 0,
                std::cmp::Ordering::Equal => away.signum() == rest.signum(),
                std::cmp::Ordering::Greater => false,
            };
            assert!(is_right, "{op} of {from} {one:e} + {rest:e}: {found:#x}");
        }
    }
}

/// Tests exact numbers of each width, for which the path through `double` must not round.
#[test]
fn small_integers_of_each_width_are_exact_in_bfloat() {
    let [_, bfloat] = FORMATS;
    for (width, op) in (25..=64).flat_map(|width| [(width, "sitofp"), (width, "uitofp")]) {
        let program = program(&format!(
            "target triple = \"spirv64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %data) {{
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %near = sub i64 %i, 128
  %some = {} i64 %near{}
  %y = {op} i{width} %some to bfloat
  %q = getelementptr bfloat, ptr addrspace(1) %data, i64 %i
  store bfloat %y, ptr addrspace(1) %q, align 2
  ret void
}}",
            if width == 64 { "add" } else { "trunc" },
            if width == 64 { ", 0".to_owned() } else { format!(" to i{width}") },
        ));
        let found = results(&program, "k", 256, vec![0; 512], None);
        let first = if op == "sitofp" { 0 } else { 128 };
        for (number, found) in found.into_iter().enumerate().skip(first) {
            assert_eq!(bfloat.value(found), number as f64 - 128.0, "{op} of i{width}: {found:#x}");
        }
    }
}

#[test]
fn the_sign_of_each_number_is_its_first_bit() {
    for format in FORMATS {
        let Format { ir, mangled, .. } = format;
        let program = program(&format!(
            "target triple = \"spirv64-unknown-unknown\"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i1 @_Z18__spirv_SignBitSet{mangled}({ir})
define spir_kernel void @k(ptr addrspace(1) %data) {{
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr {ir}, ptr addrspace(1) %data, i64 %i
  %x = load {ir}, ptr addrspace(1) %p, align 2
  %s = call spir_func i1 @_Z18__spirv_SignBitSet{mangled}({ir} %x)
  %y = zext i1 %s to i16
  store i16 %y, ptr addrspace(1) %p, align 2
  ret void
}}"
        ));
        let found = results(&program, "k", 1 << 16, bytes(all()), None);
        assert!(all().zip(found).all(|(bits, found)| found == bits >> 15), "{ir}");
    }
}
