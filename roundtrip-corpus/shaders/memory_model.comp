// The Vulkan memory model: scopes and semantics of accesses, barriers and atomic operations.
// ENV: vulkan1.2
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) queuefamilycoherent buffer Data { uint flag; uint payload; uint seen[]; } data;
shared uint turn;
void main() {
    if (gl_LocalInvocationIndex == 0u) {
        data.payload = 42u;
        atomicStore(data.flag, 1u, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        turn = 3u;
    }
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    uint seen = atomicLoad(data.flag, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    data.seen[gl_GlobalInvocationID.x] = seen * data.payload + turn;
}
