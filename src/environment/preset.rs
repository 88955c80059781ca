//! The named environments.

use super::device::Api;
use super::version::Version;

/// A named environment.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Another name used by Khronos tools, or the name again.
    pub alias: &'static str,
    /// The interface.
    pub api: Api,
    /// The version of the interface.
    pub client: Version,
    /// True for the embedded profile of OpenCL.
    pub is_embedded: bool,
    /// The highest version of SPIR-V that every such device accepts.
    pub version: Version,
    /// The highest version of SPIR-V that such a device may accept.
    pub highest: Version,
}

const fn universal(name: &'static str, alias: &'static str, minor: u8) -> Preset {
    let version = Version::new(1, minor);
    Preset { name, alias, api: Api::Unknown, client: version, is_embedded: false, version, highest: version }
}

const fn opencl(name: &'static str, client: (u8, u8), minor: u8, is_embedded: bool) -> Preset {
    let client = Version::new(client.0, client.1);
    let version = Version::new(1, minor);
    Preset { name, alias: name, api: Api::OpenCl, client, is_embedded, version, highest: Version::V1_6 }
}

const fn vulkan(name: &'static str, client: u8, minor: u8, highest: u8) -> Preset {
    let (version, highest) = (Version::new(1, minor), Version::new(1, highest));
    Preset {
        name,
        alias: name,
        api: Api::Vulkan,
        client: Version::new(1, client),
        is_embedded: false,
        version,
        highest,
    }
}

/// The named environments, grouped by interface, in the order of versions. The versions of SPIR-V are those of
/// "Supported SPIR-V Versions" in the OpenCL SPIR-V environment specification, by which an OpenCL device may report
/// more, an OpenCL 3.0 device may report any version, and an OpenCL 3.1 device accepts at least SPIR-V 1.4; and of
/// "Versions and Formats" in the appendix "Vulkan Environment for SPIR-V", with `VK_KHR_spirv_1_4` as the optional
/// version of Vulkan 1.1.
pub static PRESETS: &[Preset] = &[
    universal("universal1.0", "spv1.0", 0),
    universal("universal1.1", "spv1.1", 1),
    universal("universal1.2", "spv1.2", 2),
    universal("universal1.3", "spv1.3", 3),
    universal("universal1.4", "spv1.4", 4),
    universal("universal1.5", "spv1.5", 5),
    universal("universal1.6", "spv1.6", 6),
    opencl("opencl1.2embedded", (1, 2), 0, true),
    opencl("opencl1.2", (1, 2), 0, false),
    opencl("opencl2.0embedded", (2, 0), 0, true),
    opencl("opencl2.0", (2, 0), 0, false),
    opencl("opencl2.1embedded", (2, 1), 0, true),
    opencl("opencl2.1", (2, 1), 0, false),
    opencl("opencl2.2embedded", (2, 2), 2, true),
    opencl("opencl2.2", (2, 2), 2, false),
    opencl("opencl3.0embedded", (3, 0), 6, true),
    opencl("opencl3.0", (3, 0), 6, false),
    opencl("opencl3.1embedded", (3, 1), 4, true),
    opencl("opencl3.1", (3, 1), 4, false),
    vulkan("vulkan1.0", 0, 0, 0),
    vulkan("vulkan1.1", 1, 3, 4),
    vulkan("vulkan1.2", 2, 5, 5),
    vulkan("vulkan1.3", 3, 6, 6),
    vulkan("vulkan1.4", 4, 6, 6),
];

/// The default environment: all of SPIR-V, without the rules of an interface.
pub static DEFAULT: Preset = universal("universal1.6", "spv1.6", 6);

/// Returns the environment of a name.
pub fn of_name(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name || preset.alias == name)
}
