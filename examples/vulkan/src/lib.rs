//! A Vulkan host for kernels that became shaders, explained in `docs/guide/opencl-to-vulkan.md`.
#![allow(unsafe_code)]

use ash::{Entry, vk};
use std::error::Error;

/// The address of a buffer, in push constants or in another buffer, at the place of a pointer of the kernel
/// (`--buffers=addresses`).
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The buffer that holds the address; push constants, if none.
    pub from: Option<usize>,
    /// The offset of the address in bytes.
    pub at: usize,
    /// The target buffer, and an offset in it in bytes.
    pub to: (usize, u64),
}

/// Runs workgroups of an entry point with push constants and with the buffers at the bindings of set 0, in order; the
/// buffers have the shader's output afterwards. Objects of Vulkan live as long as the process.
///
/// # Errors
///
/// Errors of Vulkan, or a machine without a device.
pub fn dispatch(
    module: &[u8],
    entry: &std::ffi::CStr,
    groups: [u32; 3],
    push: &[u8],
    buffers: &mut [Vec<u8>],
) -> Result<(), Box<dyn Error>> {
    dispatch_linked(module, entry, groups, push, buffers, &[])
}

/// Runs workgroups of an entry point whose pointers are addresses of the buffers; writes each link before the run.
///
/// # Errors
///
/// Errors of Vulkan, or a machine without a device.
pub fn dispatch_linked(
    module: &[u8],
    entry: &std::ffi::CStr,
    groups: [u32; 3],
    push: &[u8],
    buffers: &mut [Vec<u8>],
    links: &[Link],
) -> Result<(), Box<dyn Error>> {
    // SAFETY: all handles come from the one device; memory is written before the device runs, and read when it has finished.
    unsafe {
        // A device, with all features that it has, and the kind of memory that this program sees, too.
        let loader = Entry::load()?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let instance =
            loader.create_instance(&vk::InstanceCreateInfo::default().application_info(&application), None)?;
        let physical = *instance.enumerate_physical_devices()?.first().ok_or("no device")?;
        let (mut v11, mut v12, mut v13) = Default::default();
        let chain =
            vk::PhysicalDeviceFeatures2::default().push_next::<vk::PhysicalDeviceVulkan11Features<'_>>(&mut v11);
        let chain = chain.push_next::<vk::PhysicalDeviceVulkan12Features<'_>>(&mut v12);
        let mut chain = chain.push_next::<vk::PhysicalDeviceVulkan13Features<'_>>(&mut v13);
        instance.get_physical_device_features2(physical, &mut chain);
        let families = instance.get_physical_device_queue_family_properties(physical);
        let computes = |family: &vk::QueueFamilyProperties| family.queue_flags.contains(vk::QueueFlags::COMPUTE);
        let family = families.iter().position(computes).ok_or("no queue for compute shaders")? as u32;
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
        let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut chain);
        let device = instance.create_device(physical, &info, None)?;
        let memory = instance.get_physical_device_memory_properties(physical);
        let shared = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let kind = memory.memory_types_as_slice().iter().position(|kind| kind.property_flags.contains(shared));
        let kind = kind.ok_or("no memory that both see")? as u32;
        // The pipeline: the shader, its bindings, its push constants.
        let slot = |index: u32| vk::DescriptorSetLayoutBinding {
            binding: index,
            descriptor_type: vk::DescriptorType::STORAGE_BUFFER,
            descriptor_count: 1,
            stage_flags: vk::ShaderStageFlags::COMPUTE,
            ..Default::default()
        };
        let slots: Vec<_> = (0..buffers.len() as u32).map(slot).collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&slots);
        let sets = [device.create_descriptor_set_layout(&info, None)?];
        let range = vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(push.len() as u32);
        let ranges = if push.is_empty() { Vec::new() } else { vec![range] };
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
        let layout = device.create_pipeline_layout(&info, None)?;
        let words = ash::util::read_spv(&mut std::io::Cursor::new(module))?;
        let shader = device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(&words), None)?;
        let stage = vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::COMPUTE);
        let info = vk::ComputePipelineCreateInfo::default().layout(layout).stage(stage.module(shader).name(entry));
        let made = device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None);
        let pipeline = *made.map_err(|(_, error)| error)?.first().ok_or("no pipeline")?;
        // The buffers, with what the caller has in them.
        let size = vk::DescriptorPoolSize::default().ty(vk::DescriptorType::STORAGE_BUFFER);
        let sizes = [size.descriptor_count(buffers.len().max(1) as u32)];
        let pool = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        let pool = device.create_descriptor_pool(&pool, None)?;
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&sets);
        let bound = device.allocate_descriptor_sets(&info)?;
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS;
        let mut addressed = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        let (mut mapped, mut addresses) = (Vec::new(), Vec::new());
        for (index, bytes) in (0..).zip(buffers.iter()) {
            let info = vk::BufferCreateInfo::default().size(bytes.len().max(4) as u64);
            let buffer = device.create_buffer(&info.usage(usage), None)?;
            let size = device.get_buffer_memory_requirements(buffer).size;
            let info = vk::MemoryAllocateInfo::default().allocation_size(size).memory_type_index(kind);
            let info = info.push_next(&mut addressed);
            let memory = device.allocate_memory(&info, None)?;
            device.bind_buffer_memory(buffer, memory, 0)?;
            let address = device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())?.cast::<u8>();
            address.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            mapped.push(address);
            addresses.push(device.get_buffer_device_address(&vk::BufferDeviceAddressInfo::default().buffer(buffer)));
            let whole = [vk::DescriptorBufferInfo::default().buffer(buffer).range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default().dst_binding(index).buffer_info(&whole);
            let writes: Vec<_> = bound.iter().map(|set| write.dst_set(*set)).collect();
            let kind = vk::DescriptorType::STORAGE_BUFFER;
            device.update_descriptor_sets(
                &writes.iter().map(|write| write.descriptor_type(kind)).collect::<Vec<_>>(),
                &[],
            );
        }
        // The addresses, where the kernel has pointers.
        let mut push = push.to_vec();
        for Link { from, at, to: (to, offset) } in links {
            let bytes = (addresses.get(*to).ok_or("a link to no buffer")? + offset).to_le_bytes();
            match from {
                None => push.get_mut(*at..at + 8).ok_or("a link behind the push constants")?.copy_from_slice(&bytes),
                Some(from) if buffers.get(*from).is_some_and(|buffer| at + 8 <= buffer.len()) => {
                    mapped
                        .get(*from)
                        .ok_or("a link in no buffer")?
                        .add(*at)
                        .copy_from_nonoverlapping(bytes.as_ptr(), 8);
                }
                Some(_) => return Err("a link behind its buffer".into()),
            }
        }
        // The commands, and the end of them.
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
        let pool = device.create_command_pool(&info, None)?;
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
        let commands = device.allocate_command_buffers(&info)?;
        for command in &commands {
            device.begin_command_buffer(*command, &vk::CommandBufferBeginInfo::default())?;
            device.cmd_bind_pipeline(*command, vk::PipelineBindPoint::COMPUTE, pipeline);
            device.cmd_bind_descriptor_sets(*command, vk::PipelineBindPoint::COMPUTE, layout, 0, &bound, &[]);
            if !push.is_empty() {
                device.cmd_push_constants(*command, layout, vk::ShaderStageFlags::COMPUTE, 0, &push);
            }
            device.cmd_dispatch(*command, groups[0], groups[1], groups[2]);
            device.end_command_buffer(*command)?;
        }
        let queue = device.get_device_queue(family, 0);
        let end = device.create_fence(&vk::FenceCreateInfo::default(), None)?;
        device.queue_submit(queue, &[vk::SubmitInfo::default().command_buffers(&commands)], end)?;
        device.wait_for_fences(&[end], true, u64::MAX)?;
        for (bytes, address) in buffers.iter_mut().zip(mapped) {
            bytes.as_mut_ptr().copy_from_nonoverlapping(address, bytes.len());
        }
    }
    Ok(())
}
