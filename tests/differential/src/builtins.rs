//! Definitions of the builtins that the reverse translation calls: bodies in LLVM IR, for the JIT.
//!
//! Written from the specifications of SPIR-V and OpenCL.std, and not from the translator's tables: a shared row would
//! hide a mistake. For behaviour that the specifications leave open, a row differs from LLVM's intrinsic of that name,
//! if possible.

use crate::types::Ty;

/// A builtin's meaning: instructions with `{T}` for the type of the result, `{A}` and `{B}` for those of the first and
/// the second argument, `{D}` for integers twice as wide as the result's, `{I}` for integers as wide as the result's
/// bits, `{C}` for its condition, `{W}` for the width. Arguments are `%0` and so on; the result is `%r`, if there is
/// one.
struct Row {
    names: &'static [&'static str],
    body: &'static str,
}

const fn row(names: &'static [&'static str], body: &'static str) -> Row {
    Row { names, body }
}

/// The unary intrinsic of LLVM with the same name; `{N}` is the name without its prefix.
const UNARY: &str = "%r = call {T} @llvm.{N}({T} %0)";
const BINARY: &str = "%r = call {T} @llvm.{N}({T} %0, {T} %1)";

/// Computes the nearest number `%n`, and extends it to the source's precision.
macro_rules! nearest {
    () => {
        "%n = fptrunc {A} %0 to {T}\n%w = fpext {T} %n to {A}\n"
    };
}

