//! Steps that derive pointers from pointers.

use super::maker::Maker;
use super::pointer::Pointer;

/// The limit on the iterations of a loop.
const ROUNDS: u32 = 4;

impl Maker {
    /// Moves a pointer: by bytes from the host, by a constant, by a number, or by elements.
    pub fn moves(&mut self) {
        let from = self.pointer();
        let moved = match self.random.below(5) {
            0 | 1 => self.by_host(&from),
            2 => self.by_constant(&from),
            3 => self.by_number(&from),
            _ => self.by_elements(&from),
        };
        self.pointers.extend(moved);
    }

    fn by_host(&mut self, from: &Pointer) -> Option<Pointer> {
        let (step, most, unit) = self.random.pick(&self.steps);
        let is_back = self.random.one_in(4);
        let range = if is_back { (-(most as i32), 0) } else { (0, most as i32) };
        from.moved(String::new(), range, unit)?;
        let step = if is_back { self.temp(format!("sub i64 0, {step}")) } else { step };
        self.moved(from, &step, range, unit)
    }

    fn by_constant(&mut self, from: &Pointer) -> Option<Pointer> {
        let unit = self.random.pick(&[1, 2, 4, 8, 16]);
        let bytes = (self.random.below(9) as i32 - 2) * unit as i32;
        from.moved(String::new(), (bytes, bytes), unit)?;
        self.moved(from, &bytes.to_string(), (bytes, bytes), unit)
    }

    fn by_number(&mut self, from: &Pointer) -> Option<Pointer> {
        let unit = self.random.pick(&[1, 2, 4, 8, 16]);
        let most = 3 * unit;
        from.moved(String::new(), (0, most as i32), unit)?;
        let number = self.number();
        let bytes = self.temp(format!("and i64 {number}, {most}"));
        self.moved(from, &bytes, (0, most as i32), unit)
    }

    fn moved(&mut self, from: &Pointer, by: &str, range: (i32, i32), unit: u32) -> Option<Pointer> {
        let name = self.temp(format!("getelementptr i8, {} {}, i64 {by}", from.space.ty(), from.name));
        from.moved(name, range, unit)
    }

    /// Moves by an element of an array, or to a field of a structure.
    fn by_elements(&mut self, from: &Pointer) -> Option<Pointer> {
        const ELEMENTS: &[(&str, u32)] =
            &[("i16", 2), ("float", 4), ("<2 x i32>", 8), ("<4 x float>", 16), ("{ i32, i16, i16, double }", 16)];
        const FIELDS: [u32; 4] = [0, 4, 6, 8];
        let (ty, size) = self.random.pick(ELEMENTS);
        let most = 2 * size as i32;
        from.moved(String::new(), (0, most + 8), size)?;
        let number = self.number();
        let index = self.temp(format!("and i64 {number}, 2"));
        let (field, place) = if ty.starts_with('{') {
            let field = self.random.below(FIELDS.len());
            (format!(", i32 {field}"), FIELDS[field])
        } else {
            (String::new(), 0)
        };
        let (space, base) = (from.space.ty(), &from.name);
        let name = self.temp(format!("getelementptr {ty}, {space} {base}, i64 {index}{field}"));
        let unit = if place == 0 { size } else { place & place.wrapping_neg() };
        from.moved(name, (place as i32, place as i32 + most), unit)
    }

    /// Returns a pointer to the same memory as another one.
    fn alike(&mut self, other: &Pointer) -> Pointer {
        let alike: Vec<_> = self.pointers.iter().filter(|pointer| pointer.space == other.space).cloned().collect();
        self.random.pick(&alike)
    }

    /// Selects one of two pointers.
    pub fn choice(&mut self) {
        let one = self.pointer();
        let two = self.alike(&one);
        let (condition, ty) = (self.condition(), one.space.ty());
        let name = self.temp(format!("select i1 {condition}, {ty} {}, {ty} {}", one.name, two.name));
        self.pointers.extend(one.or(&two, name));
    }

    /// Stores a pointer in a variable and loads it, as unoptimised code does.
    pub fn through_memory(&mut self) {
        let (from, slot) = (self.pointer(), self.fresh("slot"));
        let ty = from.space.ty();
        self.variable(&slot, ty, 8);
        self.line(&format!("store {ty} {}, ptr {slot}", from.name));
        let name = self.temp(format!("load {ty}, ptr {slot}"));
        self.pointers.push(Pointer { name, ..from });
    }

