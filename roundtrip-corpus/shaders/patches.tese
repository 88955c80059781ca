// Evaluates patches of triangles with data for the patch, in both layouts of interfaces.
#version 450
layout(triangles, fractional_odd_spacing, cw, point_mode) in;
struct Corner { vec3 normal; vec2 uv[2]; };
layout(location = 0) in Corner corners[];
layout(location = 4) patch in vec4 tint[2];
layout(location = 6) patch in Sizes { float thick; ivec2 kind; } sizes;
layout(location = 0) out vec3 normal;
layout(location = 1) out Outgoing { vec2 uv; flat int kind; } outgoing;
layout(std140, binding = 0) uniform Matrices { layout(row_major) mat4 projection[2]; } matrices;
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };
void main() {
    vec3 sum = vec3(0.0);
    outgoing.uv = vec2(0.0);
    for (int i = 0; i < gl_PatchVerticesIn; i++) {
        sum += gl_in[i].gl_Position.xyz * gl_TessCoord[i];
        normal += corners[i].normal * gl_TessCoord[i];
        outgoing.uv += corners[i].uv[i & 1] * gl_TessLevelInner[0];
    }
    normal = normalize(normal) * sizes.thick + tint[1].xyz;
    outgoing.kind = sizes.kind.y + gl_PrimitiveID;
    gl_Position = matrices.projection[gl_PrimitiveID & 1] * vec4(sum, 1.0);
    gl_ClipDistance[0] = gl_TessLevelOuter[1];
    gl_ClipDistance[1] = dot(sum, normal);
}
