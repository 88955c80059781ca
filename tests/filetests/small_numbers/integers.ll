; Conversions between numbers of 8 bits and integers: each width and sign, vectors, saturated.
; RUN: roundtrip --spirv-ext=+SPV_EXT_float8
target triple = "spir64-unknown-unknown"

define spir_func i8 @plain_int8_to_e4m3(i8 %x) {
  %y = call spir_func i8 @_Z36__builtin_spirv_ConvertInt8ToE4M3EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @plain_uint8_to_e4m3(i8 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertUInt8ToE4M3EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @clamp_int8_to_e4m3(i8 %x) {
  %y = call spir_func i8 @_Z41__builtin_spirv_ClampConvertInt8ToE4M3EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @clamp_uint8_to_e4m3(i8 %x) {
  %y = call spir_func i8 @_Z42__builtin_spirv_ClampConvertUInt8ToE4M3EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @e4m3_to_int8(i8 %x) {
  %y = call spir_func i8 @_Z36__builtin_spirv_ConvertE4M3ToInt8EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @e4m3_to_uint8(i8 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertE4M3ToUInt8EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @plain_int16_to_e4m3(i16 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertInt16ToE4M3EXTs(i16 %x)
  ret i8 %y
}
define spir_func i8 @plain_uint16_to_e4m3(i16 %x) {
  %y = call spir_func i8 @_Z38__builtin_spirv_ConvertUInt16ToE4M3EXTs(i16 %x)
  ret i8 %y
}
define spir_func i8 @clamp_int16_to_e4m3(i16 %x) {
  %y = call spir_func i8 @_Z42__builtin_spirv_ClampConvertInt16ToE4M3EXTs(i16 %x)
  ret i8 %y
}
define spir_func i8 @clamp_uint16_to_e4m3(i16 %x) {
  %y = call spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt16ToE4M3EXTs(i16 %x)
  ret i8 %y
}
define spir_func i16 @e4m3_to_int16(i8 %x) {
  %y = call spir_func i16 @_Z37__builtin_spirv_ConvertE4M3ToInt16EXTc(i8 %x)
  ret i16 %y
}
define spir_func i16 @e4m3_to_uint16(i8 %x) {
  %y = call spir_func i16 @_Z38__builtin_spirv_ConvertE4M3ToUInt16EXTc(i8 %x)
  ret i16 %y
}
define spir_func i8 @plain_int32_to_e4m3(i32 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertInt32ToE4M3EXTi(i32 %x)
  ret i8 %y
}
define spir_func i8 @plain_uint32_to_e4m3(i32 %x) {
  %y = call spir_func i8 @_Z38__builtin_spirv_ConvertUInt32ToE4M3EXTi(i32 %x)
  ret i8 %y
}
define spir_func i8 @clamp_int32_to_e4m3(i32 %x) {
  %y = call spir_func i8 @_Z42__builtin_spirv_ClampConvertInt32ToE4M3EXTi(i32 %x)
  ret i8 %y
}
define spir_func i8 @clamp_uint32_to_e4m3(i32 %x) {
  %y = call spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt32ToE4M3EXTi(i32 %x)
  ret i8 %y
}
define spir_func i32 @e4m3_to_int32(i8 %x) {
  %y = call spir_func i32 @_Z37__builtin_spirv_ConvertE4M3ToInt32EXTc(i8 %x)
  ret i32 %y
}
define spir_func i32 @e4m3_to_uint32(i8 %x) {
  %y = call spir_func i32 @_Z38__builtin_spirv_ConvertE4M3ToUInt32EXTc(i8 %x)
  ret i32 %y
}
define spir_func i8 @plain_int64_to_e4m3(i64 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertInt64ToE4M3EXTl(i64 %x)
  ret i8 %y
}
define spir_func i8 @plain_uint64_to_e4m3(i64 %x) {
  %y = call spir_func i8 @_Z38__builtin_spirv_ConvertUInt64ToE4M3EXTl(i64 %x)
  ret i8 %y
}
define spir_func i8 @clamp_int64_to_e4m3(i64 %x) {
  %y = call spir_func i8 @_Z42__builtin_spirv_ClampConvertInt64ToE4M3EXTl(i64 %x)
  ret i8 %y
}
define spir_func i8 @clamp_uint64_to_e4m3(i64 %x) {
  %y = call spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt64ToE4M3EXTl(i64 %x)
  ret i8 %y
}
define spir_func i64 @e4m3_to_int64(i8 %x) {
  %y = call spir_func i64 @_Z37__builtin_spirv_ConvertE4M3ToInt64EXTc(i8 %x)
  ret i64 %y
}
define spir_func i64 @e4m3_to_uint64(i8 %x) {
  %y = call spir_func i64 @_Z38__builtin_spirv_ConvertE4M3ToUInt64EXTc(i8 %x)
  ret i64 %y
}
define spir_func i8 @plain_int8_to_e5m2(i8 %x) {
  %y = call spir_func i8 @_Z36__builtin_spirv_ConvertInt8ToE5M2EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @plain_uint8_to_e5m2(i8 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertUInt8ToE5M2EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @clamp_int8_to_e5m2(i8 %x) {
  %y = call spir_func i8 @_Z41__builtin_spirv_ClampConvertInt8ToE5M2EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @clamp_uint8_to_e5m2(i8 %x) {
  %y = call spir_func i8 @_Z42__builtin_spirv_ClampConvertUInt8ToE5M2EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @e5m2_to_int8(i8 %x) {
  %y = call spir_func i8 @_Z36__builtin_spirv_ConvertE5M2ToInt8EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @e5m2_to_uint8(i8 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertE5M2ToUInt8EXTc(i8 %x)
  ret i8 %y
}
define spir_func i8 @plain_int16_to_e5m2(i16 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertInt16ToE5M2EXTs(i16 %x)
  ret i8 %y
}
define spir_func i8 @plain_uint16_to_e5m2(i16 %x) {
  %y = call spir_func i8 @_Z38__builtin_spirv_ConvertUInt16ToE5M2EXTs(i16 %x)
  ret i8 %y
}
define spir_func i8 @clamp_int16_to_e5m2(i16 %x) {
  %y = call spir_func i8 @_Z42__builtin_spirv_ClampConvertInt16ToE5M2EXTs(i16 %x)
  ret i8 %y
}
define spir_func i8 @clamp_uint16_to_e5m2(i16 %x) {
  %y = call spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt16ToE5M2EXTs(i16 %x)
  ret i8 %y
}
define spir_func i16 @e5m2_to_int16(i8 %x) {
  %y = call spir_func i16 @_Z37__builtin_spirv_ConvertE5M2ToInt16EXTc(i8 %x)
  ret i16 %y
}
define spir_func i16 @e5m2_to_uint16(i8 %x) {
  %y = call spir_func i16 @_Z38__builtin_spirv_ConvertE5M2ToUInt16EXTc(i8 %x)
  ret i16 %y
}
define spir_func i8 @plain_int32_to_e5m2(i32 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertInt32ToE5M2EXTi(i32 %x)
  ret i8 %y
}
define spir_func i8 @plain_uint32_to_e5m2(i32 %x) {
  %y = call spir_func i8 @_Z38__builtin_spirv_ConvertUInt32ToE5M2EXTi(i32 %x)
  ret i8 %y
}
define spir_func i8 @clamp_int32_to_e5m2(i32 %x) {
  %y = call spir_func i8 @_Z42__builtin_spirv_ClampConvertInt32ToE5M2EXTi(i32 %x)
  ret i8 %y
}
define spir_func i8 @clamp_uint32_to_e5m2(i32 %x) {
  %y = call spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt32ToE5M2EXTi(i32 %x)
  ret i8 %y
}
define spir_func i32 @e5m2_to_int32(i8 %x) {
  %y = call spir_func i32 @_Z37__builtin_spirv_ConvertE5M2ToInt32EXTc(i8 %x)
  ret i32 %y
}
define spir_func i32 @e5m2_to_uint32(i8 %x) {
  %y = call spir_func i32 @_Z38__builtin_spirv_ConvertE5M2ToUInt32EXTc(i8 %x)
  ret i32 %y
}
define spir_func i8 @plain_int64_to_e5m2(i64 %x) {
  %y = call spir_func i8 @_Z37__builtin_spirv_ConvertInt64ToE5M2EXTl(i64 %x)
  ret i8 %y
}
define spir_func i8 @plain_uint64_to_e5m2(i64 %x) {
  %y = call spir_func i8 @_Z38__builtin_spirv_ConvertUInt64ToE5M2EXTl(i64 %x)
  ret i8 %y
}
define spir_func i8 @clamp_int64_to_e5m2(i64 %x) {
  %y = call spir_func i8 @_Z42__builtin_spirv_ClampConvertInt64ToE5M2EXTl(i64 %x)
  ret i8 %y
}
define spir_func i8 @clamp_uint64_to_e5m2(i64 %x) {
  %y = call spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt64ToE5M2EXTl(i64 %x)
  ret i8 %y
}
define spir_func i64 @e5m2_to_int64(i8 %x) {
  %y = call spir_func i64 @_Z37__builtin_spirv_ConvertE5M2ToInt64EXTc(i8 %x)
  ret i64 %y
}
define spir_func i64 @e5m2_to_uint64(i8 %x) {
  %y = call spir_func i64 @_Z38__builtin_spirv_ConvertE5M2ToUInt64EXTc(i8 %x)
  ret i64 %y
}
define spir_func <4 x i8> @four(<4 x i32> %x) {
  %y = call spir_func <4 x i8> @_Z37__builtin_spirv_ConvertInt32ToE4M3EXTDv4_i(<4 x i32> %x)
  ret <4 x i8> %y
}
declare spir_func i8 @_Z36__builtin_spirv_ConvertInt8ToE4M3EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertUInt8ToE4M3EXTc(i8)
declare spir_func i8 @_Z41__builtin_spirv_ClampConvertInt8ToE4M3EXTc(i8)
declare spir_func i8 @_Z42__builtin_spirv_ClampConvertUInt8ToE4M3EXTc(i8)
declare spir_func i8 @_Z36__builtin_spirv_ConvertE4M3ToInt8EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertE4M3ToUInt8EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertInt16ToE4M3EXTs(i16)
declare spir_func i8 @_Z38__builtin_spirv_ConvertUInt16ToE4M3EXTs(i16)
declare spir_func i8 @_Z42__builtin_spirv_ClampConvertInt16ToE4M3EXTs(i16)
declare spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt16ToE4M3EXTs(i16)
declare spir_func i16 @_Z37__builtin_spirv_ConvertE4M3ToInt16EXTc(i8)
declare spir_func i16 @_Z38__builtin_spirv_ConvertE4M3ToUInt16EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertInt32ToE4M3EXTi(i32)
declare spir_func i8 @_Z38__builtin_spirv_ConvertUInt32ToE4M3EXTi(i32)
declare spir_func i8 @_Z42__builtin_spirv_ClampConvertInt32ToE4M3EXTi(i32)
declare spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt32ToE4M3EXTi(i32)
declare spir_func i32 @_Z37__builtin_spirv_ConvertE4M3ToInt32EXTc(i8)
declare spir_func i32 @_Z38__builtin_spirv_ConvertE4M3ToUInt32EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertInt64ToE4M3EXTl(i64)
declare spir_func i8 @_Z38__builtin_spirv_ConvertUInt64ToE4M3EXTl(i64)
declare spir_func i8 @_Z42__builtin_spirv_ClampConvertInt64ToE4M3EXTl(i64)
declare spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt64ToE4M3EXTl(i64)
declare spir_func i64 @_Z37__builtin_spirv_ConvertE4M3ToInt64EXTc(i8)
declare spir_func i64 @_Z38__builtin_spirv_ConvertE4M3ToUInt64EXTc(i8)
declare spir_func i8 @_Z36__builtin_spirv_ConvertInt8ToE5M2EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertUInt8ToE5M2EXTc(i8)
declare spir_func i8 @_Z41__builtin_spirv_ClampConvertInt8ToE5M2EXTc(i8)
declare spir_func i8 @_Z42__builtin_spirv_ClampConvertUInt8ToE5M2EXTc(i8)
declare spir_func i8 @_Z36__builtin_spirv_ConvertE5M2ToInt8EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertE5M2ToUInt8EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertInt16ToE5M2EXTs(i16)
declare spir_func i8 @_Z38__builtin_spirv_ConvertUInt16ToE5M2EXTs(i16)
declare spir_func i8 @_Z42__builtin_spirv_ClampConvertInt16ToE5M2EXTs(i16)
declare spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt16ToE5M2EXTs(i16)
declare spir_func i16 @_Z37__builtin_spirv_ConvertE5M2ToInt16EXTc(i8)
declare spir_func i16 @_Z38__builtin_spirv_ConvertE5M2ToUInt16EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertInt32ToE5M2EXTi(i32)
declare spir_func i8 @_Z38__builtin_spirv_ConvertUInt32ToE5M2EXTi(i32)
declare spir_func i8 @_Z42__builtin_spirv_ClampConvertInt32ToE5M2EXTi(i32)
declare spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt32ToE5M2EXTi(i32)
declare spir_func i32 @_Z37__builtin_spirv_ConvertE5M2ToInt32EXTc(i8)
declare spir_func i32 @_Z38__builtin_spirv_ConvertE5M2ToUInt32EXTc(i8)
declare spir_func i8 @_Z37__builtin_spirv_ConvertInt64ToE5M2EXTl(i64)
declare spir_func i8 @_Z38__builtin_spirv_ConvertUInt64ToE5M2EXTl(i64)
declare spir_func i8 @_Z42__builtin_spirv_ClampConvertInt64ToE5M2EXTl(i64)
declare spir_func i8 @_Z43__builtin_spirv_ClampConvertUInt64ToE5M2EXTl(i64)
declare spir_func i64 @_Z37__builtin_spirv_ConvertE5M2ToInt64EXTc(i8)
declare spir_func i64 @_Z38__builtin_spirv_ConvertE5M2ToUInt64EXTc(i8)
declare spir_func <4 x i8> @_Z37__builtin_spirv_ConvertInt32ToE4M3EXTDv4_i(<4 x i32>)
