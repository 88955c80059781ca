// Calls builtins so that clang mangles their names. `names.sh` collects these into `names.txt`.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define OVERLOAD __attribute__((overloadable))

#define MATH(T) \
  kernel void math_##T(global T *p, T a, T b, T c) { \
    *p = sin(a) + cos(b) + exp2(a) + sqrt(b) + fabs(c) + native_##sin##_##T(a); \
    *p += fmax(a, b) + pow(a, b) + atan2(a, b) + fma(a, b, c) + mad(a, b, c) + clamp(a, b, c) + mix(a, b, c); \
    *p += smoothstep(a, b, c) + hypot(a, b) + copysign(a, b) + nextafter(a, b) + step(a, b) + degrees(a); \
    T x; *p += fract(a, &x) + modf(a, p) + sincos(a, &x) + remainder(a, b) + fdim(a, b); \
  }
#define native_sin_float native_sin
#define native_sin_float4 native_sin
#define native_sin_float16 native_sin
#define native_sin_double3 sin
#define native_sin_half8 sin
MATH(float) MATH(float4) MATH(float16) MATH(double3) MATH(half8)

#define MATHI(T, I) \
  kernel void mathi_##T(global T *p, global I *q, T a, T b, I i, int n) { \
    *p = ldexp(a, i) + pown(a, i) + rootn(a, i); \
    I j; *p += frexp(a, &j) + remquo(a, b, q) + lgamma_r(a, q) + nan(as_u##I(i)); \
    *q = ilogb(a) + isnan(a) + isequal(a, b) + isordered(a, b) + signbit(a); \
  }
MATHI(float, int) MATHI(float2, int2) MATHI(float8, int8)

kernel void geometric(global float4 *p, float4 a, float3 b, global float *q, half4 h, double2 d) {
  *p = cross(a, a) + normalize(a);
  *q = dot(a, a) + length(b) + distance(b, b) + fast_length(a) + dot(h, h) + (float)dot(d, d);
}

#if __OPENCL_C_VERSION__ < 200
#define ctz clz
#endif
#define INTEGER(T, U) \
  kernel void integer_##T(global T *p, global U *q, T a, T b, T c, U u) { \
    *q = abs(a) + abs_diff(a, b); \
    *p = add_sat(a, b) + hadd(a, b) + rhadd(a, b) + clz(a) + ctz(a) + popcount(a) + mul_hi(a, b) + mad_hi(a, b, c); \
    *p += rotate(a, b) + sub_sat(a, b) + min(a, b) + max(a, b) + clamp(a, b, c) + select(a, b, u) + bitselect(a, b, c); \
  }
INTEGER(char, uchar) INTEGER(uchar2, uchar2) INTEGER(short3, ushort3) INTEGER(ushort, ushort) INTEGER(int, uint)
INTEGER(uint4, uint4) INTEGER(long8, ulong8) INTEGER(ulong, ulong) INTEGER(char16, uchar16)
kernel void wider(global short *p, global int2 *q, global ulong *r, char c, uchar u, short2 s, ushort2 t, uint a) {
  *p = upsample(c, u); *q = upsample(s, t); *r = upsample(a, a) + mul24(a, a) + mad24(a, a, a);
}

#define CONVERT(T, S) \
  kernel void convert_##T##_##S(global T *p, S s) { \
    *p = convert_##T(s) + convert_##T##_sat(s) + convert_##T##_rte(s) + convert_##T##_sat_rtz(s) + convert_##T##_sat_rtp(s); \
  }
CONVERT(uchar, float) CONVERT(char4, float4) CONVERT(int, double) CONVERT(ushort2, half2) CONVERT(ulong16, int16)
CONVERT(long3, uint3) CONVERT(uint8, long8)

#define LOAD(T) \
  kernel void load_##T(global T *g, constant T *c, local T *l) { \
    private T x[16]; T *p = x; \
    vstore2(vload2(0, g), 1, l); vstore3(vload3(0, c), 1, x); vstore4(vload4(0, l), 1, g); vstore8(vload8(0, x), 1, g); \
    vstore16(vload16(0, p), 1, g); prefetch(g, 4); \
    event_t e = async_work_group_copy(l, g, 4, 0); e = async_work_group_copy(g, l, 4, e); \
    e = async_work_group_strided_copy(l, g, 4, 2, e); wait_group_events(1, &e); \
  }
