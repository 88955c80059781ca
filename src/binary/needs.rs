//! Requirements of instructions: versions, extensions, capabilities; and those of a module in an environment (S4-63 to
//! S4-70).
//!
//! In: an instruction with the definitions of its module. Out: the rows of the grammar for its opcode and its operands,
//! ids of scopes and memory semantics included, and the capabilities that the text of the specification asks for. For a
//! module: the lowest version, the capabilities and the extensions by which an environment satisfies all requirements.
//!
//! Compiled with the feature `internals` alone, by design: it serves the tests, which hold the rules of availability
//! against those of MLIR. A translation declares what it uses as it goes and does not look at the finished module
//! again.

use super::definitions::Definitions;
use super::explain::rules::{of_atomic, of_type};
use super::grammar::{self, Category, Kind, Requirements};
use super::{Id, Instruction, Module, Op, operands, write};
use crate::environment::{Availability, Environment, Scope, Version};
use crate::error::{Error, Result};
use ::spirv::Capability;
use std::collections::BTreeSet;

/// The requirements of an instruction.
#[derive(Debug, Default)]
pub struct Needs {
    /// The requirements of its opcode and its operands.
    rows: Vec<&'static Requirements>,
    /// Capabilities that its operands need, any one of each list.
    others: Vec<&'static [Capability]>,
}

impl Needs {
    /// Returns the needs of an instruction.
    pub fn of(instruction: Instruction<'_>, definitions: &Definitions<'_>) -> Result<Self> {
        let mut needs = Self { rows: vec![&instruction.info().requires], others: Vec::new() };
        needs.others.extend([of_type(instruction), of_atomic(instruction, definitions)]);
        operands::walk(instruction, definitions, |part| {
            if let Some(kind) = part.kind {
                needs.operand(kind, part.word(), definitions);
            }
            Ok(())
        })?;
        needs.others.retain(|capabilities| !capabilities.is_empty());
        Ok(needs)
    }

    fn operand(&mut self, kind: Kind, word: u32, definitions: &Definitions<'_>) {
        let (kind, word) = match kind {
            Kind::IdScope => (Kind::Scope, constant(word, definitions)),
            Kind::IdMemorySemantics => (Kind::MemorySemantics, constant(word, definitions)),
            kind => (kind, Some(word)),
        };
        let is_listed = matches!(kind.info().category, Category::Mask | Category::Enum);
        let rows = word.filter(|_| is_listed).into_iter().flat_map(|word| grammar::enumerants(kind, word));
        self.rows.extend(rows.map(|row| &row.requires));
    }

    /// Returns the lowest version that has the opcode and all operands, except those that extensions bring to lower
    /// versions.
    pub fn min_version(&self) -> Version {
        let rows = self.rows.iter().filter(|row| row.extensions.is_empty());
        Version::new(1, rows.filter_map(|row| row.since).max().unwrap_or_default())
    }

    /// Returns the highest version that has the opcode and all operands.
    pub fn max_version(&self) -> Version {
        let last = self.rows.iter().filter_map(|row| row.until).min();
        last.map_or(Version::V1_6, |minor| Version::new(1, minor))
    }

    /// Returns lists of extensions: one of each is needed in versions that do not have the feature themselves.
    pub fn extensions(&self) -> Vec<&'static [&'static str]> {
        self.rows.iter().map(|row| row.extensions).filter(|names| !names.is_empty()).collect()
    }

    /// Returns lists of capabilities: one of each is needed.
    pub fn capabilities(&self) -> Vec<&'static [Capability]> {
        let of_rows = self.rows.iter().map(|row| row.capabilities).filter(|capabilities| !capabilities.is_empty());
        of_rows.chain(self.others.iter().copied()).collect()
    }
}

/// Returns the value of a constant of 32 bits.
fn constant(id: Id, definitions: &Definitions<'_>) -> Option<u32> {
    let constant = definitions.get(id).filter(|constant| constant.opcode() == Op::Constant)?;
    constant.operands().get(2).copied()
}

/// A version, capabilities and extensions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Triple {
    /// The minor version.
    minor: u8,
    capabilities: BTreeSet<Capability>,
    extensions: BTreeSet<&'static str>,
}

impl Triple {
    /// Returns the requirements of a module's instructions in an environment, regardless of the module's own
    /// declarations.
    ///
    /// # Errors
    ///
    /// The first instruction that the environment forbids.
    pub fn of(module: &Module<'_>, environment: &Environment) -> Result<Self> {
        let mut triple = Self::default();
        for instruction in module.words().instructions() {
            if matches!(instruction.opcode(), Op::Capability | Op::Extension) {
                continue;
            }
            let needs = Needs::of(instruction, &module.definitions)?;
            triple.add(&needs, environment).map_err(|needed| {
                let error = Error::forbidden(instruction.name(), &needed, &environment.name(), None);
                error.at_word(instruction.offset())
            })?;
        }
        Ok(triple)
    }

