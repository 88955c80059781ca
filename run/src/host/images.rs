//! Images and samplers (OpenCL C 3.0, 6.15.15, "Image Addressing and Filtering"), computed in `f64`.

use super::levels;
use super::named::named;
use super::rounding::{half_value, to_half};

/// The header that the host writes for an image: see `launch.rs`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Header {
    data: *mut u8,
    size: [u32; 3],
    dimensions: u32,
    channels: u32,
    order: u32,
    kind: u32,
    levels: u32,
    samples: u32,
    /// The number of dimensions that are halved from level to level: layers are not.
    shrinking: u32,
}

const SNORM8: u32 = 0x10D0;
const SNORM16: u32 = 0x10D1;
const UNORM8: u32 = 0x10D2;
const UNORM16: u32 = 0x10D3;
const SIGNED8: u32 = 0x10D7;
const SIGNED16: u32 = 0x10D8;
const SIGNED32: u32 = 0x10D9;
const UNSIGNED8: u32 = 0x10DA;
const UNSIGNED16: u32 = 0x10DB;
const UNSIGNED32: u32 = 0x10DC;
const HALF: u32 = 0x10DD;
const FLOAT: u32 = 0x10DE;

/// OpenCL's names of channel types, and their numbers.
pub const KINDS: &[(&str, u32)] = &[
    ("snorm8", SNORM8),
    ("snorm16", SNORM16),
    ("unorm8", UNORM8),
    ("unorm16", UNORM16),
    ("i8", SIGNED8),
    ("i16", SIGNED16),
    ("i32", SIGNED32),
    ("u8", UNSIGNED8),
    ("u16", UNSIGNED16),
    ("u32", UNSIGNED32),
    ("f16", HALF),
    ("f32", FLOAT),
];

/// The bits of samplers.
pub const NORMALIZED: u32 = 1;
pub const TO_EDGE: u32 = 2;
pub const REPEAT: u32 = 6;
pub const MIRRORED: u32 = 8;
pub const LINEAR: u32 = 0x20;
/// The bit for linear filtering between two levels.
pub const MIPMAP_LINEAR: u32 = 0x1000;

/// Returns the size of a channel in bytes.
pub fn channel_size(kind: u32) -> u32 {
    match kind {
        SNORM8 | UNORM8 | SIGNED8 | UNSIGNED8 => 1,
        SIGNED32 | UNSIGNED32 | FLOAT => 4,
        _ => 2,
    }
}

impl Header {
    /// The number of levels.
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// Returns a level as a separate image; levels are stored one after the other.
    pub fn level(&self, number: u32) -> Option<Self> {
        let mut level = *self;
        if number >= self.levels {
            return None;
        }
        for _ in 0..number {
            let texels = level.size.iter().map(|size| *size as usize).product::<usize>();
            level.data = level.data.wrapping_add(texels * self.texel_size());
            level.size.iter_mut().take(self.shrinking as usize).for_each(|size| *size = (*size / 2).max(1));
        }
        Some(level)
    }

    /// Returns the size of a texel with all of its samples.
    fn texel_size(&self) -> usize {
        (self.samples * self.channels * channel_size(self.kind)) as usize
    }

    /// The texels in a dimension.
    pub fn extent(&self, dimension: usize) -> i64 {
        self.size.get(dimension).copied().map_or(1, i64::from)
    }

    /// Returns whether channels are normalized integers.
    pub fn is_normalized(&self) -> bool {
        (SNORM8..=UNORM16).contains(&self.kind)
    }

    fn is_inside(&self, at: [i64; 3]) -> bool {
        at.iter()
            .enumerate()
            .all(|(d, x)| *x >= 0 && *x < if d < self.dimensions as usize { self.extent(d) } else { 1 })
    }

    /// Returns the address of a channel of a texel within the image.
    fn channel(&self, at: [i64; 3], sample: u32, channel: u32) -> *mut u8 {
        let texel = (at[2] * self.extent(1) + at[1]) * self.extent(0) + at[0];
        let sample = texel * i64::from(self.samples) + i64::from(sample);
        let index = sample * i64::from(self.channels) + i64::from(channel);
        self.data.wrapping_offset((index * i64::from(channel_size(self.kind))) as isize)
    }