LOAD(char) LOAD(uchar) LOAD(short) LOAD(int) LOAD(uint) LOAD(long) LOAD(float) LOAD(double) LOAD(half)
kernel void half_memory(global half *g, constant half *c, local half *l, float f, float4 v, double2 d) {
  f += vload_half(0, g) + vload_half(1, c); v += vload_half4(0, l) + vloada_half4(1, g);
  vstore_half(f, 0, g); vstore_half4_rtz(v, 0, l); vstorea_half4_rte(v, 1, g); vstore_half2_rtn(d, 0, g);
}

#if __OPENCL_C_VERSION__ >= 200
kernel void items(global size_t *p, uint n) {
  *p = get_global_id(n) + get_local_id(n) + get_group_id(n) + get_global_size(n) + get_work_dim() + get_local_size(n);
  *p += get_global_offset(n) + get_num_groups(n) + get_enqueued_local_size(n) + get_global_linear_id();
  *p += get_sub_group_id() + get_sub_group_local_id() + get_max_sub_group_size();
  barrier(CLK_LOCAL_MEM_FENCE); mem_fence(CLK_GLOBAL_MEM_FENCE); read_mem_fence(CLK_LOCAL_MEM_FENCE);
  work_group_barrier(CLK_LOCAL_MEM_FENCE); work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE); atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}

kernel void groups(global int *p, global float *q, int i, float f, half h, double d, ulong u) {
  size_t x = get_global_id(0);
  *p = work_group_all(i) + work_group_any(i) + work_group_broadcast(i, x) + work_group_broadcast(i, x, x, x);
  *p += work_group_reduce_add(i) + work_group_scan_inclusive_max(i) + (int)work_group_scan_exclusive_min(u);
  *q = work_group_reduce_add(f) + sub_group_reduce_max(f) + sub_group_broadcast(f, 1) + sub_group_scan_inclusive_add(h);
  *p += sub_group_all(i) + sub_group_elect() + sub_group_non_uniform_broadcast(i, 0) + sub_group_shuffle(i, 0u);
  *q += sub_group_shuffle_xor(f, 1u) + sub_group_clustered_reduce_add(f, 4) + sub_group_rotate(f, 1);
  uint4 b = sub_group_ballot(i); *p += sub_group_ballot_bit_count(b) + sub_group_inverse_ballot(b);
}

#endif

kernel void atomics_1(volatile global int *g, volatile local uint *l, volatile global float *f, volatile global long *w) {
  atomic_add(g, 1); atomic_sub(l, 1); atomic_inc(g); atomic_dec(l); atomic_cmpxchg(g, 1, 2); atomic_xchg(f, 1.f);
  atomic_min(g, 1); atomic_max(l, 1); atomic_and(g, 1); atomic_or(l, 1); atomic_xor(g, 1); atom_add(w, 1L);
}

#if __OPENCL_C_VERSION__ >= 200
kernel void atomics_2(volatile global atomic_int *g, volatile local atomic_uint *l, volatile global atomic_float *in,
                      volatile global atomic_flag *flag, global int *expected, local uint *e) {
  volatile atomic_float *f = in; volatile atomic_long *w = 0;
  private int x = 1; float y;
  atomic_init(g, 1); atomic_store(l, 2); *expected = atomic_load(g); atomic_exchange(f, 1.f); atomic_fetch_add(g, 1);
  atomic_fetch_max_explicit(l, 1, memory_order_relaxed); *expected += atomic_load_explicit(g, memory_order_acquire, memory_scope_device);
  atomic_compare_exchange_strong(g, expected, 1); atomic_compare_exchange_weak(l, e, 1); atomic_compare_exchange_strong(f, &y, 1.f);
  atomic_compare_exchange_strong_explicit(g, expected, 1, memory_order_acq_rel, memory_order_relaxed, memory_scope_work_group);
  atomic_compare_exchange_weak_explicit(g, &x, 1, memory_order_acq_rel, memory_order_relaxed);
  atomic_flag_test_and_set(flag); atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_device);
  atomic_fetch_sub_explicit(w, 1L, memory_order_seq_cst, memory_scope_all_svm_devices); atomic_fetch_add(f, 1.f);
}