    /// Adds the requirements of an instruction; fails with those that the environment lacks.
    fn add(&mut self, needs: &Needs, environment: &Environment) -> Result<(), String> {
        needs.rows.iter().try_for_each(|row| self.add_source(row, environment))?;
        needs.capabilities().into_iter().try_for_each(|enabling| self.enable(enabling, environment))
    }

    fn add_source(&mut self, row: &Requirements, environment: &Environment) -> Result<(), String> {
        let (declares, allows) =
            (|name: &str| self.extensions.contains(name), |name: &str| environment.allows_extension(name));
        let (version, highest) = (Version::new(1, self.minor), environment.version());
        match (Scope { version, highest, declares: &declares, allows: &allows, environment }).availability(row) {
            Availability::Core | Availability::Declared(_) => {}
            Availability::Extension(name) => drop(self.extensions.insert(name)),
            Availability::Version(version) => self.minor = version.minor,
            Availability::Missing | Availability::Forbidden => return Err(source(row)),
        }
        Ok(())
    }

    /// Adds one of the capabilities, unless one is declared or implied already.
    fn enable(&mut self, enabling: &[Capability], environment: &Environment) -> Result<(), String> {
        let has = |wanted: &Capability| self.capabilities.iter().any(|declared| implies(*declared, *wanted));
        if enabling.iter().any(has) {
            return Ok(());
        }
        match environment.enabling(enabling, |_| true).filter(|chosen| environment.allows_capability(*chosen)) {
            Some(chosen) => {
                self.capabilities.insert(chosen);
                grammar::enumerant(Kind::Capability, chosen as u32)
                    .map_or(Ok(()), |row| self.add_source(&row.requires, environment))
            }
            None => Err(format!("one of the capabilities {enabling:?}")),
        }
    }

    /// Returns the text of a `spirv.vce` attribute.
    pub fn text(&self) -> String {
        let capabilities: Vec<_> = self.capabilities.iter().map(|capability| format!("{capability:?}")).collect();
        let extensions: Vec<_> = self.extensions.iter().copied().collect();
        format!("#spirv.vce<v1.{}, [{}], [{}]>", self.minor, capabilities.join(", "), extensions.join(", "))
    }

    /// Returns the words of a module with these declarations in place of its own.
    pub fn update(&self, module: &Module<'_>) -> Result<Vec<u32>> {
        let words = module.words();
        let first = words.instructions().next().map_or(words.words().len(), |inst| inst.offset());
        let mut out = words.words().get(..first).unwrap_or_default().to_vec();
        if let Some(version) = out.get_mut(1) {
            *version = Version::new(1, self.minor).word();
        }
        for capability in &self.capabilities {
            write::instruction(&mut out, Op::Capability, &[*capability as u32])?;
        }
        for name in &self.extensions {
            let start = write::begin(&mut out);
            write::string(&mut out, name);
            write::end(&mut out, start, Op::Extension)?;
        }
        let others = words.instructions().filter(|inst| !matches!(inst.opcode(), Op::Capability | Op::Extension));
        others.for_each(|inst| out.extend(inst.words()));
        Ok(out)
    }
}

/// Returns whether declaring one capability declares another.
fn implies(declared: Capability, wanted: Capability) -> bool {
    declared == wanted || grammar::implied(declared).iter().any(|implied| implies(*implied, wanted))
}

