//! Images as shaders sample them (Vulkan, "Image Operations"): cubes, layers, offsets, gathers and comparisons of
//! depths, computed in `f64`.

use super::images::{Header, LINEAR, MIPMAP_LINEAR, MIRRORED, NORMALIZED, REPEAT, TO_EDGE, give};
use super::levels;
use super::named::named;
use crate::abi::Question;

/// Queries other than for a texel.
const GATHER: u32 = 1;
const QUERY: u32 = 2;

/// SPIR-V's dimensionalities that are handled separately.
pub const DIM_1D: u32 = 0;
const DIM_3D: u32 = 2;
pub const DIM_CUBE: u32 = 3;

/// The bits of a sampler for the comparison of depths: one more than Vulkan's number, 0 for none.
const COMPARES: u32 = 8;

impl Question {
    /// Returns the number of coordinates of a gradient.
    pub fn gradient_size(&self) -> usize {
        match self.dim {
            DIM_1D => 1,
            DIM_3D | DIM_CUBE => 3,
            _ => 2,
        }
    }
}

/// The position of a texel: column, row, and plane or layer.
type At = [i64; 3];

struct Sampling<'s> {
    image: &'s Header,
    sampler: u32,
    question: &'s Question,
    /// The number of filtered dimensions.
    dimensions: usize,
    /// The layer; for a cube the number of the face over all layers.
    layer: i64,
    depth: f64,
}

/// Returns the face to which a direction points, and the position on it, from 0 to 1.
fn face([x, y, z]: [f64; 3]) -> (i64, [f64; 3]) {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (face, s, t, most) = if az >= ax && az >= ay {
        if z < 0.0 { (5, -x, -y, az) } else { (4, x, -y, az) }
    } else if ay >= ax {
        if y < 0.0 { (3, x, -z, ay) } else { (2, x, z, ay) }
    } else if x < 0.0 {
        (1, z, -y, ax)
    } else {
        (0, -z, -y, ax)
    };
    (face, [(s / most + 1.0) / 2.0, (t / most + 1.0) / 2.0, 0.0])
}

/// Returns the direction to a position on a face.
fn direction(face: i64, [s, t]: [f64; 2]) -> [f64; 3] {
    let (s, t) = (2.0 * s - 1.0, 2.0 * t - 1.0);
    match face {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

/// Returns the coordinate of a texel by the sampler's addressing mode; `None` in the border.
fn wrapped(i: i64, size: i64, mode: u32) -> Option<i64> {
    match mode {
        TO_EDGE => Some(i.clamp(0, size - 1)),
        REPEAT => Some(i.rem_euclid(size)),
        MIRRORED => {
            let turn = i.rem_euclid(2 * size);
            Some(if turn < size { turn } else { 2 * size - 1 - turn })
        }
        _ => (0..size).contains(&i).then_some(i),
    }
}

/// Compares depths; Vulkan's operators are numbered in this order.
fn compares(op: u32, reference: f64, texel: f64) -> bool {
    match op {
        0 => false,
        1 => reference < texel,
        2 => reference == texel,
        3 => reference <= texel,
        4 => reference > texel,
        5 => reference != texel,
        6 => reference >= texel,
        _ => true,
    }
}

impl Sampling<'_> {
    /// Returns a texel, or the result of its depth comparison; `None` beyond the corner of a cube, where there is no
    /// texel.
    fn texel(&self, at: At) -> Option<[f64; 4]> {
        let place = if self.question.dim == DIM_CUBE { self.across(at)? } else { self.wrapped(at) };
        let texel = place.map_or([0.0; 4], |place| self.image.texel(place));
        if self.question.has_depth == 0 {
            return Some(texel);
        }
        // Samplers that say nothing compare as most do.
        let op = (self.sampler >> COMPARES & 0xF).checked_sub(1).unwrap_or(3);
        let is_normalized = self.image.is_normalized();
        let reference = if is_normalized { self.depth.clamp(0.0, 1.0) } else { self.depth };
        Some([f64::from(u8::from(compares(op, reference, texel[0]))), 0.0, 0.0, 1.0])
    }

    /// Returns a position by the sampler's addressing mode, with the layer.
    fn wrapped(&self, at: At) -> Option<At> {
        let mut place = [0; 3];
        for (d, (place, i)) in place.iter_mut().zip(at).enumerate().take(self.dimensions) {
            *place = wrapped(i, self.image.extent(d), self.sampler & 0xE)?;
        }
        if self.question.is_arrayed != 0
            && let Some(layer) = place.get_mut(self.dimensions)
        {
            *layer = self.layer;
        }
        Some(place)
    }

    /// Returns a position on a cube: beyond an edge of a face it is on the adjacent face.
    fn across(&self, [i, j, _]: At) -> Option<Option<At>> {
        let size = self.image.extent(0);
        let is_beyond = |i: i64| !(0..size).contains(&i);
        if is_beyond(i) && is_beyond(j) {
            return None;
        }
        if !is_beyond(i) && !is_beyond(j) {
            return Some(Some([i, j, self.layer]));
        }
        let on_face = |i: i64| (i as f64 + 0.5) / size as f64;
        let (next, place) = face(direction(self.layer % 6, [on_face(i), on_face(j)]));
        let [i, j] = [place[0], place[1]].map(|x| ((x * size as f64).floor() as i64).clamp(0, size - 1));
        Some(Some([i, j, self.layer / 6 * 6 + next]))
    }

    /// Returns the lowest of the texels around a position, and the position relative to it.
    fn corner(&self, at: [f64; 3], is_linear: bool) -> (At, [f64; 3]) {
        let (mut base, mut part) = ([0; 3], [0.0; 3]);
        let is_normalized = self.sampler & NORMALIZED != 0 || self.question.dim == DIM_CUBE;
        for (d, ((x, base), part)) in at.iter().zip(&mut base).zip(&mut part).enumerate().take(self.dimensions) {
            let place = if is_normalized { x * self.image.extent(d) as f64 } else { *x };
            let place = if is_linear { place - 0.5 } else { place };
            *base = place.floor() as i64;
            *part = if is_linear { place - place.floor() } else { 0.0 };
        }
        (base, part)
    }

    fn moved(&self, at: At, offset: usize, step: At) -> At {
        let offset = self.question.offsets.get(offset).copied().unwrap_or_default();
        [0, 1, 2].map(|d| at[d].saturating_add(step[d]).saturating_add(i64::from(offset[d])))
    }

    fn filtered(&self, at: [f64; 3]) -> [f64; 4] {
        let (base, part) = self.corner(at, self.sampler & LINEAR != 0);
        let (mut sum, mut missing) = ([0.0; 4], 0.0);
        for corner in 0..1_i64 << self.dimensions {
            let step = [0, 1, 2].map(|d| corner >> d & 1);
            let weight: f64 =
                (0..self.dimensions).map(|d| if step[d] == 1 { part[d] } else { 1.0 - part[d] }).product();
            if weight == 0.0 {
                continue;
            }
            match self.texel(self.moved(base, 0, step)) {
                Some(texel) => sum.iter_mut().zip(texel).for_each(|(sum, value)| *sum += weight * value),
                None => missing += weight,
            }
        }
        if missing > 0.0 {
            let average = self.average(base);
            sum.iter_mut().zip(average).for_each(|(sum, value)| *sum += missing * value);
        }
        sum
    }

    /// Returns the texel at the corner of a cube: the average of the three adjacent ones.
    fn average(&self, base: At) -> [f64; 4] {
        let around = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]];
        let mut sum = [0.0; 4];
        for texel in around.iter().filter_map(|step| self.texel(self.moved(base, 0, *step))) {
            sum.iter_mut().zip(texel).for_each(|(sum, value)| *sum += value / 3.0);
        }
        sum
    }

    /// Returns one channel of four texels, in Vulkan's order.
    fn gathered(&self, at: [f64; 3]) -> [f64; 4] {
        const ORDER: [At; 4] = [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]];
        let (base, _) = self.corner(at, true);
        let mut all = [0.0; 4];
        for (number, (value, step)) in all.iter_mut().zip(ORDER).enumerate() {
            let place = match self.question.has_offsets {
                0 => self.moved(base, 0, step),
                _ => self.moved(base, number, [0; 3]),
            };
            let texel = self.texel(place).unwrap_or_else(|| self.average(base));
            *value = texel.get(self.question.channel as usize).copied().unwrap_or(0.0);
        }
        all
    }
}