kernel void images(read_only image1d_t a, read_only image1d_buffer_t ab, read_only image1d_array_t aa, read_only image2d_t b,
                   write_only image2d_t bw, read_write image2d_t brw, read_only image2d_array_t ba, read_only image3d_t c,
                   write_only image3d_t cw, read_only image2d_depth_t bd, read_only image2d_array_depth_t bad,
                   read_only image2d_msaa_t bm, read_only image2d_array_msaa_depth_t bamd, sampler_t s, global float4 *p) {
  int2 i2; int4 i4; float2 f2; float4 f4; uint4 u4;
  f4 = read_imagef(a, s, 1.f) + read_imagef(ab, 1) + read_imagef(aa, s, i2) + read_imagef(b, s, f2) + read_imagef(b, i2);
  f4 += read_imagef(b, s, f2, f2, f2) + read_imagef(b, s, f2, 1.f) + read_imagef(ba, s, f4) + read_imagef(c, s, i4);
  f4 += read_imagef(bd, s, f2) + read_imagef(bad, s, i4) + read_imagef(bm, i2, 1) + read_imagef(brw, i2) + read_imagef(bamd, i4, 1);
  i4 = read_imagei(b, s, f2); u4 = read_imageui(c, s, f4); half4 h = read_imageh(b, s, i2);
  write_imagef(bw, i2, f4); write_imagei(brw, i2, i4); write_imageui(cw, i4, u4); write_imageh(bw, i2, h);
  i4.x = get_image_width(b) + get_image_height(bw) + get_image_depth(c) + get_image_channel_order(a) + get_image_num_samples(bm);
  i2 = get_image_dim(b); i4 += get_image_dim(cw); i4.y = get_image_array_size(ba); atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_release, memory_scope_work_item);
  *p = f4;
}

kernel void objects(queue_t q, clk_event_t c, global void *info) {
  ndrange_t n = ndrange_1D(1); size_t sizes[3]; n = ndrange_2D(sizes); n = ndrange_3D(sizes, sizes, sizes);
  retain_event(c); release_event(c); set_user_event_status(c, 0); capture_event_profiling_info(c, CLK_PROFILING_COMMAND_EXEC_TIME, info);
  is_valid_event(c); create_user_event(); enqueue_marker(q, 1, &c, &c); get_default_queue();
}