/// Returns the requirements of a feature besides capabilities, in words.
fn source(row: &Requirements) -> String {
    let version = row.since.map(|minor| format!("SPIR-V 1.{minor}"));
    let extensions = row.extensions.iter().map(|name| (*name).to_owned());
    version.into_iter().chain(extensions).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::Words;
    use crate::binary::testing::Bytes;
    use crate::environment::Feature;

    /// A function with one instruction behind constants 10 (of value `scope`) and 11 (a boolean).
    fn module(scope: u32, op: Op, operands: &[u32]) -> Bytes {
        let constants = Bytes::library(20)
            .op(Op::TypeInt, &[7, 32, 0])
            .op(Op::TypeBool, &[8])
            .op(Op::Constant, &[7, 10, scope])
            .op(Op::ConstantTrue, &[8, 11])
            .op(Op::Constant, &[7, 12, 0]);
        constants.function().op(op, operands).end()
    }

    fn needs(scope: u32, op: Op, operands: &[u32]) -> Needs {
        module(scope, op, operands).module(|module| {
            let instruction = module.words().instructions().find(|inst| inst.opcode() == op).unwrap();
            Needs::of(instruction, &module.definitions).unwrap()
        })
    }

    #[test]
    fn s4_63_instructions_have_a_lowest_version() {
        assert_eq!(needs(3, Op::GroupNonUniformElect, &[8, 15, 10]).min_version(), Version::new(1, 3));
        assert_eq!(needs(3, Op::GroupAll, &[8, 15, 10, 11]).min_version(), Version::V1_0);
    }

    #[test]
    fn s4_64_instructions_have_a_highest_version() {
        let all = || Kind::Capability.info().enumerants.iter().map(|row| &row.requires);
        let rows = grammar::instructions().map(|row| &row.requires).chain(all());
        let last = |row: &'static Requirements| Needs { rows: vec![row], others: Vec::new() }.max_version();
        assert!(
            rows.into_iter().all(|row| last(row) == row.until.map_or(Version::V1_6, |minor| Version::new(1, minor)))
        );
        assert_eq!(needs(3, Op::GroupAll, &[8, 15, 10, 11]).max_version(), Version::V1_6);
    }

    #[test]
    fn s4_65_instructions_have_extensions() {
        let ballot = needs(3, Op::SubgroupAllKHR, &[8, 15, 11]);
        assert_eq!(ballot.extensions(), [["SPV_KHR_subgroup_vote"]]);
        assert!(needs(3, Op::GroupAll, &[8, 15, 10, 11]).extensions().is_empty());
    }

    #[test]
    fn s4_66_instructions_have_capabilities() {
        assert_eq!(needs(3, Op::GroupAll, &[8, 15, 10, 11]).capabilities(), [[Capability::Groups]]);
        let elect = needs(3, Op::GroupNonUniformElect, &[8, 15, 10]);
        assert_eq!(elect.capabilities(), [[Capability::GroupNonUniform]]);
    }

    #[test]
    fn s4_67_operands_have_needs_too() {
        let barrier = |scope| needs(scope, Op::ControlBarrier, &[10, 10, 12]).capabilities().concat();
        assert_eq!(barrier(3), []);
        assert_eq!(barrier(5), [Capability::VulkanMemoryModel; 2]);
    }

    #[test]
    fn s4_68_types_have_needs() {
        let of = |op: Op, operands: &[u32]| {
            let module = Bytes::library(20).op(Op::TypeFloat, &[9, 32]).op(op, operands);
            module.module(|module| {
                let last = module.words().instructions().last().unwrap();
                Needs::of(last, &module.definitions).unwrap().capabilities().concat()
            })
        };
        assert_eq!(of(Op::TypeInt, &[10, 64, 0]), [Capability::Int64]);
        assert_eq!(of(Op::TypeInt, &[10, 32, 0]), []);
        assert_eq!(of(Op::TypeVector, &[10, 9, 16]), [Capability::Vector16]);
        assert_eq!(of(Op::TypeEvent, &[10]), [Capability::Kernel]);
    }

    #[test]
    fn s4_69_enumerants_have_needs() {
        let requires = |kind, value| Feature::Enumerant(kind, value).requires().unwrap();
        let class = requires(Kind::StorageClass, ::spirv::StorageClass::StorageBuffer as u32);
        assert_eq!((class.since, class.extensions.first()), (Some(3), Some(&"SPV_KHR_storage_buffer_storage_class")));
        let generic = requires(Kind::StorageClass, ::spirv::StorageClass::Generic as u32);
        assert_eq!(generic.capabilities, [Capability::GenericPointer]);
    }

    #[test]
    fn s4_70_the_triple_of_a_module_is_deduced_and_updated() {
        let module = module(3, Op::GroupNonUniformElect, &[8, 15, 10]);
        let (triple, updated) = module.module(|module| {
            let triple = Triple::of(module, &Environment::default()).unwrap();
            (triple.text(), triple.update(module).unwrap())
        });
        assert_eq!(triple, "#spirv.vce<v1.3, [Addresses, Kernel, GroupNonUniform], []>");
        let words = Words::of(updated).unwrap();
        let module = Module::index(&words).unwrap();
        assert_eq!(module.header().version, (1, 3));
        let declared = [Capability::Addresses, Capability::Kernel, Capability::GroupNonUniform];
        assert_eq!(module.capabilities(), declared);
        assert_eq!(Triple::of(&module, &Environment::default()).unwrap().text(), triple);
    }

    #[test]
    fn s4_70_extensions_are_taken_where_the_environment_has_them() {
        let module = module(3, Op::SubgroupAllKHR, &[8, 15, 11]);
        let triple = |environment: &str| {
            let environment = environment.parse().unwrap();
            module.module(|module| Triple::of(module, &environment).map(|triple| triple.text()))
        };
        let all = "#spirv.vce<v1.0, [Addresses, Kernel, SubgroupVoteKHR], [SPV_KHR_subgroup_vote]>";
        assert_eq!(triple("universal1.6").unwrap(), all);
        let error =
            triple("#spirv.target_env<#spirv.vce<v1.6, [Kernel, Addresses, SubgroupVoteKHR], []>, {}>").unwrap_err();
        assert!(error.message().contains("OpSubgroupAllKHR needs SPV_KHR_subgroup_vote"), "{error}");
        assert!(error.place().word.is_some());
    }
}
