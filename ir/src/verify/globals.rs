//! Checks variables, aliases, ifuncs, comdats, and the common rules of all symbols.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::fault::Rule;
use super::{Chapter, Verifier, layout};
use crate::constants::ConstantKind;
use crate::global::{Global, GlobalKind, Linkage, Visibility};
use crate::layout::LARGEST_ALIGN;
use crate::module::NONE;
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Globals;
/// A set of numbers.
pub(super) type Numbers = HashSet<u32, FxBuildHasher>;
/// The limit on the number of aliases that are followed to a resolver.
const MOST_ALIASES: usize = 256;
const DLL_IMPORT: u8 = 1;
const DLL_EXPORT: u8 = 2;
/// The variables that list constructors and destructors.
const STRUCTORS: [&[u8]; 2] = [b"llvm.global_ctors", b"llvm.global_dtors"];
const USED: [&[u8]; 2] = [b"llvm.used", b"llvm.compiler.used"];

impl Global {
    /// Returns whether the linker treats the global as a declaration.
    fn is_declaration_for_linker(&self) -> bool {
        self.linkage == Linkage::AvailableExternally || self.is_declared()
    }

    /// Returns whether the global is only declared.
    fn is_declared(&self) -> bool {
        match self.kind {
            GlobalKind::Variable => self.init == 0,
            GlobalKind::Function => self.body.is_none(),
            _ => false,
        }
    }
}

impl<'m> Verifier<'m> {
    pub(super) fn globals(&mut self) {
        let m = self.m;
        let users = self.users_of_lists();
        for (number, g) in m.globals.iter().enumerate() {
            let rule = match g.kind {
                GlobalKind::Variable => self.variable(number, g, users.contains(&(number as u32))),
                GlobalKind::Alias => self.alias(number, g),
                GlobalKind::IFunc => self.ifunc(number, g),
                GlobalKind::Function | GlobalKind::Removed => continue,
            };
            self.note(rule, |v| v.place_of_global(number));
        }
        self.circles_of_aliases();
        let rule = self.comdats();
        self.note(rule, |_| super::Place::Module);
    }

    /// Checks the rules that are common to all symbols.
    pub(super) fn symbol(&mut self, number: usize, g: &'m Global) -> Rule {
        let declared = g.is_declared();
        HERE.require(
            !declared || matches!(g.linkage, Linkage::External | Linkage::ExternalWeak),
            "Global is external, but doesn't have external or weak linkage!",
        )?;
        HERE.require(g.align <= LARGEST_ALIGN, "huge alignment values are unsupported")?;
        if g.linkage == Linkage::Appending {
            HERE.require(g.kind == GlobalKind::Variable, "Only global variables can have appending linkage!")?;
            HERE.require(self.m.types.kind(g.ty) == TypeKind::Array, "Only global arrays can have appending linkage!")?;
        }
        HERE.require(!g.is_declaration_for_linker() || g.comdat == 0, "Declaration may not be in a Comdat!")?;
        if g.dll == DLL_EXPORT {
            HERE.require(
                g.visibility != Visibility::Hidden,
                "dllexport GlobalValue must have default or protected visibility",
            )?;
        }
        if g.dll == DLL_IMPORT {
            HERE.require(g.visibility == Visibility::Default, "dllimport GlobalValue must have default visibility")?;
            let is_local = g.dso_local || g.is_implicitly_local();
            HERE.require(!is_local, "GlobalValue with DLLImport Storage is dso_local!")?;
            let is_external = matches!(g.linkage, Linkage::External | Linkage::ExternalWeak) && declared;
            HERE.require(
                is_external || g.linkage == Linkage::AvailableExternally,
                "Global is marked as dllimport, but not external",
            )?;
        }
        self.global_attachments(number, g)
    }

