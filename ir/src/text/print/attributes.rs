//! Prints attributes, in place and in groups.

use super::What;
use super::{Printer, integers, names};
use crate::attributes::old::old_memory;
use crate::attributes::{Attribute, AttributeKind, Form, SetId};
use crate::text::tables::{ACCESSES, ALLOC_KINDS, FP_CLASSES, OTHER, PLACES};

impl Printer<'_> {
    /// Prints the attributes of a set, each after a space.
    pub(super) fn attribute_set(&mut self, set: Option<SetId>) {
        let m = self.m;
        let Some(set) = set else { return };
        for attribute in m.attributes.set(set) {
            self.put(" ");
            self.attribute(attribute, false);
        }
    }

    /// Prints `; Function Attrs: ...`, without string attributes.
    pub(super) fn attribute_comment(&mut self, set: SetId) {
        let m = self.m;
        let mut before = "; Function Attrs: ";
        for attribute in m.attributes.set(set).iter().filter(|a| a.kind().is_some()) {
            self.put(before);
            self.attribute(attribute, false);
            before = " ";
        }
        if before == " " {
            self.put("\n");
        }
    }

    /// Prints all attribute groups.
    pub(super) fn attribute_groups(&mut self) {
        let m = self.m;
        let sets = std::mem::take(&mut self.slots.sets);
        if !sets.is_empty() {
            self.put("\n");
        }
        for (i, &set) in sets.iter().enumerate() {
            self.put("attributes #");
            self.put_number(i as u64);
            self.put(" = {");
            for attribute in m.attributes.set(set) {
                self.put(" ");
                self.attribute(attribute, true);
            }
            self.put(" }\n");
        }
    }

    pub(super) fn attribute(&mut self, attribute: &Attribute, in_group: bool) {
        let m = self.m;
        match attribute {
            Attribute::Flag(kind) => self.put(kind.name()),
            Attribute::Number(kind, number) => self.number_attribute(*kind, *number, in_group),
            Attribute::Type(kind, ty) => {
                self.put(kind.name());
                if let Some(ty) = ty {
                    self.put("(");
                    self.ty(*ty);
                    self.put(")");
                }
            }
            Attribute::Ranges(kind, bits, bounds) => self.ranges(*kind, *bits as u64, bounds),
            Attribute::Text(key, value) => {
                self.put("\"");
                self.out.extend_from_slice(m.text(*key));
                self.put("\"");
                if let Some(value) = value {
                    self.put("=\"");
                    names::escaped(&mut self.out, m.text(*value));
                    self.put("\"");
                }
            }
        }
    }

    fn number_attribute(&mut self, kind: AttributeKind, number: u64, in_group: bool) {
        match kind.form() {
            Form::Memory if self.rules.has(What::Attribute("memory")) => {
                let words: Vec<&str> = old_memory(number).into_iter().map(|(_, word)| word).collect();
                return self.put(&words.join(" "));
            }
            // The downgrade leaves only `captures` that mean `nocapture`.
            Form::Captures if self.rules.has(What::Attribute("captures")) => return self.put("nocapture"),
            _ => self.put(kind.name()),
        }
        match kind.form() {
            Form::Align => {
                self.put(if in_group { "=" } else { " " });
                self.put_number(number);
            }
            Form::StackAlign | Form::Bytes if in_group => {
                self.put("=");
                self.put_number(number);
            }
            Form::UwTable if number == 2 => {}
            Form::UwTable => self.put(if number == 1 { "(sync)" } else { "(none)" }),
            Form::AllocKind => self.alloc_kind(number),
            form => {
                self.put("(");
                match form {
                    Form::AllocSize => self.alloc_size(number),
                    Form::Captures => self.captures(number),
                    Form::Memory => self.memory(number),
                    Form::FpClass => self.fp_class(number),
                    Form::VscaleRange => {
                        self.put_number(number >> 32);
                        self.put(",");
                        self.put_number(number & 0xffff_ffff);
                    }
                    _ => self.put_number(number),
                }
                self.put(")");
            }
        }
    }

    fn alloc_kind(&mut self, number: u64) {
        let mut before = "(\"";
        for (bit, word) in ALLOC_KINDS {
            if number & bit != 0 {
                self.put(before);
                self.put(word);
                before = ",";
            }
        }
        self.put("\")");
    }

    fn alloc_size(&mut self, number: u64) {
        self.put_number(number >> 32);
        if number & 0xffff_ffff != 0xffff_ffff {
            self.put(",");
            self.put_number(number & 0xffff_ffff);
        }
    }

    fn captures(&mut self, number: u64) {
        let (other, result) = (number >> 4 & 15, number & 15);
        if other != 0 || other == result {
            self.components(other);
        }
        if other != result {
            self.put(if other != 0 { ", ret: " } else { "ret: " });
            self.components(result);
        }
    }

    fn components(&mut self, bits: u64) {
        let address = match bits & 3 {
            0 => None,
            1 => Some("address_is_null"),
            _ => Some("address"),
        };
        let provenance = match bits >> 2 & 3 {
            0 => None,
            1 => Some("read_provenance"),
            _ => Some("provenance"),
        };
        if bits == 0 {
            self.put("none");
        }
        self.put(address.unwrap_or(""));
        if address.is_some() && provenance.is_some() {
            self.put(", ");
        }
        self.put(provenance.unwrap_or(""));
    }

    fn memory(&mut self, number: u64) {
        let access = |i: usize| number >> (2 * i) & 3;
        let word = |access: u64| ACCESSES.get(access as usize).copied().unwrap_or("none");
        let other = access(OTHER);
        let mut before = "";
        if other != 0 || (0..PLACES.len()).all(|i| access(i) == 0) {
            self.put(word(other));
            before = ", ";
        }
        for (i, place) in PLACES.iter().enumerate().filter(|(i, _)| access(*i) != other) {
            if self.rules.has(What::Place(place)) {
                continue;
            }
            self.put(before);
            self.put(place);
            self.put(": ");
            self.put(word(access(i)));
            before = ", ";
        }
    }

    fn fp_class(&mut self, number: u64) {
        let mut rest = number;
        let mut before = "";
        for (mask, word) in FP_CLASSES {
            if rest & mask == mask {
                self.put(before);
                self.put(word);
                before = " ";
                rest &= !mask;
            }
        }
    }

    fn ranges(&mut self, kind: AttributeKind, bits: u64, bounds: &[u64]) {
        let words = bits.div_ceil(64) as usize;
        self.put(kind.name());
        self.put("(");
        if kind.form() == Form::Range {
            self.put("i");
            self.put_number(bits);
            self.put(" ");
        }
        for (i, pair) in bounds.chunks_exact(2 * words).enumerate() {
            if i > 0 {
                self.put(", ");
            }
            let (lower, upper) = pair.split_at_checked(words).unwrap_or((&[], &[]));
            self.put(if kind.form() == Form::Range { "" } else { "(" });
            integers::wide(&mut self.out, lower, bits, true);
            self.put(", ");
            integers::wide(&mut self.out, upper, bits, true);
            self.put(if kind.form() == Form::Range { "" } else { ")" });
        }
        self.put(")");
    }
}