/// Steps to the adjacent number on the other side of `%f`, if the rounding went in the wrong direction, by adding to or
/// subtracting from its bits.
macro_rules! step {
    ($below:literal, $above:literal) => {
        concat!(
            "%i = bitcast {T} %n to {TI}\n%s = icmp slt {TI} %i, zeroinitializer\n%d = select {C} %s, {TI} {ALL:",
            $below,
            "}, {TI} {ALL:",
            $above,
            "}\n%j = add {TI} %i, %d\n%o = bitcast {TI} %j to {T}\n%r = select {C} %f, {T} %o, {T} %n"
        )
    };
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row(&["fabs", "floor", "ceil", "trunc", "rint", "round", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh",
          "cosh", "tanh", "exp", "exp2", "exp10", "log", "log2", "log10"], UNARY),
    row(&["atan2", "copysign", "pow"], BINARY),
    // Of zeros of different signs, the first, or the second where OpenCL says so.
    row(&["fmin"], "%less = fcmp olt {T} %1, %0\n%nan = fcmp uno {T} %0, %0\n%c = or {C} %less, %nan\n\
          %r = select {C} %c, {T} %1, {T} %0"),
    row(&["fmax"], "%less = fcmp ogt {T} %1, %0\n%nan = fcmp uno {T} %0, %0\n%c = or {C} %less, %nan\n\
          %r = select {C} %c, {T} %1, {T} %0"),
    row(&["fma"], "%r = call {T} @llvm.fma({T} %0, {T} %1, {T} %2)"),
    row(&["mad"], "%p = fmul {T} %0, %1\n%r = fadd {T} %p, %2"),
    row(&["ldexp"], "%r = call {T} @llvm.ldexp({T} %0, {B} %1)"),
    row(&["pown"], "%e = sitofp {B} %1 to {T}\n%r = call {T} @llvm.pow({T} %0, {T} %e)"),
    row(&["frexp"], "{FREXP}store {J} %e, {B} %1, align 4"),
    row(&["modf"], "%p = call { {T}, {T} } @llvm.modf({T} %0)\n%r = extractvalue { {T}, {T} } %p, 0\n\
          %e = extractvalue { {T}, {T} } %p, 1\nstore {T} %e, {B} %1, align 2"),
    row(&["sincos"], "%p = call { {T}, {T} } @llvm.sincos({T} %0)\n%r = extractvalue { {T}, {T} } %p, 0\n\
          %e = extractvalue { {T}, {T} } %p, 1\nstore {T} %e, {B} %1, align 2"),
    // About: no library of C is asked for the sine of half turns.
    row(&["sinpi"], "%t = fmul {T} %0, {PI}\n%r = call {T} @llvm.sin({T} %t)"),
    row(&["cospi"], "%t = fmul {T} %0, {PI}\n%r = call {T} @llvm.cos({T} %t)"),
    row(&["clz"], "%r = call {T} @llvm.ctlz({T} %0, i1 false)"),
    row(&["ctz"], "%r = call {T} @llvm.cttz({T} %0, i1 false)"),
    row(&["popcount", "BitCount"], "%r = call {T} @llvm.ctpop({T} %0)"),
    row(&["s_abs"], "%r = call {T} @llvm.abs({T} %0, i1 false)"),
    row(&["s_max"], "%c = icmp slt {T} %0, %1\n%r = select {C} %c, {T} %1, {T} %0"),
    row(&["u_max"], "%c = icmp ult {T} %0, %1\n%r = select {C} %c, {T} %1, {T} %0"),
    row(&["s_min"], "%c = icmp slt {T} %1, %0\n%r = select {C} %c, {T} %1, {T} %0"),
    row(&["u_min"], "%c = icmp ult {T} %1, %0\n%r = select {C} %c, {T} %1, {T} %0"),
    row(&["s_add_sat"], "%r = call {T} @llvm.sadd.sat({T} %0, {T} %1)"),
    row(&["u_add_sat"], "%r = call {T} @llvm.uadd.sat({T} %0, {T} %1)"),
    row(&["s_sub_sat"], "%r = call {T} @llvm.ssub.sat({T} %0, {T} %1)"),
    row(&["u_sub_sat"], "%r = call {T} @llvm.usub.sat({T} %0, {T} %1)"),
    row(&["s_mul_hi"], "%a = sext {T} %0 to {D}\n%b = sext {T} %1 to {D}\n%p = mul {D} %a, %b\n\
          %h = lshr {D} %p, {DW}\n%r = trunc {D} %h to {T}"),
    row(&["u_mul_hi"], "%a = zext {T} %0 to {D}\n%b = zext {T} %1 to {D}\n%p = mul {D} %a, %b\n\
          %h = lshr {D} %p, {DW}\n%r = trunc {D} %h to {T}"),
    row(&["rotate"], "%r = call {T} @llvm.fshl({T} %0, {T} %0, {T} %1)"),
    row(&["select"], "%z = icmp ne {I} %2, {ZERO}\n%r = select {C} %z, {T} %1, {T} %0"),
    row(&["BitReverse"], "%r = call {T} @llvm.bitreverse({T} %0)"),
    // The answer may be a number as wide as what is asked of, as in OpenCL C.
    row(&["IsNan"], "%c = call {C} @llvm.is.fpclass({A} %0, i32 3)\n%r = select {C} %c, {T} {ALL:-1}, {T} {ZERO}"),
    row(&["IsInf"], "%c = call {C} @llvm.is.fpclass({A} %0, i32 516)\n%r = select {C} %c, {T} {ALL:-1}, {T} {ZERO}"),
    row(&["IsFinite"], "%c = call {C} @llvm.is.fpclass({A} %0, i32 504)\n%r = select {C} %c, {T} {ALL:-1}, {T} {ZERO}"),
    row(&["IsNormal"], "%c = call {C} @llvm.is.fpclass({A} %0, i32 264)\n%r = select {C} %c, {T} {ALL:-1}, {T} {ZERO}"),
    row(&["SignBitSet"], "%i = bitcast {A} %0 to {AI}\n%c = icmp slt {AI} %i, {AZ}\n%r = select {C} %c, {T} {ALL:-1}, {T} {ZERO}"),
    row(&["Ordered"], "%c = fcmp ord {A} %0, %1\n%r = select {C} %c, {T} {ALL:-1}, {T} {ZERO}"),
    row(&["Unordered"], "%c = fcmp uno {A} %0, %1\n%r = select {C} %c, {T} {ALL:-1}, {T} {ZERO}"),
    row(&["LessOrGreater"], "%c = fcmp one {A} %0, %1\n%r = select {C} %c, {T} {ALL:-1}, {T} {ZERO}"),
    row(&["Any"], "%r = call i1 @llvm.vector.reduce.or({A} %0)"),
    row(&["All"], "%r = call i1 @llvm.vector.reduce.and({A} %0)"),
    row(&["Dot"], "%p = fmul {A} %0, %1\n%r = call {T} @llvm.vector.reduce.fadd({T} 0.0, {A} %p)"),
    row(&["ConvertFToS"], "%r = call {T} @llvm.fptosi.sat({A} %0)"),
    row(&["ConvertFToU"], "%r = call {T} @llvm.fptoui.sat({A} %0)"),
    row(&["ConvertInt4ToInt8INTEL"], "%r = sext {A} %0 to {T}"),
    row(&["ConvertInt4ToFP16INTEL", "ConvertInt4ToBF16INTEL"], "%r = sitofp {A} %0 to {T}"),
    row(&["ConvertFP16ToInt4INTEL", "ConvertBF16ToInt4INTEL"], "%r = fptosi {A} %0 to {T}"),
    row(&["SToF"], "%r = sitofp {A} %0 to {T}"),
    row(&["UToF"], "%r = uitofp {A} %0 to {T}"),
    row(&["FConvert"], "%r = fptrunc {A} %0 to {T}"),
    row(&["FConvert_rtp"], concat!(nearest!(), "%f = fcmp olt {A} %w, %0\n", step!("-1", "1"))),
    row(&["FConvert_rtn"], concat!(nearest!(), "%f = fcmp ogt {A} %w, %0\n", step!("1", "-1"))),
    row(&["FConvert_rtz"], concat!(nearest!(), "%a = call {A} @llvm.fabs({A} %w)\n%b = call {A} @llvm.fabs({A} %0)\n\
          %f = fcmp ogt {A} %a, %b\n", step!("-1", "-1"))),
    row(&["AtomicIAdd"], "%r = atomicrmw add {A} %0, {T} %3 seq_cst"),
    row(&["AtomicISub"], "%r = atomicrmw sub {A} %0, {T} %3 seq_cst"),
    row(&["AtomicAnd"], "%r = atomicrmw and {A} %0, {T} %3 seq_cst"),
    row(&["AtomicOr"], "%r = atomicrmw or {A} %0, {T} %3 seq_cst"),
    row(&["AtomicXor"], "%r = atomicrmw xor {A} %0, {T} %3 seq_cst"),
    row(&["AtomicSMax"], "%r = atomicrmw max {A} %0, {T} %3 seq_cst"),
    row(&["AtomicSMin"], "%r = atomicrmw min {A} %0, {T} %3 seq_cst"),
    row(&["AtomicUMax"], "%r = atomicrmw umax {A} %0, {T} %3 seq_cst"),
    row(&["AtomicUMin"], "%r = atomicrmw umin {A} %0, {T} %3 seq_cst"),
    row(&["AtomicFAddEXT"], "%r = atomicrmw fadd {A} %0, {T} %3 seq_cst"),
    row(&["AtomicFMaxEXT"], "%r = atomicrmw fmax {A} %0, {T} %3 seq_cst"),
    row(&["AtomicFMinEXT"], "%r = atomicrmw fmin {A} %0, {T} %3 seq_cst"),
    row(&["AtomicExchange"], "%r = atomicrmw xchg {A} %0, {T} %3 seq_cst"),
    row(&["AtomicCompareExchange", "AtomicCompareExchangeWeak"],
        "%p = cmpxchg {A} %0, {T} %5, {T} %4 seq_cst seq_cst\n%r = extractvalue { {T}, i1 } %p, 0"),
    row(&["AtomicLoad"], "%r = load atomic {T}, {A} %0 seq_cst, align {BYTES}"),
    row(&["AtomicStore"], "store atomic {LAST} %3, {A} %0 seq_cst, align {BYTES}"),
    row(&["MemoryBarrier"], "fence seq_cst"),
];

