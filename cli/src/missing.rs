//! `--explain` of a module that is refused: all requirements that the options do not allow, not the first one alone.
//!
//! In: LLVM IR, or SPIR-V, and the options. Out: each missing extension and version, with the error that names the
//! instruction that needs it, and the module that would result if all of them were allowed. The search translates again
//! with the missing requirements until none is left: each round allows at least one more extension or a higher version,
//! so that there are few rounds.

use llvm_spirv::binary::check::environment;
use llvm_spirv::binary::explain::Explanation;
use llvm_spirv::binary::{Module, Words};
use llvm_spirv::error::{Cause, Error, Result};
use llvm_spirv::options::{Environment, Options};
use llvm_spirv::{Output, explain};

/// The limit on rounds; no module needs this many extensions.
const MOST_ROUNDS: usize = 64;

/// The requirements that the options do not allow, and the first other error.
#[derive(Debug, Default)]
pub struct Missing {
    /// The first instruction that needs it, for each extension or version that is not allowed.
    pub needs: Vec<Error>,
    /// The first other error.
    pub rest: Option<Error>,
    /// The module, and the reasons of its declarations, if nothing else is wrong.
    pub made: Option<(Output, Explanation)>,
}

/// Translates with the options, and with the missing requirements allowed in addition.
pub fn search(bytes: &[u8], options: &Options) -> Missing {
    let mut options = Options { error_limit: 0, ..options.clone() };
    let mut missing = Missing::default();
    for _ in 0..MOST_ROUNDS {
        let error = match explain(bytes, &options) {
            Ok(made) => {
                (missing.made, missing.rest) = (Some(made), None);
                break;
            }
            Err(error) => error,
        };
        let before = options.clone();
        for need in error.all().filter(|error| error.is_need()) {
            allow(&mut options, need.cause());
            missing.needs.push(need.clone().alone());
        }
        missing.rest = Some(error);
        if options == before {
            break;
        }
    }
    missing
}

fn allow(options: &mut Options, cause: &Cause) {
    match cause {
        Cause::MissingExtension { any_of, .. } => {
            if let Some(name) = any_of.first() {
                options.extensions = std::mem::take(&mut options.extensions).with(name);
            }
        }
        // Whatever else is missing is found in an environment that forbids nothing.
        Cause::Forbidden { .. } => options.environment = Environment::default(),
        Cause::MissingVersion { needed, .. } => options.max_version = options.max_version.max(*needed),
        _ => {}
    }
}

/// Returns errors for all declarations of a SPIR-V module that the environment forbids.
pub fn forbidden(words: &Words<'_>, options: &Options) -> Result<Vec<Error>> {
    match environment::check(&Module::index(words)?, &options.environment, 0) {
        Ok(()) => Ok(Vec::new()),
        Err(error) if error.all().all(Error::is_need) => Ok(error.all().map(|need| need.clone().alone()).collect()),
        Err(error) => Err(error),
    }
}
