// Ends of invocations, sides, depth and sample mask.
#version 450
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 color;
layout(depth_greater) out float gl_FragDepth;
void main() {
    if (dot(place, place) > 1.0) { discard; }
    if (!gl_FrontFacing && gl_FragCoord.x < 10.0) { discard; }
    gl_FragDepth = gl_FragCoord.z + 0.25;
    gl_SampleMask[0] = gl_SampleMaskIn[0] & 3;
    color = vec4(place, gl_PointCoord.x, float(gl_PrimitiveID));
}
