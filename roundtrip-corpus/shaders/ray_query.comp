// Ray queries against an acceleration structure.
// ENV: vulkan1.2
#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(set = 0, binding = 1, r32f) uniform writeonly image2D target;
void main() {
    vec3 origin = vec3(vec2(gl_GlobalInvocationID.xy), -10.0);
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT, 0xffu, origin, 0.01, vec3(0.0, 0.0, 1.0), 100.0);
    float nearest = -1.0;
    while (rayQueryProceedEXT(query)) {
        if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT) {
            rayQueryConfirmIntersectionEXT(query);
        }
    }
    if (rayQueryGetIntersectionTypeEXT(query, true) != gl_RayQueryCommittedIntersectionNoneEXT) {
        nearest = rayQueryGetIntersectionTEXT(query, true) + rayQueryGetIntersectionBarycentricsEXT(query, true).x;
    }
    imageStore(target, ivec2(gl_GlobalInvocationID.xy), vec4(nearest));
}
