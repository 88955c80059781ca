// Tessellation control: arrays of inputs and outputs, patches, levels, barriers.
#version 450
layout(vertices = 4) out;
layout(location = 0) in vec3 normal_in[];
layout(location = 0) out vec3 normal_out[];
layout(location = 1) patch out vec4 plane;
layout(location = 2) patch out Detail { float scale; ivec2 cell; } detail;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    normal_out[gl_InvocationID] = normal_in[gl_InvocationID] * 0.5;
    barrier();
    if (gl_InvocationID == 0) {
        gl_TessLevelInner[0] = 4.0; gl_TessLevelInner[1] = float(gl_PatchVerticesIn);
        for (int i = 0; i < 4; i++) { gl_TessLevelOuter[i] = normal_out[i].x + 1.0; }
        plane = gl_out[1].gl_Position;
        detail.scale = 2.0; detail.cell = ivec2(gl_PrimitiveID, 3);
    }
}