/// Returns the assembly with a body for each declared builtin.
pub fn define(assembly: &str) -> Result<String, String> {
    let mut text = String::with_capacity(assembly.len() * 5 / 4);
    for line in assembly.lines() {
        match line.strip_prefix("declare ").filter(|rest| !rest.contains("@llvm.")) {
            Some(declared) => text.push_str(&definition(declared)?),
            None => text.push_str(line),
        }
        text.push('\n');
    }
    Ok(text)
}

/// Returns the constant pi, which is half a turn.
pub fn pi(ty: &Ty) -> &'static str {
    match ty.scalar() {
        Ty::Half => "0xH4248",
        Ty::BFloat => "0xR4049",
        Ty::Float => "0x400921FB60000000",
        _ => "0x400921FB54442D18",
    }
}

/// Returns a function that implements the builtin `base`.
pub fn function(base: &str, name: &str, result: &Ty, arguments: &[Ty]) -> String {
    let types: Vec<_> = arguments.iter().map(Ty::to_string).collect();
    let parameters: Vec<_> = types.iter().enumerate().map(|(at, ty)| format!("{ty} %{at}")).collect();
    let row = ROWS.iter().find(|row| row.names.contains(&base));
    let body = row.and_then(|row| filled(row.body, base, &result.to_string(), &types)).unwrap_or_default();
    format!("define internal {result} {name}({}) {{\n{body}\nret {result} %r\n}}", parameters.join(", "))
}

