// Iterations until a bound, into an image.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0, rgba8) uniform writeonly image2D target;
layout(push_constant) uniform Push { dvec2 unused; vec2 corner; vec2 size; int most; } push;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec2 c = push.corner + push.size * vec2(at) / vec2(imageSize(target));
    vec2 z = c;
    int steps = 0;
    while (steps < push.most && dot(z, z) < 4.0) { z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c; steps++; }
    imageStore(target, at, vec4(vec3(float(steps) / float(push.most)), 1.0));
}
