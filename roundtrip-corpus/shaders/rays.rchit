// The closest hit of a ray.
// ENV: vulkan1.2
#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT struct { vec3 color; int depth; } payload;
layout(location = 1) rayPayloadEXT bool is_shaded;
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
hitAttributeEXT vec2 hit;
void main() {
    is_shaded = true;
    vec3 at = gl_WorldRayOriginEXT + gl_WorldRayDirectionEXT * gl_HitTEXT;
    if (payload.depth < 3) {
        traceRayEXT(scene, gl_RayFlagsTerminateOnFirstHitEXT, 0xff, 1, 1, 1, at, 0.01, vec3(0.0, 1.0, 0.0), 100.0, 1);
    }
    payload.color = vec3(hit, float(gl_InstanceCustomIndexEXT)) * (is_shaded ? 0.5 : 1.0);
    payload.depth++;
}
