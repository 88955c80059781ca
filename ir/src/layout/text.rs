//! Parses the text of a data layout: `e-p:64:64-i64:64-A5-G1`.

use super::{DataLayout, Entry, Pointer, WrongLayout};

/// The largest width and address space: 24 bits.
const WIDEST: u64 = (1 << 24) - 1;
/// The largest alignment in bits: 16 bits.
const MOST_ALIGNED: u64 = (1 << 16) - 1;

/// Returns the address space that a layout names after `letter`: `A` for `alloca`, `P` for functions, `G` for variables.
pub(crate) fn space(layout: &[u8], letter: u8) -> u32 {
    let mut parts = layout.split(|&c| c == b'-');
    let part = parts.find_map(|part| match part.split_first() {
        Some((&first, digits)) if first == letter => std::str::from_utf8(digits).ok()?.parse().ok(),
        _ => None,
    });
    part.unwrap_or(0)
}

pub(super) fn parse(text: &str) -> Result<DataLayout, WrongLayout> {
    let mut layout = DataLayout::default();
    for part in text.split('-').filter(|_| !text.is_empty()) {
        read(&mut layout, part).ok_or_else(|| WrongLayout(part.to_owned()))?;
    }
    Ok(layout)
}

fn number(text: &str, most: u64) -> Option<u64> {
    let is_plain = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    text.parse().ok().filter(|n| is_plain && *n <= most)
}

/// Parses an alignment in bits other than zero, and returns it in bytes.
fn alignment(text: &str) -> Option<u64> {
    let bits = number(text, MOST_ALIGNED)?;
    (bits % 8 == 0 && (bits / 8).is_power_of_two()).then_some(bits / 8)
}

/// Parses a width in bits other than zero.
fn width(text: &str) -> Option<u64> {
    number(text, WIDEST).filter(|bits| *bits > 0)
}

fn read(layout: &mut DataLayout, part: &str) -> Option<()> {
    let (first, rest) = part.split_at_checked(1)?;
    let whole = |text: &str| text.is_empty().then_some(());
    match first {
        "e" | "E" => {
            layout.big_endian = first == "E";
            whole(rest)
        }
        "i" | "f" | "v" => {
            let entry = sized(rest).filter(|entry| first != "i" || entry.bits != 8 || entry.abi == 1)?;
            let table = match first {
                "i" => &mut layout.integers,
                "f" => &mut layout.floats,
                _ => &mut layout.vectors,
            };
            put(table, entry);
            Some(())
        }
        "a" => {
            // LLVM accepts a size of zero, which occurs in older layouts.
            let alignments = rest.split_once(':').filter(|(size, _)| size.is_empty() || *size == "0")?.1;
            let (abi, best) = alignments.split_once(':').map_or((alignments, None), |(abi, best)| (abi, Some(best)));
            let abi = if abi == "0" { 1 } else { alignment(abi)? };
            let best = best.map_or(Some(abi), alignment)?;
            layout.aggregate = Entry { bits: 0, abi, best: Some(best).filter(|best| *best >= abi)? };
            Some(())
        }
        "p" => pointer(layout, rest),
        "A" => set_space(&mut layout.alloca_space, rest),
        "P" => set_space(&mut layout.program_space, rest),
        "G" => set_space(&mut layout.globals_space, rest),
        "S" => alignment(rest).map(drop),
        "F" => alignment(rest.strip_prefix(['i', 'n'])?).map(drop),
        "m" => matches!(rest, ":e" | ":l" | ":o" | ":m" | ":w" | ":x" | ":a").then_some(()),
        // Non-integral address spaces, or widths of registers.
        "n" => rest
            .strip_prefix('i')
            .map_or(rest, |list| list.strip_prefix(':').unwrap_or(""))
            .split(':')
            .try_for_each(|n| width(n).map(drop)),
        // Sizes of the stack, which occur in old layouts.
        "s" => Some(()),
        _ => None,
    }
}

fn set_space(space: &mut u32, text: &str) -> Option<()> {
    *space = number(text, WIDEST)? as u32;
    Some(())
}

/// Parses `64:32:64`: a width, the ABI alignment, and the preferred alignment if it differs.
fn sized(text: &str) -> Option<Entry> {
    let (bits, alignments) = text.split_once(':')?;
    let (abi, best) = alignments.split_once(':').unwrap_or((alignments, alignments));
    let (abi, best) = (alignment(abi)?, alignment(best)?);
    (best >= abi).then_some(Entry { bits: width(bits)?, abi, best })
}

fn put(table: &mut Vec<Entry>, entry: Entry) {
    match table.binary_search_by_key(&entry.bits, |e| e.bits) {
        Ok(i) => table.get_mut(i).into_iter().for_each(|old| *old = entry),
        Err(i) => table.insert(i, entry),
    }
}

/// Parses `p1:64:64:64:32`: an address space, the pointer's width, its alignments, and the width of an index.
fn pointer(layout: &mut DataLayout, text: &str) -> Option<()> {
    let mut parts = text.split(':');
    // Flags of unstable and external pointers.
    let space = parts.next()?.trim_start_matches(['u', 'e']);
    let space = if space.is_empty() { 0 } else { number(space, WIDEST)? as u32 };
    let bits = width(parts.next()?)?;
    let abi = alignment(parts.next()?)?;
    let best = parts.next().map_or(Some(abi), alignment)?;
    let index_bits = parts.next().map_or(Some(bits), width)?;
    let fits = best >= abi && index_bits <= bits && parts.next().is_none();
    layout.pointers.retain(|p| p.space != space);
    layout.pointers.push(Pointer { space, bits, abi, best, index_bits });
    fits.then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces() {
        assert_eq!(space(b"e-p:32:32-A5-G1-ni:7", b'A'), 5);
        assert_eq!(space(b"e-p:32:32-A5-G1-ni:7", b'G'), 1);
        assert_eq!(space(b"", b'P'), 0);
    }

    #[test]
    fn layouts() {
        let amd = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-\
                   p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-\
                   v2048:2048-n32:64-S32-A5-G1-ni:7:8:9";
        let layout = DataLayout::parse(amd).unwrap_or_default();
        assert_eq!((layout.alloca_space(), layout.globals_space(), layout.program_space()), (5, 1, 0));
        assert_eq!((layout.pointer_bits(3), layout.pointer_bits(77), layout.index_bits(7)), (32, 64, 32));
        assert!(DataLayout::parse("E-i64:64").is_ok_and(|layout| layout.is_big_endian()));
        for right in
            ["a:0", "a0:0:64", "s0:64:64", "ni:1:2", "n8:16", "i8:8", "p16777215:64:64", "Fn32", "m:x", "pu1:64:64"]
        {
            assert!(DataLayout::parse(right).is_ok(), "{right}");
        }
    }

    #[test]
    fn refused() {
        for wrong in [
            "x",
            "i64",
            "i64:63",
            "i0:8",
            "p:0:8",
            "p:64:64:32",
            "e8",
            "-",
            "i64:64:32",
            "m:q",
            "a:24",
            "A-1",
            "i8:16",
            "a:0:0",
            "S0",
            "p:64:64:64:0",
            "n8:",
            "ni:0",
            "ni1",
            "i16777216:8",
            "i64:65536",
            "e--n8",
            "Fx8",
        ] {
            assert!(DataLayout::parse(wrong).is_err(), "{wrong}");
        }
    }
}
