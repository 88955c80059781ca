// Operations of subgroups.
// ENV: vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint values[]; } data;
void main() {
    uint value = data.values[gl_GlobalInvocationID.x];
    uvec4 votes = subgroupBallot(value > 3u);
    uint sum = subgroupAdd(value) + subgroupInclusiveMax(value) + subgroupExclusiveAdd(value);
    if (subgroupAny(value == 9u) && !subgroupAll(value < 100u) || subgroupAllEqual(value)) { sum ^= subgroupMin(value); }
    sum += subgroupBallotBitCount(votes) + subgroupBroadcastFirst(value) + subgroupBroadcast(value, 2u);
    sum += subgroupShuffle(value, 5u) + subgroupShuffleXor(value, 1u) + subgroupShuffleUp(value, 2u);
    sum += subgroupClusteredOr(value, 8u) + subgroupQuadBroadcast(value, 1u) + subgroupQuadSwapHorizontal(value);
    subgroupMemoryBarrierBuffer();
    if (subgroupElect()) { data.values[gl_SubgroupID] = sum + gl_SubgroupSize * gl_NumSubgroups; }
}
