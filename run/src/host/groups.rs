//! Values that a group computes collectively, from the slots of its work-items.

use super::named::named;
use super::rounding::{bfloat_value, half_value, to_bfloat, to_half};

/// The distance between slots in bytes.
const SLOT: usize = 128;

/// Reads the slot of a work-item.
///
/// # Safety
///
/// The slot must belong to this group, and hold a `T`.
unsafe fn slot<T: Copy>(slots: *const u8, index: u64) -> T {
    // SAFETY: as the caller says.
    unsafe { slots.add(index as usize * SLOT).cast::<T>().read_unaligned() }
}

/// Returns whether a member is active; all members of groups of more than 64 are.
fn takes_part(index: u64, active: u64) -> bool {
    index >= 64 || active >> index & 1 == 1
}

/// Returns the members whose values are combined: all, those up to `me`, those before `me`, or those of its cluster.
fn members(count: u64, active: u64, me: u64, operation: i32, cluster: i32) -> impl Iterator<Item = u64> {
    let range = match operation {
        1 => 0..me + 1,
        2 => 0..me,
        3 => {
            let size = u64::from(cluster.unsigned_abs()).max(1);
            me / size * size..(me / size * size + size).min(count)
        }
        _ => 0..count,
    };
    range.filter(move |index| takes_part(*index, active))
}

macro_rules! joins {
    ($($name:ident: $ty:ty, $none:expr, |$a:ident, $b:ident| $join:expr;)*) => {
        $(
            #[allow(non_snake_case, reason = "named after the instruction")]
            unsafe extern "C" fn $name(
                slots: *const u8, count: u64, active: u64, me: u64, operation: i32, cluster: i32, out: *mut $ty,
            ) {
                let mut joined: $ty = $none;
                for index in members(count, active, me, operation, cluster) {
                    // SAFETY: a slot of the group, in which each has left its value.
                    let ($a, $b) = (joined, unsafe { slot::<$ty>(slots, index) });
                    joined = $join;
                }
                // SAFETY: room for the result.
                unsafe { out.write_unaligned(joined) }
            }
        )*
        fn joins() -> Vec<(String, usize)> {
            named![$($name),*]
        }
    };
}

