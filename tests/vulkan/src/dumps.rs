//! Resources before and after a run as text: a line each with `before` or `after`, its name, and its bytes in
//! hexadecimal numbers. Lines that begin with `about` describe a place or a resource.

use std::collections::BTreeMap;

/// Resources by name.
pub type Memory = BTreeMap<String, Vec<u8>>;

/// Returns the line of a resource.
pub fn line(is_after: bool, name: &str, bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}\t{name}\t{digits}\n", if is_after { "after" } else { "before" })
}

/// Returns the line that describes a place or a resource.
pub fn about(name: &str, words: &str) -> String {
    format!("about\t{name}\t{words}\n")
}

/// Returns the resources before and after a run.
///
/// # Errors The line that does not describe a resource.
pub fn read(text: &str) -> Result<[Memory; 2], String> {
    let mut memories = [Memory::default(), Memory::default()];
    for line in text.lines() {
        let [when, name, digits] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(line.to_owned()) };
        let place = ["before", "after"].iter().position(|known| *known == when);
        if let Some(memory) = place.and_then(|place| memories.get_mut(place)) {
            memory.insert(name.to_owned(), bytes_of(digits));
        }
    }
    Ok(memories)
}

/// Returns the bytes of a text of hexadecimal numbers with two digits.
pub fn bytes_of(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().as_chunks::<2>().0.iter().filter_map(|pair| std::str::from_utf8(pair).ok());
    pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect()
}