fn definition(declared: &str) -> Result<String, String> {
    let unknown = || format!("no meaning is known of {declared}");
    let (head, rest) = declared.split_once('@').ok_or_else(unknown)?;
    let (name, rest) = rest.split_once('(').ok_or_else(unknown)?;
    let types = arguments(rest.rsplit_once(')').ok_or_else(unknown)?.0);
    let result = last_type(head.trim());
    let base = base_name(name).ok_or_else(unknown)?;
    let row = ROWS.iter().find(|row| row.names.contains(&base)).ok_or_else(unknown)?;
    let parameters: Vec<_> = types.iter().enumerate().map(|(at, ty)| format!("{ty} %{at}")).collect();
    let body = filled(row.body, base, &result, &types).ok_or_else(unknown)?;
    let ret = if result == "void" { "ret void".into() } else { format!("ret {result} %r") };
    Ok(format!("define {head}@{name}({}) {{\nentry:\n{body}\n{ret}\n}}", parameters.join(", ")))
}

/// Returns the base name, such as `fmin` of `_Z16__spirv_ocl_fminff`; for conversions without the part from `_R` on.
fn base_name(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("_Z")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (length, rest) = rest.split_at(digits);
    let base = rest.get(..length.parse().ok()?)?;
    let base = base.strip_prefix("__spirv_").or_else(|| base.strip_prefix("__builtin_spirv_"))?;
    let base = base.strip_prefix("ocl_").unwrap_or(base);
    match base.split_once("_R") {
        // Only saturated and rounded ones are calls: others are instructions.
        Some((before, after)) => match (before.contains("Convert"), after.ends_with("_sat"), after.ends_with("_rte")) {
            (true, true, _) => Some(before),
            (true, _, true) if before == "FConvert" => Some(before),
            _ if before == "FConvert" => ["FConvert_rtp", "FConvert_rtn", "FConvert_rtz"]
                .into_iter()
                .find(|name| name.strip_prefix("FConvert").is_some_and(|mode| after.ends_with(mode))),
            (true, _, true) => Some(if before == "ConvertSToF" { "SToF" } else { "UToF" }),
            _ => None,
        },
        None => Some(base),
    }
}

/// Returns the types between the parentheses, without attributes.
fn arguments(text: &str) -> Vec<String> {
    let (mut depth, mut types) = (0, vec![String::new()]);
    for c in text.chars() {
        depth += i32::from(matches!(c, '<' | '{' | '(' | '[')) - i32::from(matches!(c, '>' | '}' | ')' | ']'));
        match (c, types.last_mut()) {
            (',', _) if depth == 0 => types.push(String::new()),
            (c, Some(last)) => last.push(c),
            (_, None) => {}
        }
    }
    types.retain(|ty| !ty.trim().is_empty());
    types.iter().map(|ty| first_type(ty.trim())).collect()
}

/// Returns the type at the beginning of a parameter.
fn first_type(text: &str) -> String {
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    if text.starts_with('<') {
        return text.split_inclusive('>').next().unwrap_or_default().into();
    }
    match words.next().filter(|word| word.starts_with("addrspace")) {
        Some(space) => format!("{first} {space}"),
        None => first.into(),
    }
}

/// Returns the type at the end of a list of attributes.
fn last_type(text: &str) -> String {
    match text.rfind('<').filter(|_| text.ends_with('>')) {
        Some(at) => text[at..].into(),
        None => text.rsplit(' ').next().unwrap_or_default().into(),
    }
}

/// Parses a type of a builtin.
fn parse(text: &str) -> Option<Ty> {
    if let Some(inner) = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        let (lanes, element) = inner.split_once(" x ")?;
        return Some(Ty::Vector(lanes.parse().ok()?, Box::new(parse(element)?)));
    }
    Some(match text {
        "half" => Ty::Half,
        "bfloat" => Ty::BFloat,
        "float" => Ty::Float,
        "double" => Ty::Double,
        _ => Ty::Int(text.strip_prefix('i')?.parse().ok()?),
    })
}