fn answer(image: &Header, sampler: u32, question: &Question) -> [f64; 4] {
    let of = |bits: u32| match question.is_float {
        0 => f64::from(bits.cast_signed()),
        _ => f64::from(f32::from_bits(bits)),
    };
    let mut at = question.at.map(of);
    let mut depth = f64::from(question.depth);
    let (dimensions, coordinates) = match question.dim {
        DIM_1D => (1, 1),
        DIM_3D => (3, 3),
        DIM_CUBE => (2, 3),
        _ => (2, 2),
    };
    if question.is_projected != 0 {
        let q = at.get(coordinates).copied().unwrap_or(1.0);
        at = at.map(|x| x / q);
        depth /= q;
    }
    // Of an array the layer is next.
    let layers = i64::from(question.dim == DIM_CUBE) * 5 + 1;
    let most = image.extent(dimensions) / layers;
    let layer = at.get(coordinates).copied().filter(|_| question.is_arrayed != 0).unwrap_or(0.0);
    let mut layer = (layer.round_ties_even() as i64).clamp(0, (most - 1).max(0));
    let mut place = [at[0], at[1], at[2]];
    if question.dim == DIM_CUBE {
        let (face, on_face) = face(place);
        (layer, place) = (6 * layer + face, on_face);
    }
    let most = f64::from(image.levels().max(1) - 1);
    let base = levels::base(image, sampler, question, (at, coordinates));
    let level = levels::within(base, question, most);
    if question.what == QUERY {
        let accessed = if sampler & MIPMAP_LINEAR != 0 { level } else { levels::nearest(level, most) };
        return [accessed, base, 0.0, 0.0];
    }
    levels::sampled(image, sampler, level, |level| {
        let sampling = Sampling { image: level, sampler, question, dimensions, layer, depth };
        if question.what == GATHER { sampling.gathered(place) } else { sampling.filtered(place) }
    })
}

/// Answers a query; the texels of a missing image are zeros.
unsafe extern "C" fn spirv_image_ask(
    image: *const Header,
    sampler: usize,
    question: &Question,
    class: i32,
    out: *mut u32,
) {
    // SAFETY: an image of the launch, or none, and room for a texel.
    unsafe {
        let texel = image.as_ref().map_or([0.0; 4], |image| answer(image, sampler as u32, question));
        give(texel, class, out);
    }
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    named![spirv_image_ask]
}
