//! Lanes of vectors, and casts of their bits.

use super::{Function, Ty, self_constant};

impl Function<'_> {
    /// An index, constant or not.
    fn index(&mut self, ty: Ty) -> String {
        if self.random.below(2) == 0 {
            return format!("i32 {}", self.random.below(ty.lanes as usize));
        }
        let word = Ty { width: 32, lanes: 1, is_float: false };
        let value = self.value(word);
        format!("i32 {}", self.temp(&format!("urem i32 {value}, {}", ty.lanes)))
    }

    pub(super) fn extract(&mut self, ty: Ty) {
        let (a, index) = (self.value(ty), self.index(ty));
        self.def(Ty { lanes: 1, ..ty }, &format!("extractelement {} {a}, {index}", ty.text()));
    }

    pub(super) fn insert(&mut self, ty: Ty) {
        let scalar = Ty { lanes: 1, ..ty };
        let (a, element, index) = (self.value(ty), self.value(scalar), self.index(ty));
        self.def(ty, &format!("insertelement {} {a}, {} {element}, {index}", ty.text(), scalar.text()));
    }

    pub(super) fn shuffle(&mut self, ty: Ty) {
        let (a, b) = (self.value(ty), self.value(ty));
        let other = self.ty();
        let to = Ty { lanes: if other.lanes == 1 { ty.lanes } else { other.lanes }, ..ty };
        let start = self.random.below(2 * ty.lanes as usize);
        let run = self.random.below(2) == 0;
        let lanes: Vec<_> = (0..to.lanes as usize)
            .map(|i| if run { (start + i) % (2 * ty.lanes as usize) } else { self.random.below(2 * ty.lanes as usize) })
            .map(|lane| format!("i32 {lane}"))
            .collect();
        let mask = format!("<{} x i32> <{}>", to.lanes, lanes.join(", "));
        self.def(to, &format!("shufflevector {} {a}, {} {b}, {mask}", ty.text(), ty.text()));
    }

    pub(super) fn bitcast(&mut self, ty: Ty) {
        let total = ty.width * ty.lanes;
        // LLVM's code for casts of vectors of other widths than these goes wrong through memory.
        let right = |width: u32| matches!(width, 1 | 8 | 16 | 32 | 64) || width == total;
        let fits = |width: u32| width <= 256 && total.is_multiple_of(width) && total / width <= 64 && right(width);
        let widths: Vec<_> = (1..=total).filter(|width| fits(*width)).collect();
        if widths.is_empty() || !right(ty.width) {
            return self.binary(ty);
        }
        let width = *self.random.pick(&widths);
        let to = Ty { width, lanes: total / width, is_float: false };
        let a = self.value(ty);
        let cast = self.temp(&format!("bitcast {} {a} to {}", ty.text(), to.text()));
        let changed = self.temp(&format!("xor {} {cast}, {}", to.text(), self_constant(to)));
        self.def(ty, &format!("bitcast {} {changed} to {}", to.text(), ty.text()));
    }
}
