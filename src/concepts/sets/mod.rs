//! Extended instruction sets.

pub mod aux_data;
pub mod debug_info;
pub mod descriptions;
pub mod glsl_std_450;
pub mod opencl_std;
pub mod reflection;
