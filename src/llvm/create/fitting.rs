//! The classes of nodes that may be attached under each kind.

use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, MetadataKind as Kind};

/// Checks the class of an attached node, which LLVM casts without a check: attachments are nodes, `!dbg` and
/// `!DIAssignID` of one class.
pub fn check_node(kind: &str, node: Metadata<'_>, debug: Kind) -> Result<()> {
    let class = node.kind();
    let fits = match kind {
        "dbg" => class == debug,
        "DIAssignID" => class == Kind::AssignId,
        _ => class.has_fields(),
    };
    if fits { Ok(()) } else { Err(Error::of(Code::Operands, format!("this metadata cannot be attached as !{kind}"))) }
}