    fn variable(&mut self, number: usize, g: &'m Global, is_used: bool) -> Rule {
        let m = self.m;
        if g.init != 0 {
            HERE.require(
                m.type_of(g.init - 1) == g.ty,
                "Global variable initializer type does not match global variable type!",
            )?;
            HERE.require(self.is_sized(g.ty), "Global variable initializer must be sized")?;
            if g.linkage == Linkage::Common {
                HERE.require(m.is_null(g.init - 1), "'common' global must have a zero initializer!")?;
                HERE.require(!g.is_constant, "'common' global may not be marked constant!")?;
                HERE.require(g.comdat == 0, "'common' global may not be in a Comdat!")?;
            }
        }
        let name = m.text(g.name);
        let is_list = STRUCTORS.contains(&name) || USED.contains(&name);
        if is_list {
            HERE.require(
                g.init == 0 || g.linkage == Linkage::Appending,
                "invalid linkage for intrinsic global variable",
            )?;
            HERE.require(!is_used, "invalid uses of intrinsic global variable")?;
            match STRUCTORS.contains(&name) {
                true => self.structors(g)?,
                false => self.used(g)?,
            }
        }
        let size = self.size(g.ty);
        HERE.require(!size.scalable, "Globals cannot contain scalable types")?;
        if let Some(property) = layout::property(m, g.ty) {
            HERE.require(property.global, "a global has illegal target extension type")?;
        }
        if g.init != 0 {
            self.expression(g.init - 1)?;
        }
        self.symbol(number, g)
    }

    fn structors(&self, g: &Global) -> Rule {
        let types = &self.m.types;
        if types.kind(g.ty) != TypeKind::Array {
            return Ok(());
        }
        let element = types.part(g.ty, 0).unwrap_or(NONE);
        let parts = types.parts(element);
        let is_struct = matches!(types.kind(element), TypeKind::Struct | TypeKind::NamedStruct);
        let function = parts.get(1).and_then(|&ty| types.space(ty).filter(|_| types.is_pointer(ty)));
        HERE.require(
            is_struct
                && matches!(parts.len(), 2 | 3)
                && parts.first().is_some_and(|&ty| types.is_integer_of(ty, 32))
                && function == Some(self.layout.program),
            "wrong type for intrinsic global variable",
        )?;
        HERE.require(
            parts.len() == 3,
            "the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted 2-field form",
        )?;
        HERE.require(parts.get(2).is_some_and(|&ty| types.is_pointer(ty)), "wrong type for intrinsic global variable")
    }

    fn used(&self, g: &Global) -> Rule {
        let m = self.m;
        if m.types.kind(g.ty) != TypeKind::Array {
            return Ok(());
        }
        let element = m.types.part(g.ty, 0).unwrap_or(NONE);
        HERE.require(m.types.is_pointer(element), "wrong type for intrinsic global variable")?;
        if g.init == 0 {
            return Ok(());
        }
        let list = m.constant(g.init - 1).filter(|c| c.kind == ConstantKind::Aggregate);
        let Some(list) = list else { return HERE.broken("wrong initializer for intrinsic global variable") };
        for &member in m.constants.operands(list) {
            let member = m.global_of(m.stripped(member)).filter(|g| g.kind != GlobalKind::IFunc);
            let Some(member) = member else { return HERE.broken("invalid llvm.used member") };
            HERE.require(!member.name.is_empty(), "members of llvm.used must be named")?;
        }
        Ok(())
    }

    /// Returns the global lists, such as `llvm.global_ctors`, that are used themselves.
    fn users_of_lists(&self) -> Numbers {
        let m = self.m;
        let mut lists: Numbers = Default::default();
        for (number, g) in m.globals.iter().enumerate() {
            let name = m.text(g.name);
            if g.kind == GlobalKind::Variable && (STRUCTORS.contains(&name) || USED.contains(&name)) {
                lists.insert(number as u32);
            }
        }
        if lists.is_empty() {
            return lists;
        }
        let mut used: Numbers = Default::default();
        let mut note = |value: u32| {
            if let Some(c) = m.constant(value).filter(|c| c.kind == ConstantKind::Global)
                && lists.contains(&(c.data as u32))
            {
                used.insert(c.data as u32);
            }
        };
        for c in &m.constants.rows {
            m.constants.operands(c).iter().for_each(|&value| note(value));
        }
        for g in &m.globals {
            [g.init, g.prefix, g.prologue, g.personality].into_iter().filter(|&v| v != 0).for_each(|v| note(v - 1));
        }
        for function in m.functions() {
            for instruction in function.instructions() {
                instruction.values().for_each(|value| note(value.number()));
            }
        }
        used
    }

