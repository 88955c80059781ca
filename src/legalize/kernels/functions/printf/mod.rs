//! `printf`: it becomes an instruction that validation layers print, or records in a buffer that any host can read.

mod buffer;
mod debug;
mod text;

pub use buffer::Printed;

use super::call::Call;
use crate::error::Result;
use crate::llvm::Value;

/// The name of the function.
pub const FUNCTION: &str = "printf";

/// Returns the result of a call of `printf`; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>, printed: Option<&Printed<'m>>) -> Result<Option<Value<'m>>> {
    if call.name.base != FUNCTION {
        return Ok(None);
    }
    let format = text::constant_text(call.arg(0)?).ok_or_else(|| text::refused("with a text that is not known"))?;
    match printed {
        Some(printed) => printed.write(call, &format).map(Some),
        None => {
            debug::write(call, &format)?;
            // The text was written.
            call.place.context.const_null(call.ty()).map(Some)
        }
    }
}
