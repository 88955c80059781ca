//! Tests of formulas, computed by the processor, against known values within OpenCL's accuracy limits.

use super::evaluate::{Machine, evaluate};
use super::text::formula;
use crate::error::{Error, Result};

/// A value of the machine.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Number(f64),
    Integer(u64),
    Condition(bool),
}
use Kind::{Condition, Integer, Number};

/// The machine that computes by the processor.
struct Processor;

impl Machine for Processor {
    type Value = Kind;

    fn number(&self, number: f64) -> Result<Kind> {
        Ok(Number(number))
    }

    fn integer(&self, number: u64) -> Result<Kind> {
        Ok(Integer(number))
    }

    fn binary(&self, operator: &str, a: Kind, b: Kind) -> Result<Kind> {
        Ok(match (operator, a, b) {
            ("+", Number(a), Number(b)) => Number(a + b),
            ("-", Number(a), Number(b)) => Number(a - b),
            ("*", Number(a), Number(b)) => Number(a * b),
            ("/", Number(a), Number(b)) => Number(a / b),
            ("+", Integer(a), Integer(b)) => Integer(a.wrapping_add(b)),
            ("-", Integer(a), Integer(b)) => Integer(a.wrapping_sub(b)),
            ("*", Integer(a), Integer(b)) => Integer(a.wrapping_mul(b)),
            ("&", Integer(a), Integer(b)) => Integer(a & b),
            ("|", Integer(a), Integer(b)) => Integer(a | b),
            ("&", Condition(a), Condition(b)) => Condition(a & b),
            ("|", Condition(a), Condition(b)) => Condition(a | b),
            ("<<", Integer(a), Integer(b)) => Integer(a << b),
            (">>", Integer(a), Integer(b)) => Integer(a >> b),
            (">>>", Integer(a), Integer(b)) => Integer((a as i64 >> b) as u64),
            ("==", Number(a), Number(b)) => Condition(a == b),
            ("!=", Number(a), Number(b)) => Condition(a != b),
            ("<", Number(a), Number(b)) => Condition(a < b),
            (">", Number(a), Number(b)) => Condition(a > b),
            ("<=", Number(a), Number(b)) => Condition(a <= b),
            (">=", Number(a), Number(b)) => Condition(a >= b),
            ("<", Integer(a), Integer(b)) => Condition(a < b),
            ("!=", Integer(a), Integer(b)) => Condition(a != b),
            _ => return Err(Error::internal(format!("{a:?} {operator} {b:?}"))),
        })
    }

    fn select(&self, condition: Kind, yes: Kind, no: Kind) -> Result<Kind> {
        let Condition(is_it) = condition else { return Err(Error::internal("no condition")) };
        Ok(if is_it { yes } else { no })
    }

    fn operation(&self, name: &str, args: &[Kind]) -> Result<Option<Kind>> {
        Ok(Some(match (name, args) {
            ("-", [Number(x)]) => Number(-x),
            ("!", [Condition(x)]) => Condition(!x),
            ("bits", [Number(x)]) => Integer(x.to_bits()),
            ("number", [Integer(x)]) => Number(f64::from_bits(*x)),
            ("float", [Integer(x)]) => Number(*x as i64 as f64),
            ("whole", [Number(x)]) => Integer(*x as i64 as u64),
            ("fabs", [Number(x)]) => Number(x.abs()),
            ("floor", [Number(x)]) => Number(x.floor()),
            ("rint", [Number(x)]) => Number(x.round_ties_even()),
            ("sqrt", [Number(x)]) => Number(x.sqrt()),
            ("copysign", [Number(x), Number(y)]) => Number(x.copysign(*y)),
            _ => return Ok(None),
        }))
    }
}

fn computed(name: &str, args: &[f64]) -> f64 {
    let args: Vec<_> = args.iter().map(|arg| Number(*arg)).collect();
    match evaluate(&Processor, formula(name).unwrap().unwrap(), &args).unwrap().as_slice() {
        [Number(found)] => *found,
        other => panic!("{name} is {other:?}"),
    }
}

/// Returns the distance of two numbers in units in the last place.
fn places(a: f64, b: f64) -> f64 {
    if a == b || a.is_nan() && b.is_nan() { 0.0 } else { (a - b).abs() / (b.abs().next_up() - b.abs()) }
}

/// Returns numbers of various magnitudes: between -1 and 1, and up to some thousands.
fn samples() -> impl Iterator<Item = f64> {
    let mut state = 0x1234_5678_9ABC_DEF1u64;
    let random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let special =
        [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e22, 710.5, 5e-324, f64::MAX];
    let mut random = random;
    let all = (0..6000).map(move |index| {
        let unit = (random() >> 11) as f64 / 2f64.powi(52) - 1.0;
        match index % 4 {
            0 => f64::from_bits(random()),
            1 => unit,
            2 => unit * 30.0,
            _ => unit * 720.0,
        }
    });
    special.into_iter().chain(all)
}

