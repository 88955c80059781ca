//! Images: their sizes, their contents before a run, and their copies after it.

use super::failed;
use super::memory::{Buffer, Handle, Run};
use crate::formats::Format;
use crate::setup::{Given, Picture, Sampler};
use crate::{Result, lacks};
use ash::vk;

/// Texels on each side.
const SIDE: u32 = 16;
/// Slices of an image of three dimensions.
const DEPTH: u32 = 4;
/// Layers of an array of images.
const LAYERS: u32 = 4;
/// Levels of an image that is sampled.
const LEVELS: u32 = 4;

/// An image with the buffer from and to which its contents are copied.
#[derive(Clone, Copy, Debug)]
pub struct Image {
    /// The image.
    pub handle: vk::Image,
    /// A view of the whole image.
    pub view: vk::ImageView,
    /// Its format.
    pub format: Format,
    /// The contents; none if there are several samples.
    pub staging: Option<Buffer>,
    extent: vk::Extent3D,
    layers: u32,
    levels: u32,
}

/// The shape of an image.
struct Shape {
    ty: vk::ImageType,
    view: vk::ImageViewType,
    extent: vk::Extent3D,
    layers: u32,
    flags: vk::ImageCreateFlags,
}

fn shape(dim: &str, is_arrayed: bool) -> Result<Shape> {
    use vk::{ImageType as T, ImageViewType as V};
    let none = vk::ImageCreateFlags::empty();
    let (ty, view, (height, depth), layers, flags) = match (dim, is_arrayed) {
        ("1D", false) => (T::TYPE_1D, V::TYPE_1D, (1, 1), 1, none),
        ("1D", true) => (T::TYPE_1D, V::TYPE_1D_ARRAY, (1, 1), LAYERS, none),
        ("2D", false) => (T::TYPE_2D, V::TYPE_2D, (SIDE, 1), 1, none),
        ("2D", true) => (T::TYPE_2D, V::TYPE_2D_ARRAY, (SIDE, 1), LAYERS, none),
        ("3D", false) => (T::TYPE_3D, V::TYPE_3D, (SIDE, DEPTH), 1, none),
        ("Cube", false) => (T::TYPE_2D, V::CUBE, (SIDE, 1), 6, vk::ImageCreateFlags::CUBE_COMPATIBLE),
        ("Cube", true) => (T::TYPE_2D, V::CUBE_ARRAY, (SIDE, 1), 12, vk::ImageCreateFlags::CUBE_COMPATIBLE),
        _ => return lacks(format!("images of dimension {dim}")),
    };
    Ok(Shape { ty, view, extent: vk::Extent3D { width: SIDE, height, depth }, layers, flags })
}

/// Returns width, height, depth and layers of an image that is filled by the pattern.
///
/// # Errors Dimensions that this tool does not support.
pub fn size(picture: &Picture) -> Result<[u32; 4]> {
    let Shape { extent, layers, .. } = shape(&picture.dim, picture.is_arrayed)?;
    Ok([extent.width, extent.height, extent.depth, layers])
}

fn aspect(format: Format) -> vk::ImageAspectFlags {
    if format.vk == vk::Format::D32_SFLOAT { vk::ImageAspectFlags::DEPTH } else { vk::ImageAspectFlags::COLOR }
}

impl Image {
    fn range(&self) -> vk::ImageSubresourceRange {
        let range = vk::ImageSubresourceRange::default().aspect_mask(aspect(self.format));
        range.level_count(self.levels).layer_count(self.layers)
    }

    /// Returns the texels of a level, in all layers.
    fn texels(&self, level: u32) -> usize {
        let vk::Extent3D { width, height, depth } = self.level(level);
        (width * height * depth * self.layers) as usize
    }

    fn level(&self, level: u32) -> vk::Extent3D {
        let part = |size: u32| (size >> level).max(1);
        vk::Extent3D {
            width: part(self.extent.width),
            height: part(self.extent.height),
            depth: part(self.extent.depth),
        }
    }

