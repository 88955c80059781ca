//! A run: all resources are created and filled, the shader runs, and its results are read back.

use super::bind::{Bindings, Bound, TEXELS};
use super::images::{self, Image};
use super::memory::{Buffer, Handle, Run};
use super::pipeline::{SLOT, attachments};
use super::{Contents, Dump, Gpu, failed};
use crate::formats::Format;
use crate::layout::{self, Kind, Leaf};
use crate::setup::{Attribute, Block, Setup, Slot, Thing, Work};
use crate::{Fault, Result, capture, partner};
use ash::vk;
use std::time::{Duration, Instant};

/// The pixels on each side of the image that is drawn.
pub const SIDE: u32 = 32;
/// The number of vertices, and of instances.
const VERTICES: u32 = 12;
const INSTANCES: u32 = 2;
/// The time limit for a shader.
const LIMIT: Duration = Duration::from_secs(30);
/// The text in the error of a shader that exceeds that limit.
pub const ENDLESS: &str = "vkWaitForFences";

/// The resources of a stage other than bindings.
#[derive(Debug, Default)]
struct Extra {
    /// The attributes of vertices.
    vertices: Option<Buffer>,
    /// The recorded outputs.
    recorded: Option<Buffer>,
    /// The color attachments by location, and the depths.
    colors: Vec<Option<Image>>,
    depths: Option<Image>,
}

/// Runs a module, and returns its resources after the run.
///
/// # Errors
///
/// A call of Vulkan that failed, and a shader that does not end.
pub fn run(gpu: &Gpu, setup: &Setup, bytes: &[u8]) -> Result<Vec<Dump>> {
    timed(gpu, setup, bytes, 0).map(|(dumps, _)| dumps)
}

/// Runs a module, and returns its resources before and after the run.
///
/// # Errors
///
/// Those of [`run`].
pub fn shown(gpu: &Gpu, setup: &Setup, bytes: &[u8]) -> Result<[Vec<Dump>; 2]> {
    let mut before = Vec::new();
    let (after, _) = looked_at(gpu, setup, bytes, (0, &mut |dumps| before = dumps))?;
    Ok([before, after])
}

/// Runs a module once, and then this number of times; returns its resources after the first run, and the least time
/// from the recording of the commands to the end of their work.
///
/// # Errors
///
/// Those of [`run`].
pub fn timed(gpu: &Gpu, setup: &Setup, bytes: &[u8], times: u32) -> Result<(Vec<Dump>, Option<Duration>)> {
    looked_at(gpu, setup, bytes, (times, &mut |_| {}))
}

/// Runs a module, after passing its resources to a function.
fn looked_at(
    gpu: &Gpu,
    setup: &Setup,
    bytes: &[u8],
    (times, before): (u32, &mut dyn FnMut(Vec<Dump>)),
) -> Result<(Vec<Dump>, Option<Duration>)> {
    let mut run = Run::new(gpu);
    let bindings = run.bindings(setup)?;
    let pointees = setup.pointees.iter().map(|(ty, block)| Ok((*ty, run.buffer(&block.bytes)?)));
    let pointees: Vec<(u32, Buffer)> = pointees.collect::<Result<_>>()?;
    let push = run.point(setup, &bindings, &pointees);
    let captured;
    let bytes = match &setup.work {
        Work::Vertex(_, outputs) => {
            captured = capture::with_captures(bytes, outputs)?;
            &captured
        }
        _ => bytes,
    };
    let pipeline = run.pipeline(setup, bytes, bindings.layout)?;
    let extra = run.extra(setup)?;
    let work = |run: &Run<'_>, commands| {
        let images = bindings.bound.iter().flatten().filter_map(|bound| match bound {
            Bound::Image(image, _) => Some(image),
            _ => None,
        });
        let images: Vec<&Image> = images.collect();
        images.iter().for_each(|image| run.upload(commands, image));
        run.bind(commands, setup, &bindings, pipeline, &push);
        run.work(commands, setup, &extra);
        images.iter().for_each(|image| run.download(commands, image));
        extra.colors.iter().flatten().chain(&extra.depths).for_each(|image| run.download(commands, image));
    };
    before(dumps(setup, &bindings, &pointees, &extra));
    run.submit(work)?;
    let dumps = dumps(setup, &bindings, &pointees, &extra);
    let again = (0..times).map(|_| {
        let begin = Instant::now();
        run.submit(work).map(|()| begin.elapsed())
    });
    let least = again.collect::<Result<Vec<_>>>()?.into_iter().min();
    Ok((dumps, least))
}

