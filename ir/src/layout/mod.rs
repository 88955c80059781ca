//! The facts of data layouts that upgrades and assembly need: `e-p:64:64-A5-G1`.

mod align;

pub(crate) use align::Layout;

/// The address space that a layout names after `letter`: `A` for `alloca`, `P` for functions, `G` for variables.
pub(crate) fn space(layout: &[u8], letter: u8) -> u32 {
    let mut parts = layout.split(|&c| c == b'-');
    let part = parts.find_map(|part| match part.split_first() {
        Some((&first, digits)) if first == letter => std::str::from_utf8(digits).ok()?.parse().ok(),
        _ => None,
    });
    part.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::space;

    #[test]
    fn spaces() {
        assert_eq!(space(b"e-p:32:32-A5-G1-ni:7", b'A'), 5);
        assert_eq!(space(b"e-p:32:32-A5-G1-ni:7", b'G'), 1);
        assert_eq!(space(b"", b'P'), 0);
    }
}
