//! Records of the module itself: strings, comdats, globals.

use super::Reader;
use crate::bitcode::codes::globals as code;
use crate::constants::{Constant, ConstantKind};
use crate::error::Result;
use crate::global::{Global, GlobalKind, Linkage, Visibility};
use crate::layout::LARGEST_ALIGN;
use crate::module::{Comdat, NONE, Text};
use crate::types::TypeKind;

/// The version of modules whose names are in the string table, since LLVM 5.
const WITH_STRTAB: u64 = 2;

impl Reader<'_> {
    pub(super) fn record(&mut self, code: u32) -> Result<()> {
        match code {
            code::VERSION => match self.operand(0) {
                version @ 1..=2 => self.version = version,
                version => return self.stream.unknown("version of a module", version),
            },
            code::TRIPLE => self.module.triple = self.text_from(0),
            code::DATA_LAYOUT => self.module.data_layout = self.text_from(0),
            code::ASSEMBLY => self.module.assembly = self.text_from(0),
            code::SOURCE_FILENAME => self.module.source_filename = self.text_from(0),
            code::SECTION => {
                let text = self.text_from(0);
                self.sections.push(text);
            }
            code::COLLECTOR => {
                let text = self.text_from(0);
                self.collectors.push(text);
            }
            code::COMDAT => self.comdat()?,
            code::VARIABLE | code::FUNCTION | code::ALIAS | code::IFUNC => self.global(code)?,
            // Offsets of symbols, hashes and records of a newer LLVM are ignored; LLVM, too, skips a record that it does not know.
            _ => {}
        }
        Ok(())
    }

    /// Returns the name at an offset of the string table.
    fn name_at(&mut self, offset: u64, count: u64) -> Result<Text> {
        let text = usize::try_from(offset).ok().and_then(|at| self.strtab.get(at..));
        match text.and_then(|rest| rest.get(..usize::try_from(count).ok()?)) {
            Some(bytes) => Ok(self.module.add_text(bytes)),
            None => self.stream.no_such("name", offset),
        }
    }

    fn comdat(&mut self) -> Result<()> {
        let (name, selection) = if self.version == WITH_STRTAB {
            (self.name_at(self.must(0)?, self.must(1)?)?, self.must(2)?)
        } else {
            // The selection, the length, the name.
            (self.text_from(2), self.must(0)?)
        };
        self.module.comdats.push(Comdat { name, selection: selection as u32 });
        Ok(())
    }

    fn global(&mut self, code: u32) -> Result<()> {
        if self.next_body > 0 {
            return self.stream.malformed("a global after functions");
        }
        let mut from = 0;
        let mut name = Text::default();
        if self.version == WITH_STRTAB {
            name = self.name_at(self.must(0)?, self.must(1)?)?;
            from = 2;
        }
        let number = self.module.globals.len();
        let mut global = match code {
            code::VARIABLE => self.variable(from)?,
            code::FUNCTION => self.function(from)?,
            _ => self.indirect(code, from)?,
        };
        global.name = name;
        let ty = self.pointer_in(global.space as u64);
        let constant = Constant { data: number as u64, ty, count: 0, kind: ConstantKind::Global, sub: 0, flags: 0 };
        self.module.constants.rows.push(constant);
        global.value = self.module.constants.rows.len() as u32 - 1;
        self.values.push(global.value);
        self.module.globals.push(global);
        Ok(())
    }

    fn blank(&self, kind: GlobalKind, ty: u32, linkage: u64) -> Global {
        Global { ty, linkage: Linkage::from_code(linkage), ..Global::blank(kind) }
    }

    /// Returns the value type that a record names and its address space; old files name the pointer type instead.
    fn value_type(&mut self, number: u64) -> Result<(u32, u64)> {
        match self.pointees.get(number as usize) {
            Some(&pointee) if pointee != NONE => {
                let pointer = self.ty(number)?;
                let space = self.module.types.get(pointer).map_or(0, |row| row.number);
                Ok((self.ty(pointee as u64)?, space))
            }
            _ => Ok((self.ty(number)?, 0)),
        }
    }

    fn visibility(&self, i: usize, linkage: Linkage) -> Visibility {
        match Visibility::from_number(self.operand(i)) {
            Some(visibility) if !linkage.is_local() => visibility,
            _ => Visibility::Default,
        }
    }

    fn align(&self, number: u64) -> Result<u32> {
        if number > u64::from(LARGEST_ALIGN) { self.stream.malformed("an alignment") } else { Ok(number as u32) }
    }

    /// Returns the text with a number that counts from one; zero is the empty text.
    fn listed(&self, list: &[Text], number: u64) -> Result<Text> {
        match number {
            0 => Ok(Text::default()),
            _ => match list.get(number as usize - 1) {
                Some(text) => Ok(*text),
                None => self.stream.no_such("section or collector", number),
            },
        }
    }

    fn comdat_number(&self, i: usize) -> Result<u32> {
        match self.operand(i) {
            number if number as usize <= self.module.comdats.len() => Ok(number as u32),
            number => self.stream.no_such("comdat", number),
        }
    }

    fn partition(&mut self, i: usize) -> Result<Text> {
        match self.operand(i + 1) {
            0 => Ok(Text::default()),
            count => self.name_at(self.operand(i), count),
        }
    }

    fn variable(&mut self, at: usize) -> Result<Global> {
        let flags = self.must(at + 1)?;
        let explicit = flags & 2 != 0;
        let (ty, space) =
            if explicit { (self.ty(self.must(at)?)?, flags >> 2) } else { self.value_type(self.must(at)?)? };
        let linkage = self.must(at + 3)?;
        let mut g = self.blank(GlobalKind::Variable, ty, linkage);
        g.space = space as u32;
        g.is_constant = flags & 1 != 0;
        g.init = self.must(at + 2)?.min(NONE as u64) as u32;
        g.align = self.align(self.must(at + 4)?)?;
        g.section = self.listed(&self.sections, self.must(at + 5)?)?;
        g.visibility = self.visibility(at + 6, g.linkage);
        g.threads = self.operand(at + 7).min(4) as u8;
        g.unnamed_addr = self.operand(at + 8).min(2) as u8;
        g.externally_initialized = self.operand(at + 9) != 0;
        g.dll = if g.linkage.is_local() { 0 } else { self.operand(at + 10).min(2) as u8 };
        g.comdat = self.comdat_number(at + 11)?;
        g.attributes = self.attribute_list(self.operand(at + 12))?;
        g.dso_local = self.operand(at + 13) != 0;
        g.partition = self.partition(at + 14)?;
        g.sanitizers = self.operand(at + 16) as u32;
        g.code_model = self.operand(at + 17).min(5) as u32;
        Ok(g)
    }

    fn attribute_list(&self, number: u64) -> Result<u32> {
        match number {
            number if number as usize <= self.module.attributes.lists.len() => Ok(number as u32),
            number => self.stream.no_such("attribute list", number),
        }
    }

    fn function(&mut self, at: usize) -> Result<Global> {
        let (ty, space) = self.value_type(self.must(at)?)?;
        if self.module.types.kind(ty) != TypeKind::Function {
            return self.stream.malformed("the type of a function");
        }
        let linkage = self.must(at + 3)?;
        let mut g = self.blank(GlobalKind::Function, ty, linkage);
        g.convention = self.must(at + 1)? as u32 & 1023;
        g.attributes = self.attribute_list(self.must(at + 4)?)?;
        g.align = self.align(self.must(at + 5)?)?;
        g.section = self.listed(&self.sections, self.must(at + 6)?)?;
        g.visibility = self.visibility(at + 7, g.linkage);
        g.gc = self.listed(&self.collectors, self.operand(at + 8))?;
        g.unnamed_addr = self.operand(at + 9).min(2) as u8;
        g.prologue = self.operand(at + 10).min(NONE as u64) as u32;
        g.dll = if g.linkage.is_local() { 0 } else { self.operand(at + 11).min(2) as u8 };
        g.comdat = self.comdat_number(at + 12)?;
        g.prefix = self.operand(at + 13).min(NONE as u64) as u32;
        g.personality = self.operand(at + 14).min(NONE as u64) as u32;
        g.dso_local = self.operand(at + 15) != 0;
        g.space = if self.stream.record.len() > at + 16 { self.operand(at + 16) as u32 } else { space as u32 };
        g.partition = self.partition(at + 17)?;
        if self.must(at + 2)? == 0 {
            self.bodies.push(self.module.globals.len());
            g.body = Some(crate::module::Body::default());
        }
        Ok(g)
    }

    /// Reads an alias or an ifunc.
    fn indirect(&mut self, code: u32, at: usize) -> Result<Global> {
        let is_alias = code == code::ALIAS;
        let kind = if is_alias { GlobalKind::Alias } else { GlobalKind::IFunc };
        let linkage = self.must(at + 3)?;
        let mut g = self.blank(kind, self.ty(self.must(at)?)?, linkage);
        g.space = self.must(at + 1)? as u32;
        g.init = self.must(at + 2)?.saturating_add(1).min(NONE as u64) as u32;
        g.visibility = self.visibility(at + 4, g.linkage);
        if !is_alias {
            g.dso_local = self.operand(at + 5) != 0;
            g.partition = self.partition(at + 6)?;
            return Ok(g);
        }
        g.dll = if g.linkage.is_local() { 0 } else { self.operand(at + 5).min(2) as u8 };
        g.threads = self.operand(at + 6).min(4) as u8;
        g.unnamed_addr = self.operand(at + 7).min(2) as u8;
        g.dso_local = self.operand(at + 8) != 0;
        g.partition = self.partition(at + 9)?;
        Ok(g)
    }

    /// Replaces the file's numbers in initializers, prefixes and the like by numbers of values of the module.
    pub(super) fn resolve_globals(&mut self) -> Result<()> {
        let mut globals = std::mem::take(&mut self.module.globals);
        let mut missing = None;
        for global in &mut globals {
            for value in [&mut global.init, &mut global.prefix, &mut global.prologue, &mut global.personality] {
                if *value == 0 {
                    continue;
                }
                match self.values.get(*value as usize - 1) {
                    Some(&found) if found != NONE => *value = found + 1,
                    _ => missing = missing.or(Some(*value as u64 - 1)),
                }
            }
        }
        self.module.globals = globals;
        match missing {
            Some(number) => self.stream.no_such("value", number),
            None => Ok(()),
        }
    }
}
