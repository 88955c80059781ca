// Operations of quads and clusters, and what only fragments have of subgroups.
// ENV: vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_vote : require
layout(location = 0) in vec4 place;
layout(location = 1) flat in ivec3 kind;
layout(location = 0) out vec4 color;
void main() {
    vec4 sum = subgroupQuadSwapHorizontal(place) - subgroupQuadSwapVertical(place) * subgroupQuadSwapDiagonal(place);
    sum += subgroupQuadBroadcast(place, 3u);
    sum.xyz += subgroupClusteredAdd(place.xyz, 4u) + subgroupClusteredMin(place.zyx, 2u) + subgroupClusteredMax(place.xxx, 8u);
    ivec3 bits = subgroupClusteredXor(kind, 4u) | subgroupClusteredAnd(kind, 4u) ^ subgroupClusteredMul(kind, 2u);
    bits += subgroupShuffleDown(kind, 1u) + subgroupInclusiveMul(kind) + subgroupExclusiveXor(kind) + subgroupMin(kind);
    bvec3 truth = subgroupOr(greaterThan(kind, ivec3(2)));
    if (subgroupAllEqual(kind.x) && !gl_HelperInvocation) { sum *= 0.5; }
    color = sum + vec4(bits, 1) + vec4(dFdx(place.xy), fwidth(truth.x ? place.z : 0.0), 0.0);
}