    fn alias(&mut self, number: usize, g: &'m Global) -> Rule {
        let m = self.m;
        HERE.require(
            !matches!(g.linkage, Linkage::Appending | Linkage::Common | Linkage::ExternalWeak),
            "Alias should have private, internal, linkonce, weak, linkonce_odr, weak_odr, external, or available_externally \
             linkage!",
        )?;
        let Some(target) = g.init.checked_sub(1) else { return HERE.broken("Aliasee cannot be NULL!") };
        HERE.require(m.type_of(target) == m.type_of(g.value), "Alias and aliasee types should match!")?;
        let fits = m
            .constant(target)
            .is_some_and(|c| matches!(c.kind, ConstantKind::Global | ConstantKind::Expression | ConstantKind::Gep));
        HERE.require(fits, "Aliasee should be either GlobalValue or ConstantExpr")?;
        self.aliased(g, target)?;
        self.symbol(number, g)
    }

    /// Checks the target of an alias: it must be defined, through aliases that are not interposable.
    fn aliased(&mut self, g: &Global, target: u32) -> Rule {
        let is_available = g.linkage == Linkage::AvailableExternally;
        // Shared targets are checked once, except for an `available_externally` alias, which has stricter rules.
        let mut seen = if is_available { Numbers::default() } else { std::mem::take(&mut self.aliased) };
        let rule = self.aliased_by(is_available, target, &mut seen);
        if !is_available {
            self.aliased = seen;
        }
        rule
    }

    fn aliased_by(&mut self, is_available: bool, target: u32, seen: &mut Numbers) -> Rule {
        let m = self.m;
        let mut stack = vec![target];
        while let Some(value) = stack.pop() {
            if !seen.insert(value) {
                continue;
            }
            let Some(c) = m.constant(value) else { continue };
            let Some(global) = m.global_of(value) else {
                HERE.require(
                    !is_available,
                    "available_externally alias must point to available_externally global value",
                )?;
                self.expression(value)?;
                stack.extend(m.constants.operands(c));
                continue;
            };
            match is_available {
                true => HERE.require(
                    global.linkage == Linkage::AvailableExternally,
                    "available_externally alias must point to available_externally global value",
                )?,
                false => HERE.require(!global.is_declaration_for_linker(), "Alias must point to a definition")?,
            }
            if global.kind == GlobalKind::Alias {
                HERE.require(!super::calls::is_interposable(global), "Alias cannot point to an interposable alias")?;
                stack.extend(global.init.checked_sub(1));
            }
        }
        Ok(())
    }

    fn ifunc(&mut self, number: usize, g: &'m Global) -> Rule {
        let m = self.m;
        self.symbol(number, g)?;
        HERE.require(
            !matches!(
                g.linkage,
                Linkage::Appending | Linkage::Common | Linkage::ExternalWeak | Linkage::AvailableExternally
            ),
            "IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!",
        )?;
        let Some(first) = g.init.checked_sub(1) else { return HERE.broken("IFunc must have a Function resolver") };
        let mut resolver = m.stripped(first);
        // Through aliases.
        for _ in 0..MOST_ALIASES {
            match m.global_of(resolver).filter(|g| g.kind == GlobalKind::Alias && g.init != 0) {
                Some(alias) => resolver = m.stripped(alias.init - 1),
                None => break,
            }
        }
        let Some(function) = m.function_of(resolver) else {
            return HERE.broken("IFunc must have a Function resolver");
        };
        HERE.require(!function.is_declaration_for_linker(), "IFunc resolver must be a definition")?;
        HERE.require(m.types.is_pointer(m.types.result(function.ty)), "IFunc resolver must return a pointer")?;
        HERE.require(m.types.space(m.type_of(first)) == Some(g.space as u64), "IFunc resolver has incorrect type")?;
        self.global_attachments(number, g)
    }

    /// Checks comdats on Windows, which need a symbol that is not private.
    fn comdats(&mut self) -> Rule {
        let m = self.m;
        let triple = m.text(m.triple);
        let has = |part: &[u8]| triple.windows(part.len()).any(|window| window == part);
        if m.comdats.is_empty() || !(has(b"windows") || has(b"uefi")) || has(b"-elf") || has(b"-macho") {
            return Ok(());
        }
        self.index_names();
        for comdat in &m.comdats {
            let global = self.names.get(m.text(comdat.name)).and_then(|&i| m.globals.get(i as usize));
            HERE.require(
                global.is_none_or(|g| g.linkage != Linkage::Private),
                "comdat global value has private linkage",
            )?;
        }
        Ok(())
    }

    /// Returns whether a variable or alias is thread-local.
    pub(super) fn is_thread_local(&self, g: &Global) -> bool {
        g.threads != 0
    }
}
