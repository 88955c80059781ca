//! Prints integers in decimal.

/// Prints an unsigned number.
pub(super) fn unsigned(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        if let Some(digit) = digits.get_mut(at) {
            *digit = b'0' + (number % 10) as u8;
        }
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(at..).unwrap_or(&[]));
}

/// Returns a number of `bits` bits, sign-extended.
pub(super) fn sign_extended(number: u64, bits: u64) -> i64 {
    match bits {
        1..=63 => (number << (64 - bits)) as i64 >> (64 - bits),
        _ => number as i64,
    }
}

/// Prints an integer of any width from its words, the lowest first; upper words that are zero may be missing.
pub(super) fn wide(out: &mut Vec<u8>, words: &[u64], bits: u64, signed: bool) {
    let mut rest = words.to_vec();
    rest.resize(bits.div_ceil(64) as usize, 0);
    let negative = signed && rest.last().is_some_and(|last| last >> ((bits - 1) % 64) & 1 != 0);
    if negative {
        out.push(b'-');
        negate(&mut rest, bits);
    }
    // Eighteen digits at a time, the lowest first.
    const CHUNK: u64 = 1_000_000_000_000_000_000;
    let mut chunks = Vec::new();
    while rest.iter().any(|&word| word != 0) {
        let mut remainder = 0u128;
        for word in rest.iter_mut().rev() {
            let value = remainder << 64 | *word as u128;
            *word = (value / CHUNK as u128) as u64;
            remainder = value % CHUNK as u128;
        }
        while rest.last() == Some(&0) {
            rest.pop();
        }
        chunks.push(remainder as u64);
    }
    let Some(first) = chunks.pop() else { return out.push(b'0') };
    unsigned(out, first);
    for chunk in chunks.iter().rev() {
        out.extend_from_slice(format!("{chunk:018}").as_bytes());
    }
}

fn negate(words: &mut [u64], bits: u64) {
    let mut carry = true;
    for word in words.iter_mut() {
        (*word, carry) = (!*word).overflowing_add(carry as u64);
    }
    if let Some(last) = words.last_mut()
        && !bits.is_multiple_of(64)
    {
        *last &= (1 << (bits % 64)) - 1;
    }
}

#[cfg(test)]
mod tests {
    fn wide(words: &[u64], bits: u64) -> String {
        let mut out = Vec::new();
        super::wide(&mut out, words, bits, true);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn wide_integers() {
        assert_eq!(wide(&[0, 1], 128), "18446744073709551616");
        assert_eq!(wide(&[u64::MAX, u64::MAX], 128), "-1");
        assert_eq!(wide(&[0, 1 << 35], 100), "-633825300114114700748351602688");
        assert_eq!(wide(&[], 128), "0");
        assert_eq!(wide(&[1_000_000_000_000_000_000], 65), "1000000000000000000");
    }
}
