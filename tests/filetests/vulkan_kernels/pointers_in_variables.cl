// Arrays and structures of a function with pointers to buffers, to local and to private memory: they hold offsets, and which variable these
// are from.
// RUN: spirv64 O0 forward --environment=vulkan1.3
// RUN: spirv64 O2 forward --environment=vulkan1.3
// ENV: vulkan1.3
// LOSES: a kernel becomes a shader, whose interface is another one
struct walk {
    global const float *from;
    int step;
};

kernel void rows(global const float *a, global float *out, int width, int rows)
{
    global const float *row[4];
    for (int i = 0; i < 4; ++i)
        row[i] = a + i * width;
    float sum = 0.0f;
    for (int i = 0; i < rows; ++i)
        sum += row[i & 3][i];
    out[get_global_id(0)] = sum;
}

kernel void several(global const float *a, global const float *b, global float *out, int n)
{
    global const float *from[2] = { a, b };
    out[get_global_id(0)] = from[n & 1][n];
}

kernel void structures(global const float *a, global float *out, int n)
{
    struct walk walks[2] = { { a, 1 }, { a + n, 2 } };
    struct walk copied[2];
    for (int i = 0; i < 2; ++i)
        copied[i] = walks[1 - i];
    struct walk *chosen = &copied[n & 1];
    chosen->from += chosen->step;
    out[get_global_id(0)] = chosen->from[n];
}

kernel void maybe(global const float *a, global const int *which, global float *out, int n)
{
    global const float *from[4] = { 0 };
    for (int i = 0; i < 4; ++i)
        from[i] = which[i] ? a + which[i] : 0;
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
        if (from[i & 3])
            sum += from[i & 3][i];
    out[get_global_id(0)] = sum;
}

kernel void kinds(global float *out, local float *shared, int n)
{
    float own[4] = { 1.0f, 2.0f, 3.0f, 4.0f };
    float *inner[2] = { own, own + n };
    local float *outer[2] = { shared, shared + n };
    *outer[n & 1] = *inner[n & 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[n];
}
