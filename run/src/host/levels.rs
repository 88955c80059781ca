//! The selection of the level to sample (Vulkan, "Level-of-Detail Operation").

use super::images::{Header, MIPMAP_LINEAR, NORMALIZED};
use super::sampling::DIM_CUBE;
use crate::abi::Question;

/// The bits of image operands with floating-point values.
const BIAS: u32 = 1;
const LOD: u32 = 2;
const GRAD: u32 = 4;
const MIN_LOD: u32 = 0x80;

/// The floating-point operands, in order; a mask of shaders may have a bias next to gradients, which then are
/// derivatives.
struct Operands {
    bias: f64,
    level: Option<f64>,
    gradients: Option<[[f64; 3]; 2]>,
    least: f64,
}

fn operands(question: &Question, coordinates: usize) -> Operands {
    let mut rest = question.floats.iter().map(|value| f64::from(*value));
    let mut next = |bit: u32| if question.mask & bit != 0 { rest.next() } else { None };
    let (bias, level) = (next(BIAS).unwrap_or(0.0), next(LOD));
    let mut gradient = || {
        let mut all = [0.0; 3];
        all.iter_mut().take(coordinates).for_each(|part| *part = next(GRAD).unwrap_or(0.0));
        all
    };
    let gradients = [gradient(), gradient()];
    let gradients = (question.mask & GRAD != 0).then_some(gradients);
    Operands { bias, level, gradients, least: next(MIN_LOD).unwrap_or(0.0) }
}

/// Returns the level before it is clamped to those of the image.
pub fn base(image: &Header, sampler: u32, question: &Question, (at, coordinates): ([f64; 4], usize)) -> f64 {
    let operands = operands(question, coordinates);
    if sampler & NORMALIZED == 0 && question.dim != DIM_CUBE {
        return 0.0;
    }
    let level = match (operands.level, operands.gradients) {
        (Some(level), _) => level,
        (None, Some(gradients)) => {
            let length = |gradient: [f64; 3]| -> f64 {
                let on_face = if question.dim == DIM_CUBE { across(at, gradient) } else { gradient };
                let texels = on_face.iter().enumerate().map(|(d, part)| part * image.extent(d) as f64);
                let count = if question.dim == DIM_CUBE { 2 } else { coordinates };
                texels.take(count).map(|part| part * part).sum::<f64>().sqrt()
            };
            gradients.map(length).into_iter().fold(0.0, f64::max).log2()
        }
        (None, None) => 0.0,
    };
    level + operands.bias
}

/// Returns the level, clamped to those of the image and to the minimum of the operand.
pub fn within(base: f64, question: &Question, most: f64) -> f64 {
    let coordinates = if question.mask & GRAD == 0 { 0 } else { question.gradient_size() };
    let least = operands(question, coordinates).least;
    // What is not a number is the first.
    base.max(least).max(0.0).min(most)
}

/// Samples the nearest level of the image, or interpolates between two.
pub fn sampled(image: &Header, sampler: u32, level: f64, sample: impl Fn(&Header) -> [f64; 4]) -> [f64; 4] {
    let most = f64::from(image.levels().max(1) - 1);
    let of = |number: f64| sample(&image.level(number as u32).unwrap_or(*image));
    if sampler & MIPMAP_LINEAR == 0 {
        return of(nearest(level, most));
    }
    if level.fract() == 0.0 {
        return of(level);
    }
    let (low, high, part) = (of(level.floor()), of((level.floor() + 1.0).min(most)), level.fract());
    [0, 1, 2, 3].map(|channel| low[channel] * (1.0 - part) + high[channel] * part)
}

/// Returns the nearest level.
pub fn nearest(level: f64, most: f64) -> f64 {
    ((level + 0.5).ceil() - 1.0).clamp(0.0, most)
}

/// Returns the change of the position on a face of a cube, from a direction and its change.
fn across([x, y, z, _]: [f64; 4], [dx, dy, dz]: [f64; 3]) -> [f64; 3] {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    // Along the face, and towards it; signs do not matter for lengths.
    let (s, t, most) = if az >= ax && az >= ay {
        ((x, dx), (y, dy), (z, dz))
    } else if ay >= ax {
        ((x, dx), (z, dz), (y, dy))
    } else {
        ((z, dz), (y, dy), (x, dx))
    };
    let moved = |(c, dc): (f64, f64)| 0.5 * (most.0.abs() * dc - c * most.1 * most.0.signum()) / (most.0 * most.0);
    [moved(s), moved(t), 0.0]
}