    /// Returns a texel; zeros outside, and for missing channels except alpha.
    pub fn texel(&self, at: [i64; 3]) -> [f64; 4] {
        self.sample(at, 0)
    }

    /// Returns a sample of a texel, as `texel` does.
    fn sample(&self, at: [i64; 3], sample: u32) -> [f64; 4] {
        let mut texel = [0.0, 0.0, 0.0, if self.channels < 4 { 1.0 } else { 0.0 }];
        if self.is_inside(at) && sample < self.samples {
            for (channel, value) in (0..self.channels.min(4)).zip(texel.iter_mut()) {
                // SAFETY: within the image's data.
                *value = unsafe { read(self.channel(at, sample, channel), self.kind) };
            }
        }
        texel
    }
}

/// Reads a channel.
unsafe fn read(p: *const u8, kind: u32) -> f64 {
    // SAFETY: the caller has as many bytes as the kind has.
    unsafe {
        match kind {
            SNORM8 => (f64::from(p.cast::<i8>().read_unaligned()) / 127.0).max(-1.0),
            SNORM16 => (f64::from(p.cast::<i16>().read_unaligned()) / 32767.0).max(-1.0),
            UNORM8 => f64::from(p.read_unaligned()) / 255.0,
            UNORM16 => f64::from(p.cast::<u16>().read_unaligned()) / 65535.0,
            SIGNED8 => f64::from(p.cast::<i8>().read_unaligned()),
            SIGNED16 => f64::from(p.cast::<i16>().read_unaligned()),
            SIGNED32 => f64::from(p.cast::<i32>().read_unaligned()),
            UNSIGNED8 => f64::from(p.read_unaligned()),
            UNSIGNED16 => f64::from(p.cast::<u16>().read_unaligned()),
            UNSIGNED32 => f64::from(p.cast::<u32>().read_unaligned()),
            HALF => half_value(p.cast::<u16>().read_unaligned()),
            _ => f64::from(p.cast::<f32>().read_unaligned()),
        }
    }
}

/// Writes a channel; values beyond its range are clamped.
unsafe fn write(p: *mut u8, kind: u32, v: f64) {
    let scaled = |low: f64, most: f64| (v.clamp(low, 1.0) * most).round_ties_even();
    // SAFETY: the caller has as many bytes as the kind has; conversions saturate.
    unsafe {
        match kind {
            SNORM8 => p.cast::<i8>().write_unaligned(scaled(-1.0, 127.0) as i8),
            SNORM16 => p.cast::<i16>().write_unaligned(scaled(-1.0, 32767.0) as i16),
            UNORM8 => p.write_unaligned(scaled(0.0, 255.0) as u8),
            UNORM16 => p.cast::<u16>().write_unaligned(scaled(0.0, 65535.0) as u16),
            SIGNED8 => p.cast::<i8>().write_unaligned(v as i8),
            SIGNED16 => p.cast::<i16>().write_unaligned(v as i16),
            SIGNED32 => p.cast::<i32>().write_unaligned(v as i32),
            UNSIGNED8 => p.write_unaligned(v as u8),
            UNSIGNED16 => p.cast::<u16>().write_unaligned(v as u16),
            UNSIGNED32 => p.cast::<u32>().write_unaligned(v as u32),
            HALF => p.cast::<u16>().write_unaligned(to_half(v)),
            _ => p.cast::<f32>().write_unaligned(v as f32),
        }
    }
}

fn addressed(i: i64, size: i64, mode: u32) -> i64 {
    match mode {
        TO_EDGE | MIRRORED => i.clamp(0, size - 1),
        REPEAT => i.rem_euclid(size),
        _ => i,
    }
}

fn folded(x: f64, size: i64, mode: u32) -> f64 {
    let size = size as f64;
    match mode {
        REPEAT => (x - x.floor()) * size,
        MIRRORED => (x - 2.0 * (0.5 * x).round_ties_even()).abs() * size,
        _ => x * size,
    }
}