    /// Returns the copies between the image and its buffer.
    fn copies(&self) -> Vec<vk::BufferImageCopy> {
        let mut offset = 0;
        let copy = |level| {
            let layers = vk::ImageSubresourceLayers::default().aspect_mask(aspect(self.format));
            let layers = layers.mip_level(level).layer_count(self.layers);
            let copy = vk::BufferImageCopy::default().buffer_offset(offset).image_subresource(layers);
            offset += (self.texels(level) * self.format.size()) as u64;
            copy.image_extent(self.level(level))
        };
        (0..self.levels).map(copy).collect()
    }
}

impl Run<'_> {
    /// Creates an image with the contents of the pattern.
    pub fn image(&mut self, picture: &Picture, seed: u64) -> Result<Image> {
        let usage = match picture.is_storage {
            true => vk::ImageUsageFlags::STORAGE,
            false => vk::ImageUsageFlags::SAMPLED,
        };
        if let Some(given) = &picture.given {
            return self.given(picture, given, usage);
        }
        let levels = if picture.is_storage || picture.is_multisampled || picture.dim == "1D" { 1 } else { LEVELS };
        let samples = if picture.is_multisampled { vk::SampleCountFlags::TYPE_4 } else { vk::SampleCountFlags::TYPE_1 };
        let shape = shape(&picture.dim, picture.is_arrayed)?;
        let mut image = self.bare(&shape, picture.format, usage, levels, samples)?;
        if !picture.is_multisampled {
            let texels = (0..levels).map(|level| image.texels(level)).sum();
            image.staging = Some(self.buffer(&picture.format.filled(texels, seed))?);
        }
        Ok(image)
    }

    /// Creates an image of one level with given contents.
    fn given(&mut self, picture: &Picture, given: &Given, usage: vk::ImageUsageFlags) -> Result<Image> {
        let mut shape = shape(&picture.dim, false)?;
        let [width, height, depth] = given.extent;
        shape.extent = vk::Extent3D { width, height, depth };
        let mut image = self.bare(&shape, picture.format, usage, 1, vk::SampleCountFlags::TYPE_1)?;
        if image.texels(0) * picture.format.size() != given.bytes.len() {
            return lacks(format!("an image of {} bytes", given.bytes.len()));
        }
        image.staging = Some(self.buffer(&given.bytes)?);
        Ok(image)
    }

    /// Creates an image to draw into.
    pub fn target(&mut self, format: Format, side: u32) -> Result<Image> {
        let usage = match aspect(format) {
            vk::ImageAspectFlags::DEPTH => vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
            _ => vk::ImageUsageFlags::COLOR_ATTACHMENT,
        };
        let mut shape = shape("2D", false)?;
        shape.extent = vk::Extent3D { width: side, height: side, depth: 1 };
        let mut image = self.bare(&shape, format, usage, 1, vk::SampleCountFlags::TYPE_1)?;
        image.staging = Some(self.buffer(&vec![0; image.texels(0) * format.size()])?);
        Ok(image)
    }

    fn bare(
        &mut self,
        shape: &Shape,
        format: Format,
        usage: vk::ImageUsageFlags,
        levels: u32,
        samples: vk::SampleCountFlags,
    ) -> Result<Image> {
        let info = vk::ImageCreateInfo::default()
            .flags(shape.flags)
            .image_type(shape.ty)
            .format(format.vk)
            .extent(shape.extent)
            .mip_levels(levels)
            .array_layers(shape.layers)
            .samples(samples)
            .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST);
        let device = &self.gpu.device;
        // SAFETY: sizes and samples are within the least limits of Vulkan; a format that is not there is an error.
        let handle = unsafe { device.create_image(&info, None) }.map_err(failed("vkCreateImage"))?;
        self.keep(Handle::Image(handle));
        // SAFETY: the image is of the device.
        let memory = self.memory(unsafe { device.get_image_memory_requirements(handle) })?;
        // SAFETY: the memory is as large as the image needs.
        unsafe { device.bind_image_memory(handle, memory, 0) }.map_err(failed("vkBindImageMemory"))?;
        let (extent, layers) = (shape.extent, shape.layers);
        let view = vk::ImageView::null();
        let mut image = Image { handle, view, format, staging: None, extent, layers, levels };
        let info = vk::ImageViewCreateInfo::default().image(handle).view_type(shape.view).format(format.vk);
        // SAFETY: the view is of the image's format and within it.
        let view = unsafe { device.create_image_view(&info.subresource_range(image.range()), None) };
        image.view = view.map_err(failed("vkCreateImageView"))?;
        self.keep(Handle::ImageView(image.view));
        Ok(image)
    }

    /// Creates a sampler.
    pub fn sampler(&mut self, sampler: Sampler) -> Result<vk::Sampler> {
        let filter = if sampler.is_linear { vk::Filter::LINEAR } else { vk::Filter::NEAREST };
        let mode = sampler.mode;
        let most = if sampler.is_unnormalized { 0.0 } else { vk::LOD_CLAMP_NONE };
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter)
            .min_filter(filter)
            .address_mode_u(mode)
            .address_mode_v(mode)
            .address_mode_w(mode)
            .compare_enable(sampler.compares)
            .compare_op(vk::CompareOp::LESS_OR_EQUAL)
            .unnormalized_coordinates(sampler.is_unnormalized)
            .max_lod(most);
        // SAFETY: the modes are those that every device has.
        let handle = unsafe { self.gpu.device.create_sampler(&info, None) }.map_err(failed("vkCreateSampler"))?;
        self.keep(Handle::Sampler(handle));
        Ok(handle)
    }

    /// Records a barrier that makes all earlier work complete and visible, and the new layout of an image.
    pub fn layout(&self, commands: vk::CommandBuffer, image: &Image, from: vk::ImageLayout, to: vk::ImageLayout) {
        let all = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
        let barrier = vk::ImageMemoryBarrier::default()
            .src_access_mask(all)
            .dst_access_mask(all)
            .old_layout(from)
            .new_layout(to)
            .image(image.handle)
            .subresource_range(image.range());
        let stage = vk::PipelineStageFlags::ALL_COMMANDS;
        // SAFETY: the commands are being recorded, outside of rendering.
        unsafe {
            let flags = vk::DependencyFlags::empty();
            self.gpu.device.cmd_pipeline_barrier(commands, stage, stage, flags, &[], &[], &[barrier]);
        }
    }

    /// Records the commands that give an image its contents.
    pub fn upload(&self, commands: vk::CommandBuffer, image: &Image) {
        let layout = vk::ImageLayout::GENERAL;
        self.layout(commands, image, vk::ImageLayout::UNDEFINED, layout);
        let device = &self.gpu.device;
        // SAFETY: the buffer is as large as the copies say; the commands are being recorded.
        unsafe {
            match image.staging {
                Some(buffer) => {
                    device.cmd_copy_buffer_to_image(commands, buffer.handle, image.handle, layout, &image.copies());
                }
                None if aspect(image.format) == vk::ImageAspectFlags::DEPTH => {
                    let value = vk::ClearDepthStencilValue { depth: 0.5, stencil: 0 };
                    device.cmd_clear_depth_stencil_image(commands, image.handle, layout, &value, &[image.range()]);
                }
                None => {
                    let value = match image.format.number {
                        crate::formats::Number::Integer => vk::ClearColorValue { uint32: [1, 2, 3, 4] },
                        _ => vk::ClearColorValue { float32: [0.25, 0.5, 0.75, 1.0] },
                    };
                    device.cmd_clear_color_image(commands, image.handle, layout, &value, &[image.range()]);
                }
            }
        }
        self.layout(commands, image, layout, layout);
    }

    /// Records the copy of an image's contents after the run.
    pub fn download(&self, commands: vk::CommandBuffer, image: &Image) {
        let layout = vk::ImageLayout::GENERAL;
        self.layout(commands, image, layout, layout);
        if let Some(buffer) = image.staging {
            // SAFETY: as for `upload`.
            unsafe {
                let device = &self.gpu.device;
                device.cmd_copy_image_to_buffer(commands, image.handle, layout, buffer.handle, &image.copies());
            }
        }
    }
}
