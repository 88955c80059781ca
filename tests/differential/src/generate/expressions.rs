//! Constant expressions: numbers computed from addresses but independent of them, which LLVM does not fold.

use super::Maker;
use crate::types::Ty;

/// The name of the variable whose addresses are taken.
fn name(number: u64) -> String {
    format!("@x{number}")
}

/// Returns the variable, if a text refers to it.
pub fn variable(number: u64, text: &str) -> String {
    let name = name(number);
    let is_named = text.contains(&format!("{name} "));
    if is_named {
        format!("{name} = internal addrspace(1) global [64 x i8] zeroinitializer, align 16\n")
    } else {
        String::new()
    }
}

impl Maker {
    /// Returns a constant of the type, with expressions for its integers.
    pub(super) fn expression(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Int(width) => self.nested(*width, 3),
            Ty::Vector(lanes, element) if element.is_int() => {
                let lanes: Vec<_> = (0..*lanes).map(|_| format!("{element} {}", self.lane(element))).collect();
                format!("<{}>", lanes.join(", "))
            }
            _ => self.constant(ty),
        }
    }

    fn lane(&mut self, ty: &Ty) -> String {
        if self.random.one_in(3) { self.nested(ty.width(), 1) } else { self.constant(ty) }
    }

    /// Returns an expression of at most this depth.
    fn nested(&mut self, width: u32, levels: u32) -> String {
        let (kind, ty) = (self.random.below(if levels == 0 { 1 } else { 6 }), Ty::Int(width));
        let other = self.constant(&ty);
        match kind {
            0 => self.distance(width),
            1 => format!("add ({ty} {}, {ty} {other})", self.nested(width, levels - 1)),
            2 => format!("sub ({ty} {other}, {ty} {})", self.nested(width, levels - 1)),
            3 => format!("xor ({ty} {}, {ty} {other})", self.nested(width, levels - 1)),
            4 => format!("sub ({ty} {}, {ty} {})", self.nested(width, levels - 1), self.nested(width, levels - 1)),
            _ => {
                let wider = width + self.random.within(1, 40);
                format!("trunc (i{wider} {} to {ty})", self.nested(wider, levels - 1))
            }
        }
    }

    /// Returns the distance from the variable to a place in it.
    fn distance(&mut self, width: u32) -> String {
        let (name, bytes) = (name(self.number), self.random.below(64));
        let address = |place: &str| format!("i{width} ptrtoint (ptr addrspace(1) {place} to i{width})");
        let place = format!("getelementptr (i8, ptr addrspace(1) {name} , i64 {bytes})");
        format!("sub ({}, {})", address(&place), address(&format!("{name} ")))
    }
}
