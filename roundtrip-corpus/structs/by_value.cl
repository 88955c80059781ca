// options: -cl-std=CL1.2
// Structs passed by value to kernels and helpers and returned from them:
// nested, with arrays, vectors, padding, packed and aligned variants; unions
// and as_type reinterpretation.

typedef struct {
    float3 position;
    float radius;
} sphere_t;

typedef struct {
    uchar tag;
    short grid[2][3];
    struct {
        int lo, hi;
    } range;
    sphere_t bound;
    long stamp;
} params_t;

typedef struct __attribute__((packed)) {
    uchar kind;
    uint length;
    ushort port;
} header_t;

typedef struct __attribute__((aligned(32))) {
    int id;
    uchar4 colour;
} item_t;

typedef union {
    float f;
    uint u;
    uchar4 bytes;
    ushort halves[2];
} word_t;

typedef struct {
    int kind;
    union {
        struct { float w, h; } box;
        struct { float r; } disc;
        int code[2];
    } shape;
} shape_t;

static params_t shifted(params_t p, int by)
{
    p.range.lo += by;
    p.range.hi -= by;
    p.bound.position += (float3)(by, 0.0f, -by);
    for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 3; ++c)
            p.grid[r][c] = (short)(p.grid[r][c] * (c + 1) - r);
    return p;
}

static int weigh(params_t p)
{
    int s = p.tag;
    for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 3; ++c)
            s = s * 3 + p.grid[r][c];
    return s + p.range.hi - p.range.lo;
}

__kernel void use_params(params_t p, __global int *weights, __global params_t *copies,
                         __global float *dist2)
{
    const int i = get_global_id(0);
    const params_t q = shifted(p, i);
    weights[i] = weigh(q) - weigh(p);
    copies[i] = q;
    const sphere_t s = q.bound;
    dist2[i] = dot(s.position, s.position) - s.radius * s.radius;
}

__kernel void headers(__global const uchar *wire, __global header_t *out,
                      __global item_t *items, uint n)
{
    const uint i = get_global_id(0);
    // A packed struct read from any byte offset.
    const header_t h = *(__global const header_t *)(wire + i * sizeof(header_t));
    header_t r = h;
    r.length = h.length + n;
    r.port = as_ushort(as_uchar2(h.port).yx);
    r.kind ^= 0x80;
    out[i] = r;
    item_t it = { .id = (int)(sizeof(item_t) + i), .colour = (uchar4)(h.kind) };
    it.colour.yz = as_uchar2(h.port);
    items[i].id = it.id;
    items[i].colour = it.colour;
}

static float area(shape_t s)
{
    switch (s.kind) {
    case 0:
        return s.shape.box.w * s.shape.box.h;
    case 1:
        return 3.0f * s.shape.disc.r * s.shape.disc.r;
    default:
        return (float)(s.shape.code[0] + s.shape.code[1]);
    }
}

static shape_t make(int kind, float a, float b)
{
    shape_t s;
    s.kind = kind;
    s.shape.box.w = a;
    s.shape.box.h = b;
    if (kind == 2) {
        s.shape.code[0] = (int)a;
        s.shape.code[1] = (int)b;
    }
    return s;
}

__kernel void unions(__global const float2 *in, __global float *areas,
                     __global uint *bits, __global shape_t *shapes)
{
    const size_t i = get_global_id(0);
    const shape_t s = make((int)(i % 3), in[i].x, in[i].y);
    shapes[i] = s;
    areas[i] = area(s);
    word_t w;
    w.f = in[i].x;
    w.bytes = w.bytes.wzyx;
    w.halves[0] += 1;
    w.u = rotate(w.u, 8u);
    bits[i] = w.u ^ as_uint(in[i].y) ^ as_uint(as_uchar4(w.f).wzyx);
}