/// The flags of a kernel's coordinates: floats, and a layer as the last one.
const IS_FLOAT: i32 = 1;
const HAS_LAYER: i32 = 2;

fn sampled(image: &Header, sampler: u32, at: [f64; 3], has_layer: bool) -> [f64; 4] {
    let (mode, all) = (sampler & 0xE, image.dimensions.min(3) as usize);
    let dimensions = if has_layer { all.saturating_sub(1) } else { all };
    let (mut base, mut part) = ([0_i64; 3], [0.0; 3]);
    for (d, ((x, base), part)) in at.iter().zip(base.iter_mut()).zip(part.iter_mut()).enumerate().take(dimensions) {
        let place = if sampler & NORMALIZED != 0 { folded(*x, image.extent(d), mode) } else { *x };
        let place = if sampler & LINEAR != 0 { place - 0.5 } else { place };
        *base = place.floor() as i64;
        *part = if sampler & LINEAR != 0 { place - place.floor() } else { 0.0 };
    }
    // A layer is a number as it is, the nearest that there is.
    let layer = at.get(dimensions).filter(|_| has_layer).map(|layer| layer.round_ties_even() as i64);
    let layer = layer.map(|layer| layer.clamp(0, image.extent(dimensions) - 1));
    let mut sum = [0.0; 4];
    for corner in 0..1_u32 << dimensions {
        let (mut weight, mut place) = (1.0, [0_i64; 3]);
        if let (Some(layer), Some(place)) = (layer, place.get_mut(dimensions)) {
            *place = layer;
        }
        for (d, ((place, base), part)) in place.iter_mut().zip(base).zip(part).enumerate().take(dimensions) {
            let step = i64::from(corner >> d & 1);
            weight *= if step == 1 { part } else { 1.0 - part };
            *place = addressed(base.saturating_add(step), image.extent(d), mode);
        }
        if weight != 0.0 {
            for (sum, value) in sum.iter_mut().zip(image.texel(place)) {
                *sum += weight * value;
            }
        }
    }
    sum
}

/// Writes four numbers: floats (class 0), signed (1) or unsigned (2) integers.
pub unsafe fn give(texel: [f64; 4], class: i32, out: *mut u32) {
    for (channel, value) in texel.into_iter().enumerate() {
        let bits = match class {
            0 => (value as f32).to_bits(),
            1 => (value as i32).cast_unsigned(),
            _ => value as u32,
        };
        // SAFETY: room for four.
        unsafe { out.add(channel).write(bits) };
    }
}

unsafe extern "C" fn spirv_image_sample(
    image: *const Header,
    sampler: *const u8,
    at: *const u32,
    kind: i32,
    level: f32,
    class: i32,
    out: *mut u32,
) {
    // SAFETY: an image of the launch, four coordinates, room for a texel.
    unsafe {
        let at = [0, 1, 2].map(|d| {
            let bits = at.add(d).read();
            if kind & IS_FLOAT != 0 { f64::from(f32::from_bits(bits)) } else { f64::from(bits.cast_signed()) }
        });
        let sampler = sampler as usize as u32;
        let of_level = |image: &Header| sampled(image, sampler, at, kind & HAS_LAYER != 0);
        let most = f64::from((*image).levels.max(1) - 1);
        let level = if sampler & NORMALIZED == 0 { 0.0 } else { f64::from(level).max(0.0).min(most) };
        give(levels::sampled(&*image, sampler, level, of_level), class, out);
    }
}

/// Returns the level of an image by the derivatives of the coordinates in two directions.
unsafe extern "C" fn spirv_image_level(image: *const Header, x: *const [f32; 4], y: *const [f32; 4]) -> f32 {
    // SAFETY: an image of the launch, and coordinates.
    let (image, gradients) = unsafe { (&*image, [*x, *y]) };
    let length = |gradient: [f32; 4]| -> f64 {
        let parts = gradient.iter().enumerate().take(image.shrinking as usize);
        parts.map(|(d, part)| (f64::from(*part) * image.extent(d) as f64).powi(2)).sum::<f64>().sqrt()
    };
    gradients.map(length).into_iter().fold(0.0, f64::max).log2() as f32
}

