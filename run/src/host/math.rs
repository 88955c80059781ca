//! Functions of `f32` and `f64`: libm's, and further ones of OpenCL.

use super::named::named;
use std::f64::consts::PI;

/// The types of arguments and results: floating-point numbers, integers, pointers to integers.
macro_rules! number {
    (@64 F) => { f64 };
    (@32 F) => { f32 };
    (@64 I) => { i32 };
    (@32 I) => { i32 };
    (@64 P) => { *mut i32 };
    (@32 P) => { *mut i32 };
}

macro_rules! libm {
    ($($wide:ident $narrow:ident ($($arg:ident: $ty:tt),*));* $(;)?) => {
        unsafe extern "C" {
            $(fn $wide($($arg: number!(@64 $ty)),*) -> f64; fn $narrow($($arg: number!(@32 $ty)),*) -> f32;)*
        }
        fn of_libm() -> Vec<(String, usize)> {
            let mut symbols = Vec::new();
            $(symbols.extend(named![$wide, $narrow]);)*
            symbols
        }
    };
}

libm! {
    acos acosf(x: F); acosh acoshf(x: F); asin asinf(x: F); asinh asinhf(x: F); atan atanf(x: F); atanh atanhf(x: F);
    atan2 atan2f(y: F, x: F); cbrt cbrtf(x: F); ceil ceilf(x: F); copysign copysignf(x: F, y: F); cos cosf(x: F);
    cosh coshf(x: F); erf erff(x: F); erfc erfcf(x: F); exp expf(x: F); exp2 exp2f(x: F); exp10 exp10f(x: F);
    expm1 expm1f(x: F); fabs fabsf(x: F);
    fdim fdimf(x: F, y: F); floor floorf(x: F); fma fmaf(x: F, y: F, z: F); fmax fmaxf(x: F, y: F); fmin fminf(x: F, y: F);
    fmod fmodf(x: F, y: F); frexp frexpf(x: F, e: P); hypot hypotf(x: F, y: F); ldexp ldexpf(x: F, n: I);
    lgamma lgammaf(x: F); lgamma_r lgammaf_r(x: F, sign: P); log logf(x: F); log10 log10f(x: F); log1p log1pf(x: F);
    log2 log2f(x: F); logb logbf(x: F);
    nextafter nextafterf(x: F, y: F); pow powf(x: F, y: F); remainder remainderf(x: F, y: F); rint rintf(x: F);
    round roundf(x: F); roundeven roundevenf(x: F); sin sinf(x: F); sinh sinhf(x: F); sqrt sqrtf(x: F); tan tanf(x: F);
    tanh tanhf(x: F); tgamma tgammaf(x: F); trunc truncf(x: F);
}

/// Defines functions that libm lacks, written for `f64`; those of `f32` compute with `f64`.
macro_rules! own {
    ($($name:ident, $narrow:ident, $body:expr, ($($arg:ident: $ty:tt),*) -> $result:tt);* $(;)?) => {
        $(
            extern "C" fn $name($($arg: number!(@64 $ty)),*) -> number!(@64 $result) {
                let body: fn($(number!(@64 $ty)),*) -> number!(@64 $result) = $body;
                body($($arg),*)
            }
            extern "C" fn $narrow($($arg: number!(@32 $ty)),*) -> number!(@32 $result) {
                own!(@narrow $result $name($(own!(@widen $ty $arg)),*))
            }
        )*
        fn of_our_own() -> Vec<(String, usize)> {
            let mut symbols = Vec::new();
            $(symbols.extend(named![$name, $narrow]);)*
            symbols
        }
    };
    (@widen F $arg:ident) => { f64::from($arg) };
    (@widen I $arg:ident) => { $arg };
    (@widen P $arg:ident) => { $arg };
    (@narrow F $e:expr) => { $e as f32 };
    (@narrow I $e:expr) => { $e };
}

own! {
    spirv_sinpi, spirv_sinpif, sinpi, (x: F) -> F;
    spirv_cospi, spirv_cospif, cospi, (x: F) -> F;
    spirv_tanpi, spirv_tanpif, tanpi, (x: F) -> F;
    spirv_pown, spirv_pownf, |x, n| x.powf(f64::from(n)), (x: F, n: I) -> F;
    spirv_rootn, spirv_rootnf, rootn, (x: F, n: I) -> F;
    spirv_powr, spirv_powrf, powr, (x: F, y: F) -> F;
    spirv_maxmag, spirv_maxmagf, |x, y| if x.abs() > y.abs() { x } else if y.abs() > x.abs() { y } else { x.max(y) },
        (x: F, y: F) -> F;
    spirv_minmag, spirv_minmagf, |x, y| if x.abs() < y.abs() { x } else if y.abs() < x.abs() { y } else { x.min(y) },
        (x: F, y: F) -> F;
    spirv_ilogb, spirv_ilogbf, ilogb, (x: F) -> I;
}