impl Run<'_> {
    /// Writes the addresses of pointees to all places that hold some; returns the push constants with them.
    fn point(&self, setup: &Setup, bindings: &Bindings, pointees: &[(u32, Buffer)]) -> Vec<u8> {
        let filled = |block: &Block| {
            let mut bytes = block.bytes.clone();
            for leaf in &block.leaves {
                let Kind::Address(ty) = leaf.kind else { continue };
                let buffer = pointees.iter().find(|(known, _)| *known == ty).map(|(_, buffer)| *buffer);
                let address = buffer.map_or(0, |buffer| self.address(buffer));
                if let Some(place) = bytes.get_mut(leaf.offset..leaf.offset + 8) {
                    place.copy_from_slice(&address.to_le_bytes());
                }
            }
            bytes
        };
        for (slot, bound) in setup.slots.iter().zip(&bindings.bound) {
            for bound in bound {
                if let (Thing::Uniform(block) | Thing::Storage(block), Bound::Buffer(buffer)) = (&slot.thing, bound) {
                    buffer.write(&filled(block));
                }
            }
        }
        for ((_, block), (_, buffer)) in setup.pointees.iter().zip(pointees) {
            buffer.write(&filled(block));
        }
        filled(&setup.push)
    }

    fn extra(&mut self, setup: &Setup) -> Result<Extra> {
        let mut extra = Extra::default();
        match &setup.work {
            Work::Compute => {}
            Work::Vertex(attributes, captured) => {
                extra.vertices = Some(self.buffer(&vertices(attributes))?);
                let size = capture::stride(captured) * (VERTICES * INSTANCES) as usize;
                extra.recorded = Some(self.buffer(&vec![0; size])?);
            }
            Work::Fragment(targets, _) => {
                for format in attachments(targets) {
                    extra.colors.push(format.map(|format| self.target(format, SIDE)).transpose()?);
                }
                let depth = Format::named("depth").ok_or(Fault::Failed("no format of depths".to_owned()))?;
                extra.depths = Some(self.target(depth, SIDE)?);
            }
        }
        Ok(extra)
    }

    fn submit(&mut self, record: impl FnOnce(&Self, vk::CommandBuffer)) -> Result<()> {
        let device = &self.gpu.device;
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.gpu.pool).command_buffer_count(1);
        // SAFETY: the pool is this thread's; the commands are recorded, run and freed here.
        unsafe {
            let buffers = device.allocate_command_buffers(&info).map_err(failed("vkAllocateCommandBuffers"))?;
            let Some(commands) = buffers.first().copied() else { return Err(Fault::Failed("no commands".to_owned())) };
            let info = vk::CommandBufferBeginInfo::default();
            device.begin_command_buffer(commands, &info).map_err(failed("vkBeginCommandBuffer"))?;
            record(self, commands);
            device.end_command_buffer(commands).map_err(failed("vkEndCommandBuffer"))?;
            let fence = device.create_fence(&vk::FenceCreateInfo::default(), None).map_err(failed("vkCreateFence"))?;
            self.keep(Handle::Fence(fence));
            let submit = [vk::SubmitInfo::default().command_buffers(&buffers)];
            device.queue_submit(self.gpu.queue, &submit, fence).map_err(failed("vkQueueSubmit"))?;
            device.wait_for_fences(&[fence], true, LIMIT.as_nanos() as u64).map_err(failed(ENDLESS))?;
            device.free_command_buffers(self.gpu.pool, &buffers);
        }
        Ok(())
    }

    fn bind(
        &self,
        commands: vk::CommandBuffer,
        setup: &Setup,
        bindings: &Bindings,
        pipeline: vk::Pipeline,
        push: &[u8],
    ) {
        let point = match setup.work {
            Work::Compute => vk::PipelineBindPoint::COMPUTE,
            _ => vk::PipelineBindPoint::GRAPHICS,
        };
        let device = &self.gpu.device;
        // SAFETY: pipeline, layout and sets were made for each other.
        unsafe {
            device.cmd_bind_pipeline(commands, point, pipeline);
            if !bindings.sets.is_empty() {
                device.cmd_bind_descriptor_sets(commands, point, bindings.layout, 0, &bindings.sets, &[]);
            }
            if !push.is_empty() {
                device.cmd_push_constants(commands, bindings.layout, vk::ShaderStageFlags::ALL, 0, push);
            }
        }
    }

    fn work(&self, commands: vk::CommandBuffer, setup: &Setup, extra: &Extra) {
        let device = &self.gpu.device;
        for image in extra.colors.iter().flatten().chain(&extra.depths) {
            self.layout(commands, image, vk::ImageLayout::UNDEFINED, vk::ImageLayout::GENERAL);
        }
        let colors: Vec<_> = extra.colors.iter().map(|image| attachment(image.as_ref())).collect();
        let depths = attachment(extra.depths.as_ref());
        let area = vk::Rect2D { extent: vk::Extent2D { width: SIDE, height: SIDE }, ..Default::default() };
        let mut rendering = vk::RenderingInfo::default().render_area(area).layer_count(1).color_attachments(&colors);
        if extra.depths.is_some() {
            rendering = rendering.depth_attachment(&depths);
        }
        // SAFETY: the attachments are those of the pipeline, the buffers are as large as what is read and written.
        unsafe {
            match &setup.work {
                Work::Compute => {
                    let [x, y, z] = setup.groups;
                    device.cmd_dispatch(commands, x, y, z);
                }
                Work::Vertex(..) => {
                    let recorded = [extra.recorded.map(|buffer| buffer.handle).unwrap_or_default()];
                    let vertices = [extra.vertices.map(|buffer| buffer.handle).unwrap_or_default()];
                    let feedback = self.gpu.feedback.fp();
                    let null = std::ptr::null();
                    device.cmd_bind_vertex_buffers(commands, 0, &vertices, &[0]);
                    (feedback.cmd_bind_transform_feedback_buffers_ext)(commands, 0, 1, recorded.as_ptr(), &0, null);
                    device.cmd_begin_rendering(commands, &rendering);
                    (feedback.cmd_begin_transform_feedback_ext)(commands, 0, 0, std::ptr::null(), null);
                    device.cmd_draw(commands, VERTICES, INSTANCES, 0, 0);
                    (feedback.cmd_end_transform_feedback_ext)(commands, 0, 0, std::ptr::null(), null);
                    device.cmd_end_rendering(commands);
                }
                Work::Fragment(..) => {
                    device.cmd_begin_rendering(commands, &rendering);
                    device.cmd_draw(commands, partner::VERTICES, 1, 0, 0);
                    device.cmd_end_rendering(commands);
                }
            }
            let all = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
            let barrier = [vk::MemoryBarrier::default().src_access_mask(all).dst_access_mask(all)];
            let stages = (vk::PipelineStageFlags::ALL_COMMANDS, vk::PipelineStageFlags::ALL_COMMANDS);
            let flags = vk::DependencyFlags::empty();
            device.cmd_pipeline_barrier(commands, stages.0, stages.1, flags, &barrier, &[], &[]);
        }
    }
}

