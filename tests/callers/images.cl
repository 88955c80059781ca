constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void blur(read_only image2d_t in, write_only image2d_t out, read_write image3d_t volume, sampler_t how, read_only image1d_buffer_t line) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = read_imagef(in, nearest, at) + read_imagef(in, how, convert_float2(at)) + read_imagef(line, at.x);
  write_imagef(out, at, sum * get_image_width(in));
  write_imageui(volume, (int4)(at, 0, 0), read_imageui(volume, (int4)(at, 1, 0)));
}
