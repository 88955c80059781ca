// Geometry: primitives in and out, invocations, layers.
#version 450
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 6) out;
layout(location = 0) in vec2 place_in[];
layout(location = 0) out vec2 place_out;
void main() {
    for (int copy = 0; copy < 2; copy++) {
        for (int i = 0; i < gl_in.length(); i++) {
            gl_Position = gl_in[i].gl_Position + vec4(float(copy) * 0.1, 0.0, 0.0, 0.0);
            gl_Layer = gl_InvocationID;
            gl_PrimitiveID = gl_PrimitiveIDIn;
            place_out = place_in[i];
            EmitVertex();
        }
        EndPrimitive();
    }
}
