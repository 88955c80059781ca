//! `--spirv-print-report`, with the messages of the Khronos translator for files that are not modules.

use super::failure::{Failure, MAGIC};
use crate::report::{self, Report};
use llvm_spirv::binary::{Words, header};

/// Returns the report.
pub fn report(bytes: &[u8]) -> Result<String, Failure> {
    if !header::is_spirv(bytes) {
        return Err(invalid(&MAGIC.sentence()));
    }
    let words = Words::read_any(bytes).map_err(|error| invalid(&error.to_string()))?;
    let report = Report::new(&words);
    let report = report.ok_or_else(|| invalid("UnspecifiedMemoryModel: Unspecified Memory Model."))?;
    Ok(report::text(&report))
}

fn invalid(reason: &str) -> Failure {
    Failure::tool(format!("Invalid SPIR-V binary: \"{reason}\""))
}
