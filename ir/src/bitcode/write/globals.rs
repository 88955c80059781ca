//! Records of the module itself: strings, comdats, globals.

use super::Writer;
use super::shapes::{Letters, letters};
use super::sink::{FIRST, Shape, TYPE, bits_for};
use crate::bitcode::abbreviation::Encoding::{self, Array, Char6, Fixed, Literal, Variable};
use crate::bitcode::codes::globals as code;
use crate::global::{Global, GlobalKind, Linkage, Visibility};
use crate::module::Text;

/// Returns the code of a linkage; the inverse of `Linkage::from_code`.
fn linkage_code(linkage: Linkage) -> u64 {
    match linkage {
        Linkage::External => 0,
        Linkage::WeakAny => 16,
        Linkage::Appending => 2,
        Linkage::Internal => 3,
        Linkage::LinkOnceAny => 18,
        Linkage::ExternalWeak => 7,
        Linkage::Common => 8,
        Linkage::Private => 9,
        Linkage::WeakOdr => 17,
        Linkage::LinkOnceOdr => 19,
        Linkage::AvailableExternally => 12,
    }
}

/// A list of texts without duplicates.
#[derive(Default)]
struct Different<'m>(Vec<&'m [u8]>, std::collections::HashMap<&'m [u8], u64, rustc_hash::FxBuildHasher>);

impl<'m> Different<'m> {
    /// Returns the number of a text, counted from one; zero for an empty text. A new text is added.
    fn number(&mut self, text: &'m [u8]) -> u64 {
        if text.is_empty() {
            return 0;
        }
        let next = self.0.len() as u64 + 1;
        let number = *self.1.entry(text).or_insert(next);
        if number == next {
            self.0.push(text);
        }
        number
    }
}

/// The operands of a record of a global.
type Record = Vec<u64>;

impl<'m> Writer<'m> {
    /// Writes comdats, strings and globals.
    pub(super) fn globals(&mut self) {
        let m = self.m;
        for comdat in &m.comdats {
            let [at, count] = self.strtab.place(m.text(comdat.name));
            self.out.record(code::COMDAT, &[at, count, comdat.selection as u64]);
        }
        for (code, text) in [(code::TRIPLE, m.triple), (code::DATA_LAYOUT, m.data_layout), (code::ASSEMBLY, m.assembly)]
        {
            if !text.is_empty() {
                self.out.text(code, m.text(text));
            }
        }
        let (mut sections, mut collectors) = (Different::default(), Different::default());
        for global in &m.globals {
            sections.number(m.text(global.section));
            collectors.number(m.text(global.gc));
        }
        sections.0.iter().for_each(|text| self.out.text(code::SECTION, text));
        collectors.0.iter().for_each(|text| self.out.text(code::COLLECTOR, text));
        let variable = self.define_variable(sections.0.len() as u32);
        self.source_filename();
        for i in 0..self.values.globals.len() {
            let Some(global) = self.values.globals.get(i).and_then(|&g| m.globals.get(g as usize)) else { continue };
            let mut record = self.strtab.place(m.text(global.name)).to_vec();
            let section = sections.number(m.text(global.section));
            match global.kind {
                GlobalKind::Variable => self.variable(global, section, record, &variable),
                GlobalKind::Function => {
                    let collector = collectors.number(m.text(global.gc));
                    self.function(global, section, collector, record);
                }
                _ => {
                    self.indirect(global, &mut record);
                }
            }
        }
    }

    /// Defines the abbreviation of variables without rare properties.
    fn define_variable(&mut self, sections: u32) -> Vec<Encoding> {
        let fitting = |most: u32| if most == 0 { Literal(0) } else { Fixed(bits_for(most)) };
        let variables = self.m.globals.iter().filter(|g| g.kind == GlobalKind::Variable);
        let most_align = variables.map(|g| g.align).max().unwrap_or(0);
        let code = Literal(code::VARIABLE as u64);
        let head = [code, Variable(8), Variable(8), TYPE, Variable(6), Variable(6), Fixed(5)];
        let fields = [&head[..], &[fitting(most_align), fitting(sections)]].concat();
        self.out.define(&fields);
        fields
    }

