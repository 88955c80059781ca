//! The device: Vulkan through the crate `ash`. All calls of Vulkan, and all unsafe code, are in this folder.
//!
//! The calls rely on these rules of Vulkan: handles come from the one device, which lives as long as the process;
//! objects that a run creates are destroyed at its end, when the device has finished; memory is mapped and coherent.
#![allow(unsafe_code)]

mod bind;
mod images;
mod memory;
mod pipeline;
mod run;
use crate::{Fault, Result, lacks};
pub use run::{ENDLESS, run, shapes, shown, timed};

use ash::{Device, Entry, Instance, vk};
use std::ffi::CStr;

/// The features of a device, as Vulkan's structures list them.
#[derive(Clone, Copy, Default)]
pub struct Features {
    /// The features of Vulkan 1.0.
    pub core: vk::PhysicalDeviceFeatures,
    /// The features of Vulkan 1.1.
    pub v11: vk::PhysicalDeviceVulkan11Features<'static>,
    /// The features of Vulkan 1.2.
    pub v12: vk::PhysicalDeviceVulkan12Features<'static>,
    /// The features of Vulkan 1.3.
    pub v13: vk::PhysicalDeviceVulkan13Features<'static>,
    /// `VK_EXT_robustness2`.
    pub robustness: vk::PhysicalDeviceRobustness2FeaturesEXT<'static>,
    /// `VK_EXT_transform_feedback`.
    pub feedback: vk::PhysicalDeviceTransformFeedbackFeaturesEXT<'static>,
    /// `VK_EXT_shader_atomic_float`.
    pub atomic_float: vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT<'static>,
}

impl std::fmt::Debug for Features {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Features")
    }
}

/// The required extensions.
const EXTENSIONS: &[&CStr] =
    &[ash::ext::robustness2::NAME, ash::ext::transform_feedback::NAME, ash::ext::shader_atomic_float::NAME];

/// A device with a queue, and its name.
pub struct Gpu {
    _entry: Entry,
    device: Device,
    feedback: ash::ext::transform_feedback::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    memory: vk::PhysicalDeviceMemoryProperties,
    /// Its features.
    pub features: Features,
    /// Its name.
    pub name: String,
}

impl std::fmt::Debug for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// Returns a function that makes the fault of a failed call.
fn failed(call: &str) -> impl Fn(vk::Result) -> Fault {
    move |error| Fault::Failed(format!("{call}: {error}"))
}

impl Gpu {
    /// Opens the device that runs on the processor, or else the first one.
    ///
    /// # Errors If there is no loader, no driver, or the device lacks what every run needs.
    pub fn open() -> Result<Self> {
        // SAFETY: the loader is a library of the system; the handles below come from it and are used while it is loaded.
        unsafe {
            let entry = Entry::load().map_err(|error| Fault::Lacks(format!("libvulkan.so.1: {error}")))?;
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
            let info = vk::InstanceCreateInfo::default().application_info(&application);
            let instance = entry.create_instance(&info, None).map_err(failed("vkCreateInstance"))?;
            let devices = instance.enumerate_physical_devices().map_err(failed("vkEnumeratePhysicalDevices"))?;
            let is_cpu = |device: &&vk::PhysicalDevice| {
                instance.get_physical_device_properties(**device).device_type == vk::PhysicalDeviceType::CPU
            };
            let Some(physical) = devices.iter().find(is_cpu).or(devices.first()) else { return lacks("a device") };
            Self::with(entry, &instance, *physical)
        }
    }

    /// Creates the device, with all features enabled.
    ///
    /// # Safety
    ///
    /// The physical device must be one of the instance.
    unsafe fn with(entry: Entry, instance: &Instance, physical: vk::PhysicalDevice) -> Result<Self> {
        let mut features = Features::default();
        // SAFETY: as above; the chain of structures lives until the device is made.
        unsafe {
            let properties = instance.get_physical_device_properties(physical);
            let name = properties.device_name_as_c_str().map(CStr::to_string_lossy).unwrap_or_default().into_owned();
            let known = instance
                .enumerate_device_extension_properties(physical)
                .map_err(failed("vkEnumerateDeviceExtensionProperties"))?;
            let has = |name: &&CStr| known.iter().any(|known| known.extension_name_as_c_str() == Ok(name));
            if let Some(missing) = EXTENSIONS.iter().find(|name| !has(name)) {
                return lacks(missing.to_string_lossy());
            }
            let mut all = vk::PhysicalDeviceFeatures2::default()
                .push_next(&mut features.v11)
                .push_next(&mut features.v12)
                .push_next(&mut features.v13)
                .push_next(&mut features.robustness)
                .push_next(&mut features.feedback)
                .push_next(&mut features.atomic_float);
            instance.get_physical_device_features2(physical, &mut all);
            let core = all.features;
            let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
            let names: Vec<_> = EXTENSIONS.iter().map(|name| name.as_ptr()).collect();
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_extension_names(&names)
                .push_next(&mut all);
            let device = instance.create_device(physical, &info, None).map_err(failed("vkCreateDevice"))?;
            features.core = core;
            let info = vk::CommandPoolCreateInfo::default().queue_family_index(0);
            let pool = device.create_command_pool(&info, None).map_err(failed("vkCreateCommandPool"))?;
            Ok(Self {
                feedback: ash::ext::transform_feedback::Device::new(instance, &device),
                queue: device.get_device_queue(0, 0),
                memory: instance.get_physical_device_memory_properties(physical),
                _entry: entry,
                device,
                pool,
                features,
                name,
            })
        }
    }
}

/// The contents of a resource after a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dump {
    /// The resource, such as `buffer 0.1`.
    pub name: String,
    /// The numbers in it.
    pub contents: Contents,
    /// The whole contents.
    pub bytes: Vec<u8>,
}

/// The types of the contents of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// The numbers of a block.
    Block(Vec<crate::layout::Leaf>),
    /// Texels.
    Texels(crate::formats::Format),
}
