//! Addresses as a command line says them: buffers that nothing else leads to, and places that hold the address of another.

use crate::command::Command;
use spirv_runner::arguments::{self, Given};
use spirv_runner::{Address, Argument, Place, Result};

/// The name of the push constants.
pub const PUSH: &str = "push";

/// The word of `--push` before what an address leads to.
const ADDRESS: &str = "address:";

/// Arguments by the names that messages have for them.
#[derive(Default)]
pub struct Named {
    pub names: Vec<String>,
    pub given: Vec<Given>,
}

impl Named {
    /// Adds what `--buffer` says.
    pub fn add_buffers(&mut self, command: &Command) -> Result<()> {
        for text in &command.buffers {
            let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=FILE"))?;
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_name) {
                return Err(format!("`{name}` is no name of a buffer: letters, digits and `_`"));
            }
            if name == PUSH || self.names.iter().any(|known| known == name) {
                return Err(format!("`{name}` is the name of something else"));
            }
            self.names.push(name.to_owned());
            self.given.push(buffer(value)?);
        }
        Ok(())
    }

    /// Returns what `--address` and `--push address:` say.
    pub fn addresses(&self, command: &Command) -> Result<Vec<Address>> {
        let mut all = Vec::new();
        let mut pushed = 0;
        for text in &command.push {
            if let Some(to) = text.strip_prefix(ADDRESS) {
                all.push(Address { at: self.place(&format!("{PUSH}+{pushed}"))?, to: self.place(to)? });
            }
            pushed += push(text)?.len();
        }
        for text in &command.addresses {
            let (at, to) = text.split_once('=').ok_or_else(|| format!("`{text}` is not PLACE=PLACE"))?;
            all.push(Address { at: self.place(at)?, to: self.place(to)? });
        }
        Ok(all)
    }

    /// `nodes`, `nodes+16`, `0:1+8`, `0:1:2`.
    fn place(&self, text: &str) -> Result<Place> {
        let (name, offset) = text.split_once('+').unwrap_or((text, "0"));
        let offset = offset.parse().map_err(|_| format!("`{text}` is no place in a buffer: NAME+BYTES"))?;
        let at = |name: &str| self.names.iter().position(|known| known == name);
        let numbered = || name.rsplit_once(':').and_then(|(name, number)| Some((at(name)?, number.parse().ok()?)));
        let holder = at(name).map(|index| (index, 0)).or_else(numbered);
        let holder = holder.ok_or_else(|| format!("`{name}` is no buffer; there are: {}", self.names.join(", ")))?;
        Ok(Place { holder, offset })
    }
}

/// Returns the bytes of push constants; those of an address are zeros until the launch.
pub fn push(text: &str) -> Result<Vec<u8>> {
    if text.starts_with(ADDRESS) { Ok(vec![0; 8]) } else { arguments::push(text) }
}

/// A file, or a buffer as `--arg` takes it.
fn buffer(text: &str) -> Result<Given> {
    let is_kind = text.split_once(':').is_some_and(|(kind, _)| matches!(kind, "in" | "inout" | "out" | "bytes"));
    let given = arguments::parse(&if is_kind { text.to_owned() } else { format!("in:{text}") })?;
    match given.argument {
        Argument::Buffer(bytes) | Argument::Value(bytes) => Ok(Given { argument: Argument::Beside(bytes), ..given }),
        _ => Err(format!("`{text}` is no buffer")),
    }
}
