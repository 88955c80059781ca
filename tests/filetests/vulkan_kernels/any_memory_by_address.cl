// Pointers to any memory: those in buffers are addresses of buffers, others lead to variables.
// RUN: spirv64 O0 forward --environment=vulkan1.3 --buffers=addresses
// RUN: spirv64 O2 forward --environment=vulkan1.3 --buffers=addresses
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
typedef struct { const int *from; } slot;
static int peek(const int *p) { return *p; }
kernel void any(global int *global *slots, global const slot *flat, global int *out, local int *shared)
{
    size_t i = get_global_id(0);
    shared[get_local_id(0)] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int own = 5;
    out[i] = peek(slots[i]) + peek(flat[i].from) + peek(shared) + peek(&own);
}