    /// Writes the name of the source file, even if it is empty: without the record LLVM uses the name of the bitcode file.
    fn source_filename(&mut self) {
        let name = self.m.text(self.m.source_filename);
        self.next_shape = FIRST + 1;
        let letter = match letters(name) {
            Letters::Six => Char6,
            Letters::Seven => Fixed(7),
            Letters::Eight => Fixed(8),
        };
        let fields = [Literal(16), Array, letter];
        self.out.define(&fields);
        self.shaped_text(Shape { number: self.next_shape, fields: &fields }, &[], name);
        self.next_shape += 1;
    }

    /// Returns the number of an initializer, a prefix and the like, plus one; zero is none.
    fn part(&mut self, value: u32) -> u64 {
        value.checked_sub(1).map_or(0, |value| self.value(value) as u64 + 1)
    }

    fn partition(&mut self, partition: Text) -> [u64; 2] {
        if partition.is_empty() { [0, 0] } else { self.strtab.place(self.m.text(partition)) }
    }

    fn variable(&mut self, g: &Global, section: u64, mut record: Record, short: &[Encoding]) {
        const EXPLICIT_TYPE: u64 = 2;
        let flags = (g.space as u64) << 2 | EXPLICIT_TYPE | g.is_constant as u64;
        let (ty, init) = (self.ty(g.ty), self.part(g.init));
        record.extend([ty, flags, init, linkage_code(g.linkage), g.align as u64, section]);
        let rarer = [g.threads as u32, g.unnamed_addr as u32, g.dll as u32, g.comdat, g.attributes, g.partition.count];
        let more = [g.sanitizers, g.code_model, g.dso_local as u32, g.externally_initialized as u32];
        if g.visibility == Visibility::Default && rarer.iter().chain(&more).all(|&field| field == 0) {
            return self.out.shaped(Shape { number: FIRST, fields: short }, &record);
        }
        let [at, count] = self.partition(g.partition);
        record.extend([
            g.visibility as u64,
            g.threads as u64,
            g.unnamed_addr as u64,
            g.externally_initialized as u64,
            g.dll as u64,
            g.comdat as u64,
            self.attributes.number(g.attributes),
            g.dso_local as u64,
            at,
            count,
            g.sanitizers as u64,
            g.code_model as u64,
        ]);
        self.out.record(code::VARIABLE, &record);
    }

    fn function(&mut self, g: &Global, section: u64, collector: u64, mut record: Record) {
        let [at, count] = self.partition(g.partition);
        record.extend([
            self.ty(g.ty),
            g.convention as u64,
            g.body.is_none() as u64,
            linkage_code(g.linkage),
            self.attributes.number(g.attributes),
            g.align as u64,
            section,
            g.visibility as u64,
            collector,
            g.unnamed_addr as u64,
            self.part(g.prologue),
            g.dll as u64,
            g.comdat as u64,
            self.part(g.prefix),
            self.part(g.personality),
            g.dso_local as u64,
            g.space as u64,
            at,
            count,
        ]);
        self.out.record(code::FUNCTION, &record);
    }

    /// Writes an alias or an ifunc.
    fn indirect(&mut self, g: &Global, record: &mut Record) {
        let init = match g.init.checked_sub(1) {
            Some(init) => self.value(init),
            None => self.dangling("value", 0),
        };
        let [at, count] = self.partition(g.partition);
        let ty = self.ty(g.ty);
        record.extend([ty, g.space as u64, init as u64, linkage_code(g.linkage), g.visibility as u64]);
        if g.kind == GlobalKind::IFunc {
            record.extend([g.dso_local as u64, at, count]);
            return self.out.record(code::IFUNC, record);
        }
        record.extend([g.dll as u64, g.threads as u64, g.unnamed_addr as u64, g.dso_local as u64, at, count]);
        self.out.record(code::ALIAS, record);
    }
}
