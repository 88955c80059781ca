//! The PARAMATTR_GROUP and PARAMATTR blocks.

use super::{Reader, signed};
use crate::attributes::old::{ALL_MEMORY, OLD_MEMORY, UW_TABLE_ASYNC};
use crate::attributes::{Attribute, AttributeKind, FUNCTION, Form};
use crate::error::Result;

const GROUP: u32 = 3;
const LIST: u32 = 2;

/// `nocapture`, which LLVM 21 made `captures(none)`.
const NO_CAPTURE: u64 = 11;

struct Group {
    owner: u32,
    set: Vec<Attribute>,
    memory: u64,
}

impl Reader<'_> {
    pub(super) fn read_attribute_groups(&mut self) -> Result<()> {
        while let Some(code) = self.stream.next_record()? {
            if code == GROUP {
                self.read_group()?;
            }
        }
        Ok(())
    }

    fn read_group(&mut self) -> Result<()> {
        let (number, owner) = (self.must(0)?, self.must(1)? as u32);
        let mut group = Group { owner, set: Vec::new(), memory: ALL_MEMORY };
        let mut i = 2;
        while i < self.stream.record.len() {
            self.read_attribute(&mut i, &mut group)?;
        }
        if group.memory != ALL_MEMORY
            && let Some(kind) = AttributeKind::named("memory")
        {
            group.set.push(Attribute::Number(kind, group.memory));
        }
        let set = self.module.intern_attributes(group.set);
        self.groups.insert(number, (owner, set));
        Ok(())
    }

    fn read_attribute(&mut self, i: &mut usize, group: &mut Group) -> Result<()> {
        let form = self.must(*i)?;
        let code = self.operand(*i + 1);
        match form {
            0 => {
                *i += 2;
                self.flag_attribute(code, group)
            }
            1 => {
                let number = self.must(*i + 2)?;
                *i += 3;
                self.number_attribute(code, number, group)
            }
            3 | 4 => self.text_attribute(form == 4, i, group),
            5 | 6 => {
                let ty = if form == 6 { Some(self.ty(self.must(*i + 2)?)?) } else { None };
                *i += if form == 6 { 3 } else { 2 };
                let kind = self.attribute_kind(code)?;
                group.set.push(Attribute::Type(kind, ty));
                Ok(())
            }
            7 => {
                let bits = self.must(*i + 2)?;
                *i += 3;
                self.ranges(code, bits, 1, i, group)
            }
            8 => {
                let (count, bits) = (self.must(*i + 2)?, self.must(*i + 3)?);
                *i += 4;
                self.ranges(code, bits, count, i, group)
            }
            _ => self.stream.unknown("form of an attribute", form),
        }
    }

    fn attribute_kind(&self, code: u64) -> Result<AttributeKind> {
        match AttributeKind::from_code(code) {
            Some(kind) => Ok(kind),
            None => self.stream.unknown("attribute", code),
        }
    }

    fn flag_attribute(&mut self, code: u64, group: &mut Group) -> Result<()> {
        if group.owner == FUNCTION
            && let Some((.., left)) = OLD_MEMORY.iter().find(|(c, ..)| *c == code)
        {
            group.memory &= left;
            return Ok(());
        }
        if code == NO_CAPTURE {
            if let Some(kind) = AttributeKind::named("captures") {
                group.set.push(Attribute::Number(kind, 0));
            }
            return Ok(());
        }
        let kind = self.attribute_kind(code)?;
        group.set.push(match kind.form() {
            Form::Type => Attribute::Type(kind, None),
            Form::UwTable => Attribute::Number(kind, UW_TABLE_ASYNC),
            _ => Attribute::Flag(kind),
        });
        Ok(())
    }

    fn number_attribute(&mut self, code: u64, number: u64, group: &mut Group) -> Result<()> {
        let kind = self.attribute_kind(code)?;
        let number = if kind.form() == Form::Memory { effects(number) } else { number };
        if matches!(kind.form(), Form::Align | Form::StackAlign) {
            // LLVM reads the lower half, where zero is none.
            match number as u32 {
                0 => return Ok(()),
                align if align.is_power_of_two() => {}
                _ => return self.stream.malformed("an alignment"),
            }
        }
        group.set.push(Attribute::Number(kind, number));
        Ok(())
    }

    fn text_attribute(&mut self, has_value: bool, i: &mut usize, group: &mut Group) -> Result<()> {
        *i += 1;
        let key = self.zero_terminated(i)?;
        let value = if has_value { Some(self.zero_terminated(i)?) } else { None };
        group.set.push(Attribute::Text(key, value.filter(|v| !v.is_empty())));
        Ok(())
    }

    fn zero_terminated(&mut self, i: &mut usize) -> Result<crate::module::Text> {
        let rest = self.stream.record.get(*i..).unwrap_or(&[]);
        let Some(count) = rest.iter().position(|&c| c == 0) else {
            return self.stream.malformed("a text without an end");
        };
        let bytes: Vec<u8> = rest.iter().take(count).map(|&c| c as u8).collect();
        *i += count + 1;
        Ok(self.intern_text(&bytes))
    }

    fn ranges(&mut self, code: u64, bits: u64, count: u64, i: &mut usize, group: &mut Group) -> Result<()> {
        let kind = self.attribute_kind(code)?;
        if bits == 0 || bits > 1 << 23 {
            return self.stream.malformed("the width of a range");
        }
        let words = bits.div_ceil(64) as usize;
        let mut bounds = Vec::new();
        for _ in 0..count {
            if bits <= 64 {
                bounds.push(signed(self.must(*i)?) as u64);
                bounds.push(signed(self.must(*i + 1)?) as u64);
                *i += 2;
                continue;
            }
            let active = self.must(*i)?;
            *i += 1;
            for used in [active as u32 as usize, (active >> 32) as usize] {
                if used > words {
                    return self.stream.malformed("a bound of a range");
                }
                for k in 0..words {
                    bounds.push(if k < used { signed(self.must(*i + k)?) as u64 } else { 0 });
                }
                *i += used;
            }
        }
        group.set.push(Attribute::Ranges(kind, bits as u32, bounds.into()));
        Ok(())
    }

    pub(super) fn read_attribute_lists(&mut self) -> Result<()> {
        while let Some(code) = self.stream.next_record()? {
            if code != LIST {
                return self.stream.unknown("form of an attribute list", code as u64);
            }
            let mut list = Vec::with_capacity(self.stream.record.len());
            for number in &self.stream.record {
                match self.groups.get(number) {
                    Some(&group) => list.push(group),
                    None => return self.stream.no_such("attribute group", *number),
                }
            }
            self.module.attributes.lists.push(list.into());
        }
        Ok(())
    }
}

/// Decodes memory effects. LLVM 16 to 20 (version 0) had no location for `errno`, so it gets the effects of other memory; locations
/// of targets have none.
fn effects(number: u64) -> u64 {
    let all = number & 0x00ff_ffff_ffff_ffff;
    if number >> 56 != 0 {
        return all;
    }
    let (arguments, inaccessible, other) = (all & 3, all >> 2 & 3, all >> 4 & 3);
    arguments | inaccessible << 2 | other << 4 | other << 6
}
