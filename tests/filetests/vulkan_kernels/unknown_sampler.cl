// A volume that is read at floating-point coordinates with a sampler of the host.
// RUN: spirv64 O0 fails forward --environment=vulkan1.3
kernel void unknown(read_only image3d_t volume, sampler_t sampler, global float4 *out)
{
    *out = read_imagef(volume, sampler, (float4)(1.5f, 1.5f, 1.5f, 0.0f));
}