/// Returns `frexp` lane by lane: LLVM's own code for vectors crashes, or leaves lanes of the exponents undefined.
fn frexp_of_lanes(ty: &Ty) -> String {
    let (scalar, exponents) = (ty.scalar(), ty.int(32));
    if !ty.is_vector() {
        let both = format!("{{ {ty}, i32 }}");
        return format!(
            "%p = call {both} @llvm.frexp({ty} %0)\n%r = extractvalue {both} %p, 0\n%e = extractvalue {both} %p, 1\n"
        );
    }
    let mut text = format!("%f0 = freeze {ty} poison\n%e0 = freeze {exponents} poison\n");
    for lane in 0..ty.lanes() {
        let is_last = lane + 1 == ty.lanes();
        let (r, e) =
            if is_last { ("r".into(), "e".into()) } else { (format!("f{}", lane + 1), format!("e{}", lane + 1)) };
        text += &format!(
            "%x{lane} = extractelement {ty} %0, i32 {lane}\n\
             %p{lane} = call {{ {scalar}, i32 }} @llvm.frexp({scalar} %x{lane})\n\
             %l{lane} = extractvalue {{ {scalar}, i32 }} %p{lane}, 0\n\
             %m{lane} = extractvalue {{ {scalar}, i32 }} %p{lane}, 1\n\
             %{r} = insertelement {ty} %f{lane}, {scalar} %l{lane}, i32 {lane}\n\
             %{e} = insertelement {exponents} %e{lane}, i32 %m{lane}, i32 {lane}\n"
        );
    }
    text
}

fn filled(body: &str, name: &str, result: &str, types: &[String]) -> Option<String> {
    let nothing = String::new();
    let [first, second, last] = [types.first(), types.get(1), types.last()].map(|ty| ty.unwrap_or(&nothing));
    let ty = parse(result).or_else(|| parse(last)).unwrap_or(Ty::Int(32));
    let argument = parse(first).unwrap_or_else(|| ty.clone());
    let double = ty.int(2 * ty.bits());
    let pairs = [
        ("{T}", result.to_owned()),
        ("{A}", first.clone()),
        ("{B}", second.clone()),
        ("{LAST}", last.clone()),
        ("{N}", name.to_owned()),
        ("{D}", double.to_string()),
        ("{DW}", double.splat(ty.bits())),
        ("{I}", last.clone()),
        ("{ZERO}", "zeroinitializer".into()),
        ("{FREXP}", if name == "frexp" { frexp_of_lanes(&ty) } else { String::new() }),
        ("{J}", ty.int(32).to_string()),
        ("{C}", ty.int(1).to_string()),
        ("{PI}", ty.splat(pi(&ty))),
        ("{TI}", ty.int(ty.bits()).to_string()),
        ("{ALL:1}", ty.int(ty.bits()).splat(1)),
        ("{ALL:-1}", ty.int(ty.bits()).splat(-1)),
        ("{AI}", argument.int(argument.bits()).to_string()),
        ("{AZ}", argument.int(argument.bits()).splat(0)),
        ("{BYTES}", (ty.bits() / 8).to_string()),
    ];
    Some(pairs.iter().fold(body.to_owned(), |text, (mark, by)| text.replace(mark, by)))
}

#[cfg(test)]
mod tests {
    use super::{base_name, define};

    #[test]
    fn names_are_taken_apart() {
        let names =
            ["_Z16__spirv_ocl_fminff", "_Z29__spirv_ConvertFToS_Rchar_satf", "_Z18__spirv_AtomicIAddPU3AS1iiii"];
        assert_eq!(names.map(base_name), [Some("fmin"), Some("ConvertFToS"), Some("AtomicIAdd")]);
    }

    #[test]
    fn builtins_get_bodies() {
        let defined = define("declare spir_func <2 x i32> @_Z15__spirv_ocl_clzDv2_i(<2 x i32>) #1").unwrap_or_default();
        assert!(defined.contains("%r = call <2 x i32> @llvm.ctlz(<2 x i32> %0, i1 false)"), "{defined}");
        let numbers = define("declare spir_func <3 x i8> @_Z13__spirv_IsNanDv3_f(<3 x float>) #1").unwrap_or_default();
        assert!(
            numbers.contains("%r = select <3 x i1> %c, <3 x i8> splat (i8 -1), <3 x i8> zeroinitializer"),
            "{numbers}"
        );
        assert!(define("declare spir_func i32 @_Z3foov()").is_err());
    }
}
