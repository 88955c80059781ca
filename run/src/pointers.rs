//! Addresses from the command line: buffers without a parameter, and places that hold the address of another place.

use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv_cli::launch::{self, Launch};
use spirv_runner::arguments::{self, Given};
use spirv_runner::form::Numbers;
use spirv_runner::{Address, Argument, Place};

/// The name of the push constants.
pub const PUSH: &str = "push";

/// The prefix in `--push` of a place whose address is pushed.
const ADDRESS: &str = "address:";

/// Arguments by their names in messages.
#[derive(Default)]
pub struct Named {
    pub names: Vec<String>,
    pub given: Vec<Given>,
}

impl Named {
    /// Adds the buffers of `--buffer`.
    pub fn add_buffers(&mut self, launch: &Launch) -> Result<()> {
        for (name, value) in &launch.buffers {
            if name == PUSH || self.names.contains(name) {
                return Err(arguments::wrong(format!("--buffer {name}: that is the name of something else")));
            }
            self.names.push(name.clone());
            self.given.push(buffer(value)?);
        }
        Ok(())
    }

    /// Returns the addresses of `--address` and `--push address:`.
    pub fn addresses(&self, launch: &Launch) -> Result<Vec<Address>> {
        let mut all = Vec::new();
        let mut pushed = 0;
        for text in &launch.push {
            if let Some(to) = text.strip_prefix(ADDRESS) {
                let at = launch::Place { name: PUSH.to_owned(), offset: pushed };
                let to = to.parse().map_err(arguments::wrong)?;
                all.push(Address { at: self.place(&at)?, to: self.place(&to)? });
            }
            pushed += push(text)?.0.len();
        }
        for (at, to) in &launch.addresses {
            all.push(Address { at: self.place(at)?, to: self.place(to)? });
        }
        Ok(all)
    }

    fn place(&self, place: &launch::Place) -> Result<Place> {
        let launch::Place { name, offset } = place;
        let at = |name: &str| self.names.iter().position(|known| known == name);
        let numbered = || name.rsplit_once(':').and_then(|(name, number)| Some((at(name)?, number.parse().ok()?)));
        let holder = at(name).map(|index| (index, 0)).or_else(numbered);
        let known = || self.names.iter().filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>().join(", ");
        let unknown =
            || Error::of(Code::Launch, format!("`{name}` is no buffer")).hint(format!("there are {}", known()));
        Ok(Place { holder: holder.ok_or_else(unknown)?, offset: *offset })
    }
}

/// Returns the bytes of push constants, and the type of the numbers; an address is zero until the launch.
pub fn push(text: &str) -> Result<(Vec<u8>, Option<Numbers>)> {
    if text.starts_with(ADDRESS) { Ok((vec![0; 8], None)) } else { arguments::push(text) }
}

/// Reads a file, or a buffer in the form of `--arg`.
fn buffer(text: &str) -> Result<Given> {
    let given = arguments::buffer_or_file(text)?;
    match given.argument {
        Argument::Buffer(bytes) => Ok(Given { argument: Argument::Beside(bytes), ..given }),
        _ => Err(arguments::wrong(format!("`{text}` is no buffer"))),
    }
}