    /// Keeps four pointers in an array, null among them or not, and takes one that only the host knows.
    pub fn through_table(&mut self) {
        let has_null = self.random.one_in(3);
        let first = self.pointer();
        let (table, ty) = (self.fresh("table"), first.space.ty());
        self.variable(&table, &format!("[4 x {ty}]"), 8);
        let others: Vec<_> = (0..3).map(|_| self.alike(&first)).collect();
        for (index, pointer) in [&first].into_iter().chain(&others).enumerate() {
            let place = self.temp(format!("getelementptr {ty}, ptr {table}, i64 {index}"));
            let value = if has_null && index == 2 { "null" } else { &pointer.name };
            self.line(&format!("store {ty} {value}, ptr {place}"));
        }
        let number = self.number();
        let index = self.temp(format!("and i64 {number}, 3"));
        let place = self.temp(format!("getelementptr {ty}, ptr {table}, i64 {index}"));
        let name = self.temp(format!("load {ty}, ptr {place}"));
        let any = others.iter().try_fold(first, |any, other| any.or(other, name.clone()));
        let Some(any) = any.map(|any| Pointer { name, ..any }) else { return };
        if has_null {
            self.use_unless_null(any);
        } else {
            self.pointers.push(any);
        }
    }

    /// Uses a pointer unless it is null.
    pub fn maybe_null(&mut self) {
        let (from, condition) = (self.pointer(), self.condition());
        let ty = from.space.ty();
        let name = self.temp(format!("select i1 {condition}, {ty} {}, {ty} null", from.name));
        self.use_unless_null(Pointer { name, ..from });
    }

    fn use_unless_null(&mut self, pointer: Pointer) {
        let is_there = self.temp(format!("icmp ne {} {}, null", pointer.space.ty(), pointer.name));
        let (there, behind) = (self.fresh("there"), self.fresh("behind"));
        self.line(&format!("br i1 {is_there}, label {there}, label {behind}"));
        self.begins(&there);
        self.apart(|maker| {
            maker.pointers.push(pointer);
            maker.uses();
        });
        self.line(&format!("br label {behind}"));
        self.begins(&behind);
    }

