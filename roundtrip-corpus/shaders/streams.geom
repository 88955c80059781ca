// A geometry shader with two streams, transform feedback and several invocations.
#version 450
layout(points, invocations = 2) in;
layout(points, max_vertices = 6) out;
layout(location = 0) in vec4 color[];
layout(location = 1) in Block { vec2 uv; flat int kind; } incoming[];
layout(stream = 0, location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 32) out vec4 first;
layout(stream = 0, location = 1, xfb_buffer = 0, xfb_offset = 16) out vec2 place;
layout(stream = 1, location = 2, xfb_buffer = 1, xfb_offset = 0, xfb_stride = 16) out vec3 second;
void main() {
    for (int i = 0; i < 3; i++) {
        first = color[0] * float(i + gl_InvocationID);
        place = incoming[0].uv + gl_in[0].gl_Position.xy;
        EmitStreamVertex(0);
        if (incoming[0].kind == i) { continue; }
        second = vec3(incoming[0].uv, float(gl_PrimitiveIDIn));
        EmitStreamVertex(1);
        EndStreamPrimitive(1);
    }
    EndStreamPrimitive(0);
}
