//! Buffers, and the objects that a run has to destroy.

use super::{Gpu, failed};
use crate::{Result, lacks};
use ash::vk;

/// A buffer whose memory is mapped.
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// The buffer.
    pub handle: vk::Buffer,
    /// Its size in bytes.
    pub size: usize,
    /// The address of its memory in this process.
    map: *mut u8,
}

/// A handle that a run made.
#[derive(Clone, Copy, Debug)]
pub enum Handle {
    Buffer(vk::Buffer),
    Memory(vk::DeviceMemory),
    BufferView(vk::BufferView),
    Image(vk::Image),
    ImageView(vk::ImageView),
    Sampler(vk::Sampler),
    SetLayout(vk::DescriptorSetLayout),
    Pool(vk::DescriptorPool),
    Layout(vk::PipelineLayout),
    Module(vk::ShaderModule),
    Pipeline(vk::Pipeline),
    Fence(vk::Fence),
}

/// The objects that a run creates; they are destroyed with this.
#[derive(Debug)]
pub struct Run<'g> {
    /// The device.
    pub gpu: &'g Gpu,
    made: Vec<Handle>,
}

impl<'g> Run<'g> {
    /// Begins a run without objects.
    pub fn new(gpu: &'g Gpu) -> Self {
        Self { gpu, made: Vec::new() }
    }

    /// Records a handle that must be destroyed.
    pub fn keep(&mut self, handle: Handle) {
        self.made.push(handle);
    }

    /// Returns memory for a buffer or image that the processor can access.
    pub fn memory(&mut self, needs: vk::MemoryRequirements) -> Result<vk::DeviceMemory> {
        let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let types = self.gpu.memory.memory_types_as_slice();
        let fits = |(index, ty): &(u32, &vk::MemoryType)| {
            needs.memory_type_bits >> index & 1 == 1 && ty.property_flags.contains(wanted)
        };
        let Some((index, _)) = (0..).zip(types).find(fits) else { return lacks("memory that the processor sees") };
        let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index);
        // SAFETY: the type of memory is one of the device's; device addresses are switched on where it has them.
        let memory = unsafe { self.gpu.device.allocate_memory(&info.push_next(&mut flags), None) };
        let memory = memory.map_err(failed("vkAllocateMemory"))?;
        self.keep(Handle::Memory(memory));
        Ok(memory)
    }

    /// Creates a buffer for any use, with its contents.
    pub fn buffer(&mut self, bytes: &[u8]) -> Result<Buffer> {
        let size = bytes.len().max(16);
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::UNIFORM_BUFFER
            | vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER
            | vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER
            | vk::BufferUsageFlags::VERTEX_BUFFER
            | vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST
            | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS
            | vk::BufferUsageFlags::TRANSFORM_FEEDBACK_BUFFER_EXT;
        let info = vk::BufferCreateInfo::default().size(size as u64).usage(usage);
        let device = &self.gpu.device;
        // SAFETY: the size is not 0, and the extensions of the uses are switched on.
        let handle = unsafe { device.create_buffer(&info, None) }.map_err(failed("vkCreateBuffer"))?;
        self.keep(Handle::Buffer(handle));
        // SAFETY: the buffer is of the device.
        let memory = self.memory(unsafe { device.get_buffer_memory_requirements(handle) })?;
        // SAFETY: the memory is as large as the buffer needs, is mapped once, and lives as long as the buffer.
        let map = unsafe {
            device.bind_buffer_memory(handle, memory, 0).map_err(failed("vkBindBufferMemory"))?;
            device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()).map_err(failed("vkMapMemory"))?
        };
        let buffer = Buffer { handle, size, map: map.cast() };
        buffer.write(bytes);
        Ok(buffer)
    }

    /// Returns the address of a buffer on the device.
    pub fn address(&self, buffer: Buffer) -> u64 {
        let info = vk::BufferDeviceAddressInfo::default().buffer(buffer.handle);
        // SAFETY: the buffer and its memory were made for that.
        unsafe { self.gpu.device.get_buffer_device_address(&info) }
    }
}

impl Buffer {
    /// Writes the first bytes of the buffer.
    pub fn write(&self, bytes: &[u8]) {
        // SAFETY: the memory is mapped, at least as large, and the device does not run.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.map, bytes.len().min(self.size)) }
    }

    /// Returns the contents of the buffer.
    pub fn read(&self) -> Vec<u8> {
        // SAFETY: the memory is mapped, that large, and the device does not run.
        unsafe { std::slice::from_raw_parts(self.map, self.size) }.to_vec()
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        let device = &self.gpu.device;
        for handle in self.made.drain(..).rev() {
            // SAFETY: the device has finished, and each handle is destroyed once, before those that it was made of.
            unsafe {
                match handle {
                    Handle::Buffer(handle) => device.destroy_buffer(handle, None),
                    Handle::Memory(handle) => device.free_memory(handle, None),
                    Handle::BufferView(handle) => device.destroy_buffer_view(handle, None),
                    Handle::Image(handle) => device.destroy_image(handle, None),
                    Handle::ImageView(handle) => device.destroy_image_view(handle, None),
                    Handle::Sampler(handle) => device.destroy_sampler(handle, None),
                    Handle::SetLayout(handle) => device.destroy_descriptor_set_layout(handle, None),
                    Handle::Pool(handle) => device.destroy_descriptor_pool(handle, None),
                    Handle::Layout(handle) => device.destroy_pipeline_layout(handle, None),
                    Handle::Module(handle) => device.destroy_shader_module(handle, None),
                    Handle::Pipeline(handle) => device.destroy_pipeline(handle, None),
                    Handle::Fence(handle) => device.destroy_fence(handle, None),
                }
            }
        }
    }
}
