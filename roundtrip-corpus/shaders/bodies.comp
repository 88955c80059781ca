// Forces between many bodies.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 place; vec4 speed; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; } all;
layout(push_constant) uniform Push { float step; float softness; uint count; } push;
shared vec4 tile[64];
void main() {
    uint at = gl_GlobalInvocationID.x;
    vec4 place = all.bodies[at].place;
    vec3 force = vec3(0.0);
    for (uint start = 0u; start < push.count; start += 64u) {
        tile[gl_LocalInvocationID.x] = all.bodies[start + gl_LocalInvocationID.x].place;
        barrier();
        for (uint i = 0u; i < 64u; i++) {
            vec3 away = tile[i].xyz - place.xyz;
            float inverse = inversesqrt(dot(away, away) + push.softness);
            force += away * (tile[i].w * inverse * inverse * inverse);
        }
        barrier();
    }
    all.bodies[at].speed.xyz += force * push.step;
    all.bodies[at].place.xyz = place.xyz + all.bodies[at].speed.xyz * push.step;
}