/// Returns the exact remainder of a division by 2, from -1 to 1.
fn within_period(x: f64) -> f64 {
    // SAFETY: a function of numbers.
    unsafe { remainder(x, 2.0) }
}

fn sinpi(x: f64) -> f64 {
    if x.is_infinite() {
        return f64::NAN;
    }
    let r = within_period(x);
    let r = if r.abs() > 0.5 { r.signum() - r } else { r };
    if r == 0.0 { 0.0_f64.copysign(x) } else { (r * PI).sin() }
}

fn cospi(x: f64) -> f64 {
    if x.is_infinite() {
        return f64::NAN;
    }
    let r = within_period(x).abs();
    if r < 0.25 {
        (r * PI).cos()
    } else if r <= 0.75 {
        ((0.5 - r) * PI).sin()
    } else {
        -((1.0 - r) * PI).cos()
    }
}

fn tanpi(x: f64) -> f64 {
    let (sine, cosine) = (sinpi(x), cospi(x));
    if cosine == 0.0 { f64::INFINITY.copysign(sine) } else { sine / cosine }
}

fn rootn(x: f64, n: i32) -> f64 {
    let has_sign = n % 2 != 0;
    if n == 0 || (x < 0.0 && !has_sign) {
        return f64::NAN;
    }
    let root = match n {
        1 => return x,
        3 => return x.cbrt(),
        _ => x.abs().powf(1.0 / f64::from(n)),
    };
    if has_sign { root.copysign(x) } else { root }
}

fn powr(x: f64, y: f64) -> f64 {
    let is_undefined = x < 0.0 || x.is_nan() || y.is_nan() || (x == 0.0 && y == 0.0);
    let is_undefined = is_undefined || (x == f64::INFINITY && y == 0.0) || (x == 1.0 && y.is_infinite());
    if is_undefined { f64::NAN } else { x.abs().powf(y) }
}

/// Returns the binary exponent: the least integer for zero, the greatest for infinity and NaN, as OpenCL's header
/// defines them here.
fn ilogb(x: f64) -> i32 {
    if x == 0.0 {
        return i32::MIN;
    }
    if !x.is_finite() {
        return i32::MAX;
    }
    // SAFETY: a function of numbers.
    unsafe { logb(x) as i32 }
}

/// Returns the logarithm of the gamma function, and writes its sign to `sign`.
unsafe extern "C" fn spirv_lgamma_r(x: f64, sign: *mut i32) -> f64 {
    // SAFETY: as the kernel says.
    unsafe { lgamma_r(x, sign) }
}

unsafe extern "C" fn spirv_lgamma_rf(x: f32, sign: *mut i32) -> f32 {
    // SAFETY: as the kernel says.
    unsafe { lgammaf_r(x, sign) }
}

/// Returns the remainder, and stores the low seven bits and the sign of the quotient.
unsafe extern "C" fn spirv_remquo(x: f64, y: f64, quotient: *mut i32) -> f64 {
    // SAFETY: functions of numbers; the pointer is the kernel's.
    unsafe {
        let rest = remainder(x, y);
        // Of a multiple of 128 times the divisor, the quotient's low seven bits are zero: what is left is exact.
        let part = fmod(x, y * 128.0);
        let part = if part.is_nan() { x } else { part };
        let whole = ((part - rest) / y).round_ties_even();
        let low = if whole.is_finite() { (whole.abs() as u64 & 127) as i32 } else { 0 };
        quotient.write_unaligned(if (x < 0.0) == (y < 0.0) { low } else { -low });
        rest
    }
}

unsafe extern "C" fn spirv_remquof(x: f32, y: f32, quotient: *mut i32) -> f32 {
    // SAFETY: as of the other one.
    unsafe { spirv_remquo(f64::from(x), f64::from(y), quotient) as f32 }
}

extern "C" fn spirv_exp10(x: f64) -> f64 {
    // SAFETY: a function of numbers.
    unsafe { exp10(x) }
}

extern "C" fn spirv_exp10f(x: f32) -> f32 {
    // SAFETY: a function of numbers.
    unsafe { exp10f(x) }
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    let mut symbols = of_libm();
    symbols.extend(of_our_own());
    symbols.extend(named![spirv_lgamma_r, spirv_lgamma_rf, spirv_remquo, spirv_remquof, spirv_exp10, spirv_exp10f]);
    symbols
}