    /// Makes two branches, each with a pointer, and a phi of both.
    pub fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        let [one, two, behind] = ["one", "two", "behind"].map(|what| self.fresh(what));
        let shared = self.pointer();
        self.line(&format!("br i1 {condition}, label {one}, label {two}"));
        let way = |maker: &mut Self, block: &str| {
            maker.begins(block);
            let end = maker.apart(|maker| {
                let count = 1 + maker.random.below(3);
                maker.some(count, depth);
                maker.alike(&shared)
            });
            maker.line(&format!("br label {behind}"));
            (end, maker.block.clone())
        };
        let (first, first_block) = way(self, &one);
        let (second, second_block) = way(self, &two);
        self.begins(&behind);
        let (ty, a, b) = (shared.space.ty(), &first.name, &second.name);
        let name = self.temp(format!("phi {ty} [ {a}, {first_block} ], [ {b}, {second_block} ]"));
        self.pointers.extend(first.or(&second, name));
    }

    /// Makes a loop that advances a pointer by some bytes in each iteration: by a phi, or in memory.
    pub fn rounds(&mut self, depth: usize) {
        let from = self.pointer();
        let (step, most, unit) = self.step();
        let is_back = from.range.0 > 128;
        let all = (most * ROUNDS) as i32;
        let range = if is_back { (-all, 0) } else { (0, all) };
        if from.moved(String::new(), range, unit).is_none() {
            return;
        }
        let step = if is_back { self.temp(format!("sub i64 0, {step}")) } else { step };
        match self.random.one_in(3) {
            true => self.rounds_in_memory(&from, &step, range, unit, depth),
            false => self.rounds_of_phis(&from, &step, range, unit, depth),
        }
    }

    /// Returns the bytes of an iteration: at most 16.
    fn step(&mut self) -> (String, u32, u32) {
        if self.random.one_in(2) {
            let unit = self.random.pick(&[1, 2, 4, 8, 16]);
            return (unit.to_string(), unit, unit);
        }
        let (step, _, unit) = self.random.pick(&self.steps);
        (self.temp(format!("and i64 {step}, {}", 16 / unit * unit)), 16, unit)
    }

    /// Returns the number of iterations.
    fn count(&mut self) -> String {
        let number = self.number();
        let few = self.temp(format!("and i64 {number}, {}", ROUNDS - 1));
        self.temp(format!("add i64 {few}, 1"))
    }

    fn rounds_of_phis(&mut self, from: &Pointer, step: &str, range: (i32, i32), unit: u32, depth: usize) {
        let (count, before, ty) = (self.count(), self.block.clone(), from.space.ty());
        let [header, body, latch, exit] = ["header", "body", "latch", "exit"].map(|what| self.fresh(what));
        let [round, more, pointer, next] = ["round", "more", "pointer", "next"].map(|what| self.fresh(what));
        self.line(&format!("br label {header}"));
        self.begins(&header);
        self.line(&format!("{round} = phi i64 [ 0, {before} ], [ {more}, {latch} ]"));
        self.line(&format!("{pointer} = phi {ty} [ {}, {before} ], [ {next}, {latch} ]", from.name));
        let is_more = self.temp(format!("icmp ult i64 {round}, {count}"));
        self.line(&format!("br i1 {is_more}, label {body}, label {exit}"));
        self.begins(&body);
        self.round(from.moved(pointer.clone(), range, unit), &round, depth);
        self.line(&format!("br label {latch}"));
        self.begins(&latch);
        self.line(&format!("{next} = getelementptr i8, {ty} {pointer}, i64 {step}"));
        self.line(&format!("{more} = add i64 {round}, 1"));
        self.line(&format!("br label {header}"));
        self.begins(&exit);
        self.pointers.extend(from.moved(pointer, range, unit));
    }

    fn rounds_in_memory(&mut self, from: &Pointer, step: &str, range: (i32, i32), unit: u32, depth: usize) {
        let (count, ty) = (self.count(), from.space.ty());
        let [header, body, exit] = ["header", "body", "exit"].map(|what| self.fresh(what));
        let [rounds, slot] = ["rounds", "slot"].map(|what| self.fresh(what));
        self.variable(&rounds, "i64", 8);
        self.variable(&slot, ty, 8);
        self.line(&format!("store i64 0, ptr {rounds}"));
        self.line(&format!("store {ty} {}, ptr {slot}", from.name));
        self.line(&format!("br label {header}"));
        self.begins(&header);
        let round = self.temp(format!("load i64, ptr {rounds}"));
        let is_more = self.temp(format!("icmp ult i64 {round}, {count}"));
        self.line(&format!("br i1 {is_more}, label {body}, label {exit}"));
        self.begins(&body);
        let pointer = self.temp(format!("load {ty}, ptr {slot}"));
        self.round(from.moved(pointer, range, unit), &round, depth);
        let last = self.temp(format!("load {ty}, ptr {slot}"));
        let next = self.temp(format!("getelementptr i8, {ty} {last}, i64 {step}"));
        self.line(&format!("store {ty} {next}, ptr {slot}"));
        let more = self.temp(format!("add i64 {round}, 1"));
        self.line(&format!("store i64 {more}, ptr {rounds}"));
        self.line(&format!("br label {header}"));
        self.begins(&exit);
        let name = self.temp(format!("load {ty}, ptr {slot}"));
        self.pointers.extend(from.moved(name, range, unit));
    }

    /// Makes the body of an iteration, with its pointer.
    fn round(&mut self, pointer: Option<Pointer>, round: &str, depth: usize) {
        self.apart(|maker| {
            maker.pointers.extend(pointer);
            maker.numbers.push(round.into());
            maker.uses();
            let count = 1 + maker.random.below(3);
            maker.some(count, depth);
        });
    }

    /// Makes steps whose pointers and numbers are not available afterwards.
    fn apart<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let (pointers, numbers) = (self.pointers.clone(), self.numbers.clone());
        let made = make(self);
        (self.pointers, self.numbers) = (pointers, numbers);
        made
    }
}
