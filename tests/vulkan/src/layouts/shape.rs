//! Random types with explicit layouts.

use llvm_spirv_testing::Random;

/// The limit on nesting of structures and arrays.
const DEEPEST: u32 = 3;

/// The scalar types: name, size in bytes, and true if matrices may have it.
pub const SCALARS: &[(&str, u32, bool)] = &[
    ("float", 4, true),
    ("int", 4, false),
    ("uint", 4, false),
    ("double", 8, true),
    ("long", 8, false),
    ("ulong", 8, false),
    ("half", 2, false),
    ("short", 2, false),
    ("ushort", 2, false),
    ("char", 1, false),
    ("uchar", 1, false),
];

/// A type with a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A row of `SCALARS`.
    Scalar(usize),
    /// A row, and the number of components.
    Vector(usize, u32),
    /// A row, columns, rows, `MatrixStride`, and true for row-major order.
    Matrix { scalar: usize, columns: u32, rows: u32, stride: u32, is_row_major: bool },
    /// The element, the length (0 for an open array), and `ArrayStride`.
    Array { element: Box<Shape>, length: u32, stride: u32 },
    /// Members with their offsets.
    Struct(Vec<(Shape, u32)>),
}

/// The rules of a block.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// True if arrays, matrices and structures are aligned to 16 bytes, as in Uniform memory.
    pub is_extended: bool,
}

/// Returns the row of a scalar.
pub fn scalar(row: usize) -> (&'static str, u32, bool) {
    SCALARS.get(row).copied().unwrap_or(("float", 4, true))
}

impl Shape {
    /// Returns the alignment that Vulkan requires.
    pub fn alignment(&self, rules: Rules) -> u32 {
        let extended = |alignment: u32| if rules.is_extended { alignment.next_multiple_of(16) } else { alignment };
        match self {
            Self::Scalar(row) => scalar(*row).1,
            Self::Vector(row, count) => scalar(*row).1 * count.next_power_of_two(),
            Self::Matrix { scalar: row, columns, rows, is_row_major, .. } => {
                let count = if *is_row_major { columns } else { rows };
                extended(scalar(*row).1 * count.next_power_of_two())
            }
            Self::Array { element, .. } => extended(element.alignment(rules)),
            Self::Struct(members) => {
                extended(members.iter().map(|(member, _)| member.alignment(rules)).max().unwrap_or(1))
            }
        }
    }

    /// Returns the size in bytes, including padding behind arrays, matrices and structures.
    pub fn size(&self, rules: Rules) -> u32 {
        match self {
            Self::Scalar(row) => scalar(*row).1,
            Self::Vector(row, count) => scalar(*row).1 * count,
            Self::Matrix { columns, rows, stride, is_row_major, .. } => {
                stride * if *is_row_major { rows } else { columns }
            }
            Self::Array { length, stride, .. } => stride * length,
            Self::Struct(members) => {
                let end = members.iter().map(|(member, offset)| offset + member.size(rules)).max().unwrap_or(0);
                end.next_multiple_of(self.alignment(rules))
            }
        }
    }

    /// Returns a random type, with structures and arrays nested at most `depth` deep.
    fn any(random: &mut Random, rules: Rules, depth: u32) -> Self {
        match random.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => Self::Scalar(number(random, rules)),
            2 | 3 => Self::Vector(number(random, rules), 2 + random.below(3) as u32),
            4 => Self::matrix(random, rules),
            5 | 6 => Self::structure(random, rules, depth - 1, false),
            _ => {
                let length = 1 + random.below(4) as u32;
                Self::array(random, rules, depth - 1, length)
            }
        }
    }

    fn matrix(random: &mut Random, rules: Rules) -> Self {
        let scalar = if random.one_in(4) { 3 } else { 0 };
        let (columns, rows) = (2 + random.below(3) as u32, 2 + random.below(3) as u32);
        let mut matrix = Self::Matrix { scalar, columns, rows, stride: 0, is_row_major: random.one_in(2) };
        let alignment = matrix.alignment(rules);
        if let Self::Matrix { stride, .. } = &mut matrix {
            *stride = alignment * if random.one_in(4) { 2 } else { 1 };
        }
        matrix
    }

    fn array(random: &mut Random, rules: Rules, depth: u32, length: u32) -> Self {
        let element = Box::new(Self::any(random, rules, depth));
        let mut array = Self::Array { element, length, stride: 0 };
        let alignment = array.alignment(rules);
        if let Self::Array { element, stride, .. } = &mut array {
            let gap = if random.one_in(3) { alignment * random.below(3) as u32 } else { 0 };
            *stride = element.size(rules).next_multiple_of(alignment) + gap;
        }
        array
    }

    /// Returns a random structure; the last member of a block may be an open array.
    fn structure(random: &mut Random, rules: Rules, depth: u32, is_open: bool) -> Self {
        let count = 1 + random.below(5);
        let mut members: Vec<_> = (0..count).map(|_| (Self::any(random, rules, depth), 0)).collect();
        let mut order: Vec<_> = (0..count).collect();
        if random.one_in(6) {
            (1..count).rev().for_each(|last| order.swap(last, random.below(last + 1)));
        }
        let mut at = 0u32;
        for index in order {
            if let Some((member, offset)) = members.get_mut(index) {
                let alignment = member.alignment(rules);
                let gap = if random.one_in(4) { alignment * random.below(4) as u32 } else { 0 };
                *offset = at.next_multiple_of(alignment) + gap;
                at = *offset + member.size(rules);
            }
        }
        if is_open {
            let array = Self::array(random, rules, depth, 0);
            let offset = at.next_multiple_of(array.alignment(rules));
            members.push((array, offset));
        }
        Self::Struct(members)
    }

    /// Returns a random block.
    pub fn block(random: &mut Random, rules: Rules) -> Self {
        let is_open = !rules.is_extended && random.one_in(3);
        Self::structure(random, rules, DEEPEST, is_open)
    }
}

/// Returns a row of `SCALARS`; Uniform memory has numbers of 32 and 64 bits.
fn number(random: &mut Random, rules: Rules) -> usize {
    if random.one_in(3) { 0 } else { random.below(if rules.is_extended { 6 } else { SCALARS.len() }) }
}