// SPIR-V builtins have no header: these declarations follow "SPIR-V representation in LLVM IR".
#define OPAQUE(NAME) struct NAME; typedef struct NAME NAME
OPAQUE(__spirv_Image__void_1_0_0_0_0_0_0); OPAQUE(__spirv_SampledImage__void_1_0_0_0_0_0_0); OPAQUE(__spirv_Sampler);
OPAQUE(__spirv_Event); OPAQUE(__spirv_Pipe__0); OPAQUE(__spirv_CooperativeMatrixKHR__uint_3_12_48_0);
float4 OVERLOAD __spirv_ImageSampleExplicitLod_Rfloat4(global __spirv_SampledImage__void_1_0_0_0_0_0_0 *, float2, int, float);
global __spirv_SampledImage__void_1_0_0_0_0_0_0 *OVERLOAD __spirv_SampledImage(global __spirv_Image__void_1_0_0_0_0_0_0 *, constant __spirv_Sampler *);
uchar2 OVERLOAD __spirv_SatConvertSToU_Ruchar2(int2);
uchar OVERLOAD __spirv_ConvertFToU_Ruchar_sat_rtz(float);
char2 OVERLOAD __spirv_ocl_vloadn__Rchar2(uint, global const char *, int);
char2 OVERLOAD __spirv_ocl_vloadn_Rchar2(uint, global const char *, int);
int OVERLOAD __spirv_ocl_printf(constant const char *, ...);
void OVERLOAD __spirv_ControlBarrier(int, int, int);
int OVERLOAD __spirv_AtomicIAdd(global int *, int, int, int);
int OVERLOAD __spirv_AtomicCompareExchange(volatile local int *, int, int, int, int, int);
size_t OVERLOAD __spirv_BuiltInGlobalInvocationId(int);
size_t OVERLOAD __spirv_BuiltInGlobalLinearId(void);
float4 OVERLOAD __spirv_ocl_fmax(float4, float4);
void OVERLOAD __spirv_GroupWaitEvents(int, int, __spirv_Event **);
void OVERLOAD __spirv_ReadPipe(global __spirv_Pipe__0 *, generic int *, int, int);
void OVERLOAD __spirv_CooperativeMatrixStoreKHR(generic int *, global __spirv_CooperativeMatrixKHR__uint_3_12_48_0 *, int, long, int);
kernel void spirv(global int *p, constant char *c, global void *v, constant void *s) {
  float4 f = __spirv_ImageSampleExplicitLod_Rfloat4(__spirv_SampledImage(v, s), (float2)(1.f), 2, 0.f);
  f = __spirv_ocl_fmax(f, f); __spirv_SatConvertSToU_Ruchar2((int2)1); __spirv_ConvertFToU_Ruchar_sat_rtz(1.f);
  __spirv_ocl_vloadn__Rchar2(1, v, 2); __spirv_ocl_vloadn_Rchar2(1, v, 2); __spirv_ocl_printf(c, 1);
  __spirv_ControlBarrier(1, 2, 3); __spirv_AtomicIAdd(p, 1, 2, 3); __spirv_AtomicCompareExchange(0, 1, 2, 3, 4, 5);
  __spirv_BuiltInGlobalInvocationId(0); __spirv_BuiltInGlobalLinearId(); __spirv_GroupWaitEvents(1, 1, 0);
  __spirv_ReadPipe(v, p, 4, 4); __spirv_CooperativeMatrixStoreKHR(p, v, 0, 1L, 2);
}

// Shapes of types that no builtin has all of, for the order of qualifiers and substitutions.
typedef struct Struct { int a; } Struct;
void OVERLOAD qualifiers(global const float *, global const float *, volatile local int *restrict, global int *restrict *, const int *const *, const int *const *volatile *);
void OVERLOAD atomics(const atomic_int *, volatile atomic_float *, atomic_int *, global atomic_int *, const volatile global atomic_int *, local atomic_uint *);
void OVERLOAD vectors(float4, float4 *, const float4 *, global float4 *, float4, const global float4 *, const global float4 *);
void OVERLOAD names(Struct, Struct *, event_t *, event_t, clk_event_t, queue_t, reserve_id_t, ndrange_t, image2d_t, image2d_t, sampler_t, Struct);
void OVERLOAD pointers(void *, const void *, global void *, global const void *, constant void *, private int *, generic int *, private int **);
kernel void shapes(Struct s, queue_t q, clk_event_t c, image2d_t i, sampler_t m) {
  event_t e; reserve_id_t r; ndrange_t n;
  qualifiers(0, 0, 0, 0, 0, 0); atomics(0, 0, 0, 0, 0, 0); vectors(0, 0, 0, 0, 0, 0, 0);
  names(s, &s, &e, e, c, q, r, n, i, i, m, s); pointers(0, 0, 0, 0, 0, 0, 0, 0);
}
#endif

// Private memory: its qualifier has no text, but counts as a substitution candidate.
void OVERLOAD private_twice(private int *, private int *, float4, float4);
void OVERLOAD private_vectors(private float4 *, private float4 *, private float4 *);
void OVERLOAD private_between(float4, private float4 *, private const float4 *, private float4 *, sampler_t, sampler_t);
void OVERLOAD private_nested(private int *private *, private int *private *, private int *);
kernel void private_memory(float4 f, sampler_t s) {
  private_twice(0, 0, f, f); private_vectors(0, 0, 0); private_between(f, 0, 0, 0, s, s); private_nested(0, 0, 0);
}