joins! {
    spirv_join_IAdd_i8: i8, 0, |a, b| a.wrapping_add(b);
    spirv_join_IAdd_i16: i16, 0, |a, b| a.wrapping_add(b);
    spirv_join_IAdd_i32: i32, 0, |a, b| a.wrapping_add(b);
    spirv_join_IAdd_i64: i64, 0, |a, b| a.wrapping_add(b);
    spirv_join_IMul_i8: i8, 1, |a, b| a.wrapping_mul(b);
    spirv_join_IMul_i16: i16, 1, |a, b| a.wrapping_mul(b);
    spirv_join_IMul_i32: i32, 1, |a, b| a.wrapping_mul(b);
    spirv_join_IMul_i64: i64, 1, |a, b| a.wrapping_mul(b);
    spirv_join_SMin_i8: i8, i8::MAX, |a, b| a.min(b);
    spirv_join_SMin_i16: i16, i16::MAX, |a, b| a.min(b);
    spirv_join_SMin_i32: i32, i32::MAX, |a, b| a.min(b);
    spirv_join_SMin_i64: i64, i64::MAX, |a, b| a.min(b);
    spirv_join_SMax_i8: i8, i8::MIN, |a, b| a.max(b);
    spirv_join_SMax_i16: i16, i16::MIN, |a, b| a.max(b);
    spirv_join_SMax_i32: i32, i32::MIN, |a, b| a.max(b);
    spirv_join_SMax_i64: i64, i64::MIN, |a, b| a.max(b);
    spirv_join_UMin_i8: u8, u8::MAX, |a, b| a.min(b);
    spirv_join_UMin_i16: u16, u16::MAX, |a, b| a.min(b);
    spirv_join_UMin_i32: u32, u32::MAX, |a, b| a.min(b);
    spirv_join_UMin_i64: u64, u64::MAX, |a, b| a.min(b);
    spirv_join_UMax_i8: u8, 0, |a, b| a.max(b);
    spirv_join_UMax_i16: u16, 0, |a, b| a.max(b);
    spirv_join_UMax_i32: u32, 0, |a, b| a.max(b);
    spirv_join_UMax_i64: u64, 0, |a, b| a.max(b);
    spirv_join_BitwiseAnd_i8: u8, u8::MAX, |a, b| a & b;
    spirv_join_BitwiseAnd_i16: u16, u16::MAX, |a, b| a & b;
    spirv_join_BitwiseAnd_i32: u32, u32::MAX, |a, b| a & b;
    spirv_join_BitwiseAnd_i64: u64, u64::MAX, |a, b| a & b;
    spirv_join_BitwiseOr_i8: u8, 0, |a, b| a | b;
    spirv_join_BitwiseOr_i16: u16, 0, |a, b| a | b;
    spirv_join_BitwiseOr_i32: u32, 0, |a, b| a | b;
    spirv_join_BitwiseOr_i64: u64, 0, |a, b| a | b;
    spirv_join_BitwiseXor_i8: u8, 0, |a, b| a ^ b;
    spirv_join_BitwiseXor_i16: u16, 0, |a, b| a ^ b;
    spirv_join_BitwiseXor_i32: u32, 0, |a, b| a ^ b;
    spirv_join_BitwiseXor_i64: u64, 0, |a, b| a ^ b;
    spirv_join_LogicalAnd_i1: u8, 1, |a, b| a & b;
    spirv_join_LogicalOr_i1: u8, 0, |a, b| a | b;
    spirv_join_LogicalXor_i1: u8, 0, |a, b| a ^ b;
    spirv_join_FAdd_f32: f32, 0.0, |a, b| a + b;
    spirv_join_FAdd_f64: f64, 0.0, |a, b| a + b;
    spirv_join_FMul_f32: f32, 1.0, |a, b| a * b;
    spirv_join_FMul_f64: f64, 1.0, |a, b| a * b;
    spirv_join_FMin_f32: f32, f32::INFINITY, |a, b| a.min(b);
    spirv_join_FMin_f64: f64, f64::INFINITY, |a, b| a.min(b);
    spirv_join_FMax_f32: f32, f32::NEG_INFINITY, |a, b| a.max(b);
    spirv_join_FMax_f64: f64, f64::NEG_INFINITY, |a, b| a.max(b);
    spirv_join_FAdd_f16: u16, 0, |a, b| to_half(half_value(a) + half_value(b));
    spirv_join_FMul_f16: u16, 0x3C00, |a, b| to_half(half_value(a) * half_value(b));
    spirv_join_FMin_f16: u16, 0x7C00, |a, b| to_half(half_value(a).min(half_value(b)));
    spirv_join_FMax_f16: u16, 0xFC00, |a, b| to_half(half_value(a).max(half_value(b)));
    spirv_join_FAdd_bf16: u16, 0, |a, b| to_bfloat(bfloat_value(a) + bfloat_value(b));
    spirv_join_FMul_bf16: u16, 0x3F80, |a, b| to_bfloat(bfloat_value(a) * bfloat_value(b));
    spirv_join_FMin_bf16: u16, 0x7F80, |a, b| to_bfloat(bfloat_value(a).min(bfloat_value(b)));
    spirv_join_FMax_bf16: u16, 0xFF80, |a, b| to_bfloat(bfloat_value(a).max(bfloat_value(b)));
}

/// Returns the mask of the active work-items whose vote is true.
unsafe extern "C" fn spirv_ballot(slots: *const u8, count: u64, active: u64) -> u64 {
    // SAFETY: each has left an `i1`.
    let says_yes = |index| u64::from(unsafe { slot::<u8>(slots, index) } & 1);
    members(count.min(64), active, 0, 0, 0).fold(0, |mask, index| mask | says_yes(index) << index)
}

unsafe extern "C" fn spirv_all(slots: *const u8, count: u64, active: u64) -> u64 {
    // SAFETY: each has left an `i1`.
    u64::from(members(count, active, 0, 0, 0).all(|index| unsafe { slot::<u8>(slots, index) } & 1 == 1))
}

unsafe extern "C" fn spirv_any(slots: *const u8, count: u64, active: u64) -> u64 {
    // SAFETY: each has left an `i1`.
    u64::from(members(count, active, 0, 0, 0).any(|index| unsafe { slot::<u8>(slots, index) } & 1 == 1))
}

/// Returns whether all active members have the same bytes.
unsafe extern "C" fn spirv_all_equal(slots: *const u8, count: u64, active: u64, size: u64) -> u64 {
    // SAFETY: each slot holds so many bytes, at most 128.
    let bytes =
        |index: u64| unsafe { std::slice::from_raw_parts(slots.add(index as usize * SLOT), size.min(128) as usize) };
    let mut all = members(count, active, 0, 0, 0).map(bytes);
    let first = all.next();
    u64::from(all.all(|bytes| Some(bytes) == first))
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    let mut symbols = joins();
    symbols.extend(named![spirv_all, spirv_all_equal, spirv_any, spirv_ballot]);
    symbols
}
