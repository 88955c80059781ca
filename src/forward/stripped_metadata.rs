//! Metadata that LLVM's verifier follows without checking its class, and on which it crashes if the class is wrong.
//!
//! In: a module that is parsed but not verified. Out: the module without metadata that is meaningless in SPIR-V, or an
//! error if the scopes of aliases, which are translated, lead to a null operand (LangRef "Metadata Nodes and Metadata
//! Strings"). Minimal inputs: `roundtrip-corpus/regressions/null_*.ll`.

use crate::concepts::intrinsics::rows;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Module, Value};
use crate::state::Role;
use rustc_hash::FxHashSet;

/// Attachments of instructions that the translation does not read, and which are stripped.
const STRIPPED: [&str; 15] = [
    "align",
    "alloc_token",
    "annotation",
    "callee_type",
    "callsite",
    "captures",
    "dereferenceable",
    "dereferenceable_or_null",
    "heapallocsite",
    "memprof",
    "mmra",
    "noalias.addrspace",
    "range",
    "tbaa",
    "tbaa.struct",
];
/// Attachments of functions and variables that are stripped.
const STRIPPED_OF_OBJECTS: &str = "absolute_symbol";
/// Named metadata of modules that is stripped.
const STRIPPED_OF_MODULES: &str = "llvm.errno.tbaa";
/// Attachments of instructions that the translation reads.
const FOLLOWED: [&str; 3] = ["alias.scope", "noalias", "prof"];

/// Strips metadata that the translation does not read, and rejects scopes that would crash the verifier.
pub fn check(module: &Module<'_>) -> Result<()> {
    strip_objects(module);
    let mut nodes = Nodes::default();
    for name in rows::named(Role::AliasScopes) {
        for call in module.function(name).into_iter().flat_map(Value::uses) {
            let scopes = call.operand(0).and_then(Value::as_metadata);
            scopes.map_or(Ok(()), |scopes| nodes.check(scopes, name))?;
        }
    }
    let stripped = STRIPPED.map(|name| module.metadata_kind_id(name));
    let followed = FOLLOWED.map(|name| (module.metadata_kind_id(name), name));
    for function in module.functions() {
        let instructions = function.blocks().flat_map(|block| block.instructions());
        for instruction in instructions.filter(|instruction| instruction.has_metadata()) {
            stripped.iter().for_each(|kind| instruction.drop_metadata(*kind));
            nodes.check_attached(instruction, &followed).map_err(|error| error.in_function(function.name()))?;
        }
    }
    Ok(())
}

/// Strips metadata of functions, variables and the module.
fn strip_objects(module: &Module<'_>) {
    let kind = module.metadata_kind_id(STRIPPED_OF_OBJECTS);
    module.functions().chain(module.globals()).for_each(|object| object.drop_metadata(kind));
    module.drop_named_metadata(STRIPPED_OF_MODULES);
    module.keep_debug_flags();
}

/// The nodes that were visited, each once.
#[derive(Default)]
struct Nodes<'m>(FxHashSet<Metadata<'m>>);

impl<'m> Nodes<'m> {
    fn check_attached(&mut self, instruction: Value<'m>, kinds: &[(u32, &str)]) -> Result<()> {
        for (kind, name) in kinds {
            let Some(node) = instruction.metadata(*kind) else { continue };
            self.check(node, name).map_err(|error| error.at_instruction(|| instruction.print()))?;
        }
        Ok(())
    }

    /// Checks a node, and all nodes reachable from it.
    fn check(&mut self, node: Metadata<'m>, name: &str) -> Result<()> {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            let operands = if self.0.insert(node) { node.operands() } else { Vec::new() };
            for operand in operands {
                let null = || Error::of(Code::Metadata, format!("!{name} leads to a node with a null operand"));
                waiting.push(operand.ok_or_else(null)?);
            }
        }
        Ok(())
    }
}
