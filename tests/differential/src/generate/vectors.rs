//! Lanes of vectors, shuffles, and casts of their bits.

use super::Maker;
use super::numbers::self_ones;
use crate::tree::Step;
use crate::types::Ty;

impl Maker {
    pub(super) fn vectors(&mut self) {
        let ty = self.vector_ty();
        match self.random.below(8) {
            7 => self.single(),
            0 => self.extract(&ty),
            1 => self.insert(&ty),
            2..=3 => self.shuffle(&ty),
            4 => self.splat(&ty),
            _ => self.cast_bits(),
        }
    }

    /// Returns an index, constant or dynamic.
    fn index(&mut self, step: &mut Step, lanes: u32) -> String {
        let width = self.random.pick(&[32, 64, 8]);
        if self.random.one_in(2) {
            return format!("i{width} {}", self.random.below(lanes as usize));
        }
        let value = self.value(&Ty::Int(width));
        format!("i{width} {}", self.temp(step, &format!("urem i{width} {value}, {lanes}")))
    }

    fn extract(&mut self, ty: &Ty) {
        let (a, mut step) = (self.value(ty), Step::default());
        let index = self.index(&mut step, ty.lanes());
        self.out(&mut step, ty.scalar(), &format!("extractelement {ty} {a}, {index}"));
        self.push(step);
    }

    fn insert(&mut self, ty: &Ty) {
        let (a, element, mut step) = (self.value(ty), self.value(ty.scalar()), Step::default());
        let index = self.index(&mut step, ty.lanes());
        self.out(&mut step, ty, &format!("insertelement {ty} {a}, {} {element}, {index}", ty.scalar()));
        self.push(step);
    }

    fn shuffle(&mut self, ty: &Ty) {
        let (a, b) = (self.value(ty), self.value(ty));
        let to = ty.of(self.vector_ty().lanes().max(2));
        let all = 2 * ty.lanes() as usize;
        let (start, is_run) = (self.random.below(all), self.random.one_in(2));
        let lanes = (0..to.lanes() as usize).map(|i| if is_run { (start + i) % all } else { self.random.below(all) });
        let lanes: Vec<_> = lanes.map(|lane| format!("i32 {lane}")).collect();
        let mask = format!("<{} x i32> <{}>", to.lanes(), lanes.join(", "));
        self.simple(&to, &format!("shufflevector {ty} {a}, {ty} {b}, {mask}"));
    }

    /// Makes vectors of one lane.
    fn single(&mut self) {
        let ty = self.int_ty().scalar().clone();
        let (a, b, one, mut step) = (self.value(&ty), self.value(&ty), format!("<1 x {ty}>"), Step::default());
        let [a, b] = [a, b].map(|v| self.temp(&mut step, &format!("insertelement {one} poison, {ty} {v}, i32 0")));
        let op = self.random.pick(&["add", "sub", "mul", "xor"]);
        let sum = self.temp(&mut step, &format!("{op} {one} {a}, {b}"));
        let bit = self.temp(&mut step, &format!("icmp ult {one} {a}, {sum}"));
        let chosen = self.temp(&mut step, &format!("select <1 x i1> {bit}, {one} {sum}, {one} {b}"));
        self.out(&mut step, &ty, &format!("extractelement {one} {chosen}, i64 0"));
        let two = self.temp(&mut step, &format!("shufflevector {one} {a}, {one} {sum}, <2 x i32> <i32 1, i32 0>"));
        self.out(&mut step, &ty, &format!("extractelement <2 x {ty}> {two}, i32 0"));
        self.push(step);
    }

    /// Makes a splat of one element.
    fn splat(&mut self, ty: &Ty) {
        let (element, mut step) = (self.value(ty.scalar()), Step::default());
        let one = self.temp(&mut step, &format!("insertelement {ty} poison, {} {element}, i64 0", ty.scalar()));
        let mask = format!("<{} x i32> zeroinitializer", ty.lanes());
        self.out(&mut step, ty, &format!("shufflevector {ty} {one}, {ty} poison, {mask}"));
        self.push(step);
    }

    /// Makes a bitcast to a vector with other lanes. LLVM miscompiles casts of vectors of other widths than these.
    fn cast_bits(&mut self) {
        let ty = self.int_ty();
        let total = ty.width() * ty.lanes();
        let is_even = total.is_power_of_two();
        let right = |width: u32| matches!(width, 8 | 16 | 32 | 64) || is_even && (width == 1 || width == total);
        let fits = |width: &u32| *width <= 256 && total.is_multiple_of(*width) && total / width <= 64 && right(*width);
        let widths: Vec<_> = (1..=total).filter(fits).collect();
        if widths.is_empty() || !right(ty.width()) {
            return self.integers();
        }
        let width = self.random.pick(&widths);
        let to = Ty::Int(width).of(total / width);
        let (a, mut step) = (self.value(&ty), Step::default());
        let cast = self.temp(&mut step, &format!("bitcast {ty} {a} to {to}"));
        let changed = self.out(&mut step, &to, &format!("xor {to} {cast}, {}", self_ones(&to)));
        self.out(&mut step, &ty, &format!("bitcast {to} {changed} to {ty}"));
        self.push(step);
    }
}
