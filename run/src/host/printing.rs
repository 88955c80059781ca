//! `printf` of kernels (OpenCL C 3.0, 6.15.14): the arguments have the layout of the cpu form.

use super::named::named;
use super::rounding::half_value;
use std::ffi::{CStr, c_char};
use std::io::Write as _;

unsafe extern "C" {
    fn snprintf(to: *mut c_char, size: usize, format: *const c_char, ...) -> i32;
}

/// An argument: class (0 integer, 1 float, 2 pointer), bytes of an element, elements.
struct Given<'a> {
    class: u32,
    size: usize,
    lanes: usize,
    bytes: &'a [u8],
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn given(mut bytes: &[u8]) -> Vec<Given<'_>> {
    let mut all = Vec::new();
    while let (Some(class), Some(size), Some(lanes), Some(length)) =
        (word(bytes, 0), word(bytes, 4), word(bytes, 8), word(bytes, 12))
    {
        let length = length as usize;
        let Some(value) = bytes.get(16..16 + length) else { break };
        all.push(Given { class, size: size as usize, lanes: lanes as usize, bytes: value });
        bytes = bytes.get(16 + length.next_multiple_of(8)..).unwrap_or_default();
    }
    all
}

/// A conversion of a format: flags, width, precision; the vector's length; the letter.
struct Conversion<'f> {
    flags: &'f str,
    lanes: usize,
    bits: usize,
    letter: char,
    length: usize,
}

fn conversion(text: &str) -> Option<Conversion<'_>> {
    let flags = text.find(|c: char| !"-+ #0123456789.".contains(c))?;
    let mut rest = text.get(flags..)?;
    let mut lanes = 1;
    if let Some(vector) = rest.strip_prefix('v') {
        let digits = vector.find(|c: char| !c.is_ascii_digit())?;
        lanes = vector.get(..digits)?.parse().ok()?;
        rest = vector.get(digits..)?;
    }
    let mut bits = 32;
    for (name, width) in [("hh", 8), ("hl", 32), ("h", 16), ("l", 64)] {
        if let Some(shorter) = rest.strip_prefix(name) {
            (bits, rest) = (width, shorter);
            break;
        }
    }
    let letter = rest.chars().next()?;
    let length = text.len() - rest.len() + letter.len_utf8();
    Some(Conversion { flags: text.get(..flags)?, lanes, bits, letter, length })
}

fn element(given: &Given<'_>, lane: usize) -> u64 {
    let mut bytes = [0; 8];
    let part = given.bytes.get(lane * given.size..(lane + 1) * given.size).unwrap_or_default();
    for (to, from) in bytes.iter_mut().zip(part) {
        *to = *from;
    }
    u64::from_le_bytes(bytes)
}

fn float(given: &Given<'_>, lane: usize) -> f64 {
    let bits = element(given, lane);
    match given.size {
        2 => half_value(bits as u16),
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// Calls C's function for a value: `format` has one conversion of its type.
macro_rules! formatted {
    ($flags:expr, $middle:expr, $letter:expr, $value:expr) => {{
        let format = format!("%{}{}{}\0", $flags, $middle, $letter);
        let mut room = vec![0_u8; 1024];
        // SAFETY: a format with one conversion of that type, and as much room as is said.
        let length = unsafe { snprintf(room.as_mut_ptr().cast(), room.len(), format.as_ptr().cast(), $value) };
        room.truncate(usize::try_from(length).unwrap_or(0).min(1023));
        String::from_utf8_lossy(&room).into_owned()
    }};
}

fn one(conversion: &Conversion<'_>, given: &Given<'_>, lane: usize) -> String {
    let (flags, letter) = (conversion.flags, conversion.letter);
    let bits = if conversion.lanes > 1 { given.size * 8 } else { conversion.bits };
    let shift = 64_u32.saturating_sub(bits as u32);
    match letter {
        'd' | 'i' => formatted!(flags, "ll", letter, (element(given, lane) << shift).cast_signed() >> shift),
        'u' | 'x' | 'X' | 'o' => formatted!(flags, "ll", letter, element(given, lane) << shift >> shift),
        'c' => formatted!(flags, "", letter, element(given, lane) as i32),
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'a' | 'A' => formatted!(flags, "", letter, float(given, lane)),
        'p' => formatted!(flags, "", letter, element(given, lane) as usize),
        // SAFETY: the kernel's own string: OpenCL has no other than literals here.
        's' => unsafe { CStr::from_ptr(element(given, lane) as usize as *const c_char) }.to_string_lossy().into_owned(),
        _ => String::new(),
    }
}

fn text(format: &str, arguments: &[Given<'_>]) -> Option<String> {
    let (mut out, mut rest, mut next) = (String::new(), format, arguments.iter());
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let conversion = conversion(after)?;
        let given = next.next()?;
        let is_float = "eEfFgGaA".contains(conversion.letter);
        if is_float != (given.class == 1) || given.lanes != conversion.lanes {
            return None;
        }
        let lanes: Vec<_> = (0..conversion.lanes).map(|lane| one(&conversion, given, lane)).collect();
        out.push_str(&lanes.join(","));
        rest = after.get(conversion.length..)?;
    }
    out.push_str(rest);
    Some(out)
}

/// Prints; returns -1 if the arguments do not fit the format.
unsafe extern "C" fn spirv_printf(format: *const c_char, arguments: *const u8, size: u64) -> i32 {
    // SAFETY: a string of the module, and what the cpu form has laid out.
    let (format, bytes) = unsafe { (CStr::from_ptr(format), std::slice::from_raw_parts(arguments, size as usize)) };
    match text(&format.to_string_lossy(), &given(bytes)) {
        Some(text) if std::io::stdout().lock().write_all(text.as_bytes()).is_ok() => 0,
        _ => -1,
    }
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    named![spirv_printf]
}