#[test]
fn functions_of_double_are_within_the_limits_of_opencl() {
    type Function = fn(f64) -> f64;
    // A place more than the limit, since what is compared with is off by as much.
    let all: [(&str, Function, f64); 12] = [
        ("acos", f64::acos, 5.0),
        ("asin", f64::asin, 5.0),
        ("atan", f64::atan, 6.0),
        ("cbrt", f64::cbrt, 3.0),
        ("cos", f64::cos, 5.0),
        ("cosh", f64::cosh, 5.0),
        ("expm1", f64::exp_m1, 4.0),
        ("log1p", f64::ln_1p, 3.0),
        ("sin", f64::sin, 5.0),
        ("sinh", f64::sinh, 5.0),
        ("tan", f64::tan, 6.0),
        ("tanh", f64::tanh, 6.0),
    ];
    for (name, function, limit) in all {
        for x in samples() {
            let (found, known) = (computed(name, &[x]), function(x));
            assert!(places(found, known) <= limit, "{name}({x}) is {found}, and not {known}");
            assert_eq!(found.is_nan(), known.is_nan(), "{name}({x})");
        }
    }
}

#[test]
fn powers_of_double_are_within_the_limits_of_opencl() {
    let all: Vec<_> = samples().collect();
    for (x, y) in all.iter().zip(all.iter().rev()).flat_map(|(x, y)| [(*x, *y), (x.abs(), y / 300.0), (*x, y.round())])
    {
        let (found, known) = (computed("pow", &[x, y]), x.powf(y));
        assert!(places(found, known) <= 17.0, "pow({x}, {y}) is {found}, and not {known}");
        let (found, known) = (computed("atan2", &[x, y]), x.atan2(y));
        assert!(places(found, known) <= 7.0, "atan2({x}, {y}) is {found}, and not {known}");
    }
}

#[test]
fn functions_without_counterparts_are_what_is_known_of_them() {
    let pi = std::f64::consts::PI;
    let factorials = (1..=20u32).map(|n| ("tgamma", f64::from(n), (1..n).map(f64::from).product::<f64>(), 16.0));
    let known = [
        ("tgamma", 0.5, pi.sqrt(), 16.0),
        ("tgamma", -1.5, 4.0 * pi.sqrt() / 3.0, 16.0),
        ("tgamma", 171.0, 7.257_415_615_307_999e306, 16.0),
        ("tgamma", 180.0, f64::INFINITY, 0.0),
        ("lgamma", 0.5, pi.sqrt().ln(), 16.0),
        ("lgamma", -0.5, (2.0 * pi.sqrt()).ln(), 16.0),
        ("lgamma", 1e10, 220_258_509_288.810_58, 16.0),
        ("sign_of_gamma", -0.5, -1.0, 0.0),
        ("sign_of_gamma", -1.5, 1.0, 0.0),
        ("erf", 0.5, 0.520_499_877_813_046_5, 16.0),
        ("erf", -3.0, -0.999_977_909_503_001_4, 16.0),
        ("erfc", 2.0, 0.004_677_734_981_047_266, 16.0),
        ("erfc", 10.0, 2.088_487_583_762_545e-45, 16.0),
        ("acosh", 2.0, 1.316_957_896_924_816_6, 4.0),
        ("asinh", -1.0, -0.881_373_587_019_543, 4.0),
        ("atanh", 0.5, 0.549_306_144_334_054_8, 5.0),
        ("sinpi", 0.25, 0.5f64.sqrt(), 4.0),
        ("cospi", 1e15 + 1.0, -1.0, 0.0),
        ("tanpi", 0.5, f64::INFINITY, 0.0),
        ("asinpi", 1.0, 0.5, 5.0),
        ("acospi", -1.0, 1.0, 5.0),
        ("atanpi", 1.0, 0.25, 5.0),
        ("sin", 1e22, -0.852_200_849_767_188_8, 4.0),
        ("cos", 1e300, -0.575_386_111_957_549_1, 4.0),
    ];
    for (name, x, known, limit) in factorials.chain(known) {
        let found = computed(name, &[x]);
        assert!(places(found, known) <= limit, "{name}({x}) is {found}, and not {known}");
    }
    assert!(places(computed("rootn", &[-27.0, 3.0]), -3.0) <= 16.0);
    assert!(places(computed("pown", &[-3.0, 3.0]), -27.0) <= 16.0);
    assert!(computed("powr", &[-1.0, 2.0]).is_nan());
    assert!(places(computed("atan2pi", &[1.0, -1.0]), 0.75) <= 6.0);
}