/// Reads a texel; a missing level or sample is read as zeros.
unsafe extern "C" fn spirv_image_read(
    image: *const Header,
    at: *const u32,
    level: u32,
    sample: u32,
    class: i32,
    out: *mut u32,
) {
    // SAFETY: an image of the launch, four coordinates, room for a texel.
    unsafe {
        let at = [0, 1, 2].map(|d| i64::from(at.add(d).read().cast_signed()));
        let texel = match level {
            0 => (*image).sample(at, sample),
            _ => (*image).level(level).map_or([0.0; 4], |level| level.sample(at, sample)),
        };
        give(texel, class, out);
    }
}

/// Writes a texel; nothing is written outside of the image.
unsafe extern "C" fn spirv_image_write(
    image: *const Header,
    at: *const u32,
    level: u32,
    sample: u32,
    class: i32,
    texel: *const u32,
) {
    // SAFETY: an image of the launch, four coordinates, a texel.
    unsafe {
        let at = [0, 1, 2].map(|d| i64::from(at.add(d).read().cast_signed()));
        // A helper writes to no image.
        let Some(image) = image.as_ref().and_then(|image| image.level(level)) else { return };
        if !image.is_inside(at) || sample >= image.samples {
            return;
        }
        for channel in 0..image.channels.min(4) {
            let bits = texel.add(channel as usize).read();
            let value = match class {
                0 => f64::from(f32::from_bits(bits)),
                _ if matches!(image.kind, UNSIGNED8 | UNSIGNED16 | UNSIGNED32) => f64::from(bits),
                _ => f64::from(bits.cast_signed()),
            };
            write(image.channel(at, sample, channel), image.kind, value);
        }
    }
}

/// Memory for texels outside of images.
static SPARE: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

/// Returns the address of a texel, for atomic instructions.
unsafe extern "C" fn spirv_image_texel(image: *const Header, at: *const u32, sample: u32) -> *mut u8 {
    // SAFETY: an image of the launch, four coordinates.
    unsafe {
        let at = [0, 1, 2].map(|d| i64::from(at.add(d).read().cast_signed()));
        let is_there = (*image).is_inside(at) && sample < (*image).samples;
        if is_there { (*image).channel(at, sample, 0) } else { SPARE.as_ptr().cast() }
    }
}

/// Returns the size of a level in a dimension; 0 for a missing level.
unsafe extern "C" fn spirv_image_size(image: *const Header, dimension: i32, level: u32) -> i32 {
    // SAFETY: an image of the launch.
    unsafe { (*image).level(level).map_or(0, |level| level.extent(dimension as usize) as i32) }
}

unsafe extern "C" fn spirv_image_levels(image: *const Header) -> u32 {
    // SAFETY: an image of the launch.
    unsafe { (*image).levels }
}

unsafe extern "C" fn spirv_image_samples(image: *const Header) -> u32 {
    // SAFETY: an image of the launch.
    unsafe { (*image).samples }
}

/// Returns SPIR-V's number of the channel type: from 0, where OpenCL's numbers start at 0x10D0.
unsafe extern "C" fn spirv_image_format(image: *const Header) -> i32 {
    // SAFETY: an image of the launch.
    unsafe { ((*image).kind - SNORM8) as i32 }
}

unsafe extern "C" fn spirv_image_order(image: *const Header) -> i32 {
    // SAFETY: an image of the launch.
    unsafe { ((*image).order - 0x10B0) as i32 }
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    named![
        spirv_image_sample,
        spirv_image_level,
        spirv_image_read,
        spirv_image_write,
        spirv_image_texel,
        spirv_image_size,
        spirv_image_levels,
        spirv_image_samples,
        spirv_image_format,
        spirv_image_order
    ]
}