/// Returns an attachment that is cleared first; without an image it stores nothing.
fn attachment(image: Option<&Image>) -> vk::RenderingAttachmentInfo<'static> {
    let info = vk::RenderingAttachmentInfo::default();
    let Some(image) = image else { return info };
    let value = match (image.format.vk, image.format.number) {
        (vk::Format::D32_SFLOAT, _) => {
            vk::ClearValue { depth_stencil: vk::ClearDepthStencilValue { depth: 0.75, stencil: 0 } }
        }
        (_, crate::formats::Number::Integer) => vk::ClearValue { color: vk::ClearColorValue { uint32: [77; 4] } },
        _ => vk::ClearValue { color: vk::ClearColorValue { float32: [0.75, -0.25, 0.5, 0.125] } },
    };
    info.image_view(image.view)
        .image_layout(vk::ImageLayout::GENERAL)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .store_op(vk::AttachmentStoreOp::STORE)
        .clear_value(value)
}

/// Returns the vertex buffer, which has a slot for each location, vertex by vertex.
fn vertices(attributes: &[Attribute]) -> Vec<u8> {
    let (slot, stride) = (SLOT as usize, SLOT as usize * 16);
    let mut bytes = vec![0; stride * VERTICES as usize];
    for vertex in 0..VERTICES as usize {
        for attribute in attributes {
            let at = vertex * stride + attribute.location as usize * slot;
            for component in 0..attribute.components {
                let number = layout::number(attribute.kind, (at + component * 4) as u64);
                if let Some(place) = bytes.get_mut(at + component * 4..at + component * 4 + number.len()) {
                    place.copy_from_slice(&number);
                }
            }
        }
    }
    bytes
}

