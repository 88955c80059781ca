// The names of HLSL that the programs use: clang without its own header has the builtins alone.
#define ALIAS(builtin) __attribute__((clang_builtin_alias(builtin)))

typedef unsigned int uint;
typedef vector<float, 2> float2;
typedef vector<float, 3> float3;
typedef vector<float, 4> float4;
typedef vector<int, 2> int2;
typedef vector<int, 3> int3;
typedef vector<int, 4> int4;
typedef vector<uint, 2> uint2;
typedef vector<uint, 3> uint3;
typedef vector<uint, 4> uint4;
typedef vector<bool, 2> bool2;
typedef vector<bool, 3> bool3;
typedef vector<bool, 4> bool4;
typedef matrix<float, 2, 2> float2x2;
typedef matrix<float, 3, 3> float3x3;
typedef matrix<float, 4, 4> float4x4;

#define abs __builtin_elementwise_abs
#define acos __builtin_elementwise_acos
#define asin __builtin_elementwise_asin
#define atan __builtin_elementwise_atan
#define atan2 __builtin_elementwise_atan2
#define ceil __builtin_elementwise_ceil
#define cos __builtin_elementwise_cos
#define cosh __builtin_elementwise_cosh
#define countbits __builtin_elementwise_popcount
#define reversebits __builtin_elementwise_bitreverse
#define exp __builtin_elementwise_exp
#define exp2 __builtin_elementwise_exp2
#define floor __builtin_elementwise_floor
#define fmod __builtin_elementwise_fmod
#define log __builtin_elementwise_log
#define log2 __builtin_elementwise_log2
#define max __builtin_elementwise_max
#define min __builtin_elementwise_min
#define pow __builtin_elementwise_pow
#define round __builtin_elementwise_roundeven
#define sin __builtin_elementwise_sin
#define sinh __builtin_elementwise_sinh
#define sqrt __builtin_elementwise_sqrt
#define tan __builtin_elementwise_tan
#define tanh __builtin_elementwise_tanh
#define trunc __builtin_elementwise_trunc

#define all __builtin_hlsl_all
#define any __builtin_hlsl_any
#define clamp __builtin_hlsl_elementwise_clamp
#define clip __builtin_hlsl_elementwise_clip
#define cross __builtin_hlsl_crossf32
#define degrees __builtin_hlsl_elementwise_degrees
#define dot __builtin_hlsl_dot
#define dot4add_i8packed __builtin_hlsl_dot4add_i8packed
#define dot4add_u8packed __builtin_hlsl_dot4add_u8packed
#define f16tof32 __builtin_hlsl_elementwise_f16tof32
#define firstbithigh __builtin_hlsl_elementwise_firstbithigh
#define firstbitlow __builtin_hlsl_elementwise_firstbitlow
#define frac __builtin_hlsl_elementwise_frac
#define isinf __builtin_hlsl_elementwise_isinf
#define isnan __builtin_hlsl_elementwise_isnan
#define lerp __builtin_hlsl_lerp
#define mad __builtin_hlsl_mad
#define normalize __builtin_hlsl_normalize
#define radians __builtin_hlsl_elementwise_radians
#define rcp __builtin_hlsl_elementwise_rcp
#define rsqrt __builtin_hlsl_elementwise_rsqrt
#define saturate __builtin_hlsl_elementwise_saturate
#define select __builtin_hlsl_select
#define sign __builtin_hlsl_elementwise_sign
#define step __builtin_hlsl_step

#define distance __builtin_spirv_distance
#define faceforward __builtin_spirv_faceforward
#define length __builtin_spirv_length
#define reflect __builtin_spirv_reflect
#define refract __builtin_spirv_refract
#define smoothstep __builtin_spirv_smoothstep
#define ddx __builtin_spirv_ddx
#define ddy __builtin_spirv_ddy
#define fwidth __builtin_spirv_fwidth
#define ddx_coarse __builtin_hlsl_elementwise_ddx_coarse
#define ddx_fine __builtin_hlsl_elementwise_ddx_fine
#define ddy_coarse __builtin_hlsl_elementwise_ddy_coarse
#define ddy_fine __builtin_hlsl_elementwise_ddy_fine

#define GroupMemoryBarrierWithGroupSync __builtin_hlsl_group_memory_barrier_with_group_sync
#define NonUniformResourceIndex __builtin_hlsl_resource_nonuniformindex
#define WaveActiveAllTrue __builtin_hlsl_wave_active_all_true
#define WaveActiveAnyTrue __builtin_hlsl_wave_active_any_true
#define WaveActiveBallot __builtin_hlsl_wave_active_ballot
#define WaveActiveCountBits __builtin_hlsl_wave_active_count_bits
#define WaveGetLaneCount __builtin_hlsl_wave_get_lane_count
#define WaveGetLaneIndex __builtin_hlsl_wave_get_lane_index
#define WaveIsFirstLane __builtin_hlsl_wave_is_first_lane

#define OF_NUMBERS(type) \
  ALIAS(__builtin_hlsl_wave_active_max) type WaveActiveMax(type); \
  ALIAS(__builtin_hlsl_wave_active_min) type WaveActiveMin(type); \
  ALIAS(__builtin_hlsl_wave_active_sum) type WaveActiveSum(type); \
  ALIAS(__builtin_hlsl_wave_read_lane_at) type WaveReadLaneAt(type, uint);
OF_NUMBERS(float)
OF_NUMBERS(float2)
OF_NUMBERS(float4)
OF_NUMBERS(int)
OF_NUMBERS(uint)
OF_NUMBERS(uint2)
