//! `--explain` of a module that is refused: everything that it needs and the options do not allow, not the first thing
//! alone.
//!
//! In: LLVM IR, or SPIR-V, and the options. Out: each extension and version that is missing, with the error that says
//! what needs it, and the module as it would be if all of them were allowed. Found by translating again with what was
//! missing, until nothing is: each round allows at least one more extension or a higher version, so that there are few.

use llvm_spirv::binary::check::environment;
use llvm_spirv::binary::explain::Explanation;
use llvm_spirv::binary::{Module, Words};
use llvm_spirv::error::{Cause, Error, Result};
use llvm_spirv::options::{Environment, Options};
use llvm_spirv::{Output, explain};

/// So many extensions are asked for by no module.
const MOST_ROUNDS: usize = 64;

/// The requirements that the options do not allow, and the first other error.
#[derive(Debug, Default)]
pub struct Missing {
    /// For each extension or version that is not allowed the first thing that needs it.
    pub needs: Vec<Error>,
    /// The first other error.
    pub rest: Option<Error>,
    /// The module, and what needs what it declares, where nothing else is wrong.
    pub made: Option<(Output, Explanation)>,
}

/// Translates with what the options allow, and with what is missing besides.
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

/// Returns all that the environment forbids of what a SPIR-V module declares.
pub fn forbidden(words: &Words<'_>, options: &Options) -> Result<Vec<Error>> {
    match environment::check(&Module::index(words)?, &options.environment, 0) {
        Ok(()) => Ok(Vec::new()),
        Err(error) if error.all().all(Error::is_need) => Ok(error.all().map(|need| need.clone().alone()).collect()),
        Err(error) => Err(error),
    }
}