fn dumps(setup: &Setup, bindings: &Bindings, pointees: &[(u32, Buffer)], extra: &Extra) -> Vec<Dump> {
    let mut dumps = Vec::new();
    for (slot, bound) in setup.slots.iter().zip(&bindings.bound) {
        for (index, bound) in bound.iter().enumerate() {
            let name = |kind: &str| name(kind, slot, index);
            match (&slot.thing, bound) {
                (Thing::Storage(block), Bound::Buffer(buffer)) => {
                    let contents = Contents::Block(block.leaves.clone());
                    dumps.push(Dump { name: name("buffer"), contents, bytes: buffer.read() });
                }
                (Thing::Texels(format, true), Bound::Texels(buffer, _)) => {
                    dumps.push(Dump {
                        name: name("texels"),
                        contents: Contents::Texels(*format),
                        bytes: buffer.read(),
                    });
                }
                (Thing::Image(picture), Bound::Image(image, _)) if picture.is_storage => {
                    dumps.extend(texels(name("image"), image));
                }
                _ => {}
            }
        }
    }
    for ((ty, block), (_, buffer)) in setup.pointees.iter().zip(pointees) {
        let contents = Contents::Block(block.leaves.clone());
        dumps.push(Dump { name: format!("pointee %{ty}"), contents, bytes: buffer.read() });
    }
    if let (Work::Vertex(_, captured), Some(recorded)) = (&setup.work, extra.recorded) {
        let stride = capture::stride(captured);
        let numbers = captured.iter().flat_map(|output| &output.leaves);
        let repeated = (0..(VERTICES * INSTANCES) as usize).flat_map(|vertex| {
            numbers.clone().map(move |leaf| Leaf { offset: leaf.offset + vertex * stride, kind: leaf.kind })
        });
        let contents = Contents::Block(repeated.collect());
        dumps.push(Dump { name: "outputs of vertices".to_owned(), contents, bytes: recorded.read() });
    }
    for (location, image) in extra.colors.iter().enumerate() {
        dumps.extend(image.iter().flat_map(|image| texels(format!("color {location}"), image)));
    }
    dumps.extend(extra.depths.iter().flat_map(|image| texels("depths".to_owned(), image)));
    dumps
}

/// Returns the name of a descriptor.
fn name(kind: &str, slot: &Slot, index: usize) -> String {
    match slot.count {
        1 => format!("{kind} {}.{}", slot.set, slot.binding),
        _ => format!("{kind} {}.{}[{index}]", slot.set, slot.binding),
    }
}

/// Returns the images that shaders write, by name, with width, height, depth and layers, and the name of the format.
pub fn shapes(setup: &Setup) -> Vec<(String, String)> {
    let mut shapes = Vec::new();
    for slot in &setup.slots {
        let (kind, [width, height, depth, layers], format) = match &slot.thing {
            Thing::Image(picture) if picture.is_storage => match images::size(picture) {
                Ok(size) => ("image", size, picture.format),
                Err(_) => continue,
            },
            Thing::Texels(format, true) => ("texels", [TEXELS as u32, 1, 1, 1], *format),
            _ => continue,
        };
        let words = format!("{width} {height} {depth} {layers} {}", format.name);
        shapes.extend((0..slot.count).map(|index| (name(kind, slot, index), words.clone())));
    }
    shapes
}

fn texels(name: String, image: &Image) -> Option<Dump> {
    let bytes = image.staging?.read();
    Some(Dump { name, contents: Contents::Texels(image.format), bytes })
}
