// RUN: spir64 O1 forward
// RUN: spir64 O1 roundtrip CL2.0
// RUN: spir64 O1 roundtrip
// COVERS: s3_08 s3_24 s3_44
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void images(read_only image2d_t in, write_only image2d_t out, sampler_t sampler, read_write image3d_t volume,
                   read_only image2d_array_depth_t depth, read_only image1d_buffer_t line) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = read_imagef(in, sampler, at);
    sum += read_imagef(in, nearest, convert_float2(at));
    sum += read_imagef(in, at);
    sum += read_imagef(volume, (int4)(at, 0, 0));
    sum.x += read_imagef(depth, sampler, (float4)(1.0f));
    write_imagef(out, at, sum);
    write_imagei(out, at, read_imagei(in, nearest, at));
    write_imageui(out, at, read_imageui(line, at.x));
}
