//! Descriptors: their objects, the sets of them, and the layout of a pipeline.

use super::failed;
use super::images::Image;
use super::memory::{Buffer, Handle, Run};
use crate::Result;
use crate::setup::{Setup, Slot, Thing};
use ash::vk;

/// The texels of a texel buffer.
pub const TEXELS: usize = 256;

/// The object of a descriptor, on the device.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// A uniform or storage buffer.
    Buffer(Buffer),
    /// A texel buffer.
    Texels(Buffer, vk::BufferView),
    /// An image, with a sampler if it is a combined one.
    Image(Image, vk::Sampler),
    /// A sampler.
    Sampler(vk::Sampler),
}

/// The descriptors of a run.
#[derive(Debug)]
pub struct Bindings {
    /// The descriptors of each slot.
    pub bound: Vec<Vec<Bound>>,
    /// The sets, from set 0 on.
    pub sets: Vec<vk::DescriptorSet>,
    /// The layout of the pipeline.
    pub layout: vk::PipelineLayout,
}

/// Returns Vulkan's number for a kind of descriptor.
fn kind(thing: &Thing) -> vk::DescriptorType {
    match thing {
        Thing::Uniform(_) => vk::DescriptorType::UNIFORM_BUFFER,
        Thing::Storage(_) => vk::DescriptorType::STORAGE_BUFFER,
        Thing::Texels(_, true) => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        Thing::Texels(_, false) => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        Thing::Image(picture) if picture.is_storage => vk::DescriptorType::STORAGE_IMAGE,
        Thing::Image(_) => vk::DescriptorType::SAMPLED_IMAGE,
        Thing::Sampler(_) => vk::DescriptorType::SAMPLER,
        Thing::Combined(..) => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
    }
}

impl Run<'_> {
    /// Creates the objects of the descriptors, and the sets.
    pub fn bindings(&mut self, setup: &Setup) -> Result<Bindings> {
        let mut bound = Vec::new();
        for (slot, seed) in setup.slots.iter().zip(0..) {
            let things = (0..slot.count as u64).map(|index| self.bound(slot, seed << 8 | index));
            bound.push(things.collect::<Result<Vec<_>>>()?);
        }
        let layouts = self.set_layouts(setup)?;
        let stages = vk::ShaderStageFlags::ALL;
        let push = [vk::PushConstantRange::default().stage_flags(stages).size(setup.push.bytes.len() as u32)];
        let push = if setup.push.bytes.is_empty() { &[][..] } else { &push };
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts).push_constant_ranges(push);
        // SAFETY: the layouts are of the device.
        let layout = unsafe { self.gpu.device.create_pipeline_layout(&info, None) };
        let layout = layout.map_err(failed("vkCreatePipelineLayout"))?;
        self.keep(Handle::Layout(layout));
        let sets = self.sets(setup, &layouts)?;
        for (slot, bound) in setup.slots.iter().zip(&bound) {
            self.write(slot, bound, &sets);
        }
        Ok(Bindings { bound, sets, layout })
    }

    fn bound(&mut self, slot: &Slot, seed: u64) -> Result<Bound> {
        Ok(match &slot.thing {
            Thing::Uniform(block) | Thing::Storage(block) => Bound::Buffer(self.buffer(&block.bytes)?),
            Thing::Texels(format, _) => {
                let buffer = self.buffer(&format.filled(TEXELS, seed))?;
                let info = vk::BufferViewCreateInfo::default().buffer(buffer.handle).format(format.vk);
                // SAFETY: the buffer is of the device and was made for views.
                let view = unsafe { self.gpu.device.create_buffer_view(&info.range(vk::WHOLE_SIZE), None) };
                let view = view.map_err(failed("vkCreateBufferView"))?;
                self.keep(Handle::BufferView(view));
                Bound::Texels(buffer, view)
            }
            Thing::Image(picture) => Bound::Image(self.image(picture, seed)?, vk::Sampler::null()),
            Thing::Sampler(sampler) => Bound::Sampler(self.sampler(*sampler)?),
            Thing::Combined(picture, sampler) => Bound::Image(self.image(picture, seed)?, self.sampler(*sampler)?),
        })
    }

    fn set_layouts(&mut self, setup: &Setup) -> Result<Vec<vk::DescriptorSetLayout>> {
        let count = setup.slots.iter().map(|slot| slot.set + 1).max().unwrap_or_default();
        let mut layouts = Vec::new();
        for set in 0..count.min(32) {
            let bindings = setup.slots.iter().filter(|slot| slot.set == set).map(|slot| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(slot.binding)
                    .descriptor_type(kind(&slot.thing))
                    .descriptor_count(slot.count as u32)
                    .stage_flags(vk::ShaderStageFlags::ALL)
            });
            let bindings: Vec<_> = bindings.collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            // SAFETY: the bindings differ.
            let layout = unsafe { self.gpu.device.create_descriptor_set_layout(&info, None) };
            let layout = layout.map_err(failed("vkCreateDescriptorSetLayout"))?;
            self.keep(Handle::SetLayout(layout));
            layouts.push(layout);
        }
        Ok(layouts)
    }

    fn sets(&mut self, setup: &Setup, layouts: &[vk::DescriptorSetLayout]) -> Result<Vec<vk::DescriptorSet>> {
        if layouts.is_empty() {
            return Ok(Vec::new());
        }
        let size = |slot: &Slot| vk::DescriptorPoolSize { ty: kind(&slot.thing), descriptor_count: slot.count as u32 };
        let sizes: Vec<_> = setup.slots.iter().map(size).collect();
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(layouts.len() as u32).pool_sizes(&sizes);
        // SAFETY: the sizes are not 0.
        let pool = unsafe { self.gpu.device.create_descriptor_pool(&info, None) };
        let pool = pool.map_err(failed("vkCreateDescriptorPool"))?;
        self.keep(Handle::Pool(pool));
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(layouts);
        // SAFETY: the pool is large enough for them.
        unsafe { self.gpu.device.allocate_descriptor_sets(&info) }.map_err(failed("vkAllocateDescriptorSets"))
    }

    fn write(&self, slot: &Slot, bound: &[Bound], sets: &[vk::DescriptorSet]) {
        let Some(set) = sets.get(slot.set as usize) else { return };
        for (index, bound) in (0..).zip(bound) {
            let mut buffers = [vk::DescriptorBufferInfo::default()];
            let mut images = [vk::DescriptorImageInfo::default().image_layout(vk::ImageLayout::GENERAL)];
            let mut views = [vk::BufferView::null()];
            match bound {
                Bound::Buffer(buffer) => buffers = [buffers[0].buffer(buffer.handle).range(vk::WHOLE_SIZE)],
                Bound::Texels(_, view) => views = [*view],
                Bound::Image(image, sampler) => images = [images[0].image_view(image.view).sampler(*sampler)],
                Bound::Sampler(sampler) => images = [images[0].sampler(*sampler)],
            }
            let write = vk::WriteDescriptorSet::default()
                .dst_set(*set)
                .dst_binding(slot.binding)
                .dst_array_element(index)
                .descriptor_type(kind(&slot.thing));
            let write = match bound {
                Bound::Buffer(_) => write.buffer_info(&buffers),
                Bound::Texels(..) => write.texel_buffer_view(&views),
                Bound::Image(..) | Bound::Sampler(_) => write.image_info(&images),
            };
            // SAFETY: the set has that binding, of that kind, and is not in use.
            unsafe { self.gpu.device.update_descriptor_sets(&[write], &[]) };
        }
    }
}
