//! The device of an environment, as `spirv.target_env` describes it.

/// A name in the text of an attribute for each variant.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            /// Not specified.
            #[default]
            Unknown,
            $($(#[$of])* $variant,)*
        }

        impl $name {
            /// Returns the name in the text of an attribute.
            pub const fn name(self) -> &'static str {
                match self {
                    Self::Unknown => "Unknown",
                    $(Self::$variant => $text,)*
                }
            }

            /// Returns the variant of a name in the text of an attribute.
            pub fn of_name(name: &str) -> Option<Self> {
                match name {
                    "Unknown" => Some(Self::Unknown),
                    $($text => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

named! {
    /// The interface through which a module reaches a device.
    Api {
        /// Metal.
        Metal = "Metal",
        /// OpenCL.
        OpenCl = "OpenCL",
        /// Vulkan.
        Vulkan = "Vulkan",
        /// WebGPU.
        WebGpu = "WebGPU",
    }
}

named! {
    /// The vendor of the device.
    Vendor {
        /// AMD.
        Amd = "AMD",
        /// Apple.
        Apple = "Apple",
        /// ARM.
        Arm = "ARM",
        /// Imagination.
        Imagination = "Imagination",
        /// Intel.
        Intel = "Intel",
        /// NVIDIA.
        Nvidia = "NVIDIA",
        /// Qualcomm.
        Qualcomm = "Qualcomm",
        /// Google's software implementation.
        SwiftShader = "SwiftShader",
    }
}

named! {
    /// The type of the device.
    DeviceType {
        /// A GPU with memory of its own.
        DiscreteGpu = "DiscreteGPU",
        /// A GPU that shares the memory of the host.
        IntegratedGpu = "IntegratedGPU",
        /// A CPU.
        Cpu = "CPU",
        /// Any other type.
        Other = "Other",
    }
}

/// A device: its vendor, its kind and its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Its vendor.
    pub vendor: Vendor,
    /// Its kind.
    pub kind: DeviceType,
    /// The id that the vendor assigned.
    pub id: Option<u32>,
}
