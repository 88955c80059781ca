//! A stress test of builder calls with operands that seldom fit: LLVM must neither crash nor become unable to verify
//! and print.

use super::Bench;
use crate::error::Result;
use crate::llvm::{
    AtomicOrdering as Ordering, AtomicRmwOp as Rmw, AttributePlace as Place, Context, Opcode, Predicate, Room, Type,
    Value,
};
use llvm_spirv_testing::Random;

const OPCODES: [Opcode; 22] = [
    Opcode::Add,
    Opcode::FAdd,
    Opcode::UDiv,
    Opcode::FRem,
    Opcode::Shl,
    Opcode::Or,
    Opcode::Xor,
    Opcode::Trunc,
    Opcode::ZExt,
    Opcode::SExt,
    Opcode::FpToUi,
    Opcode::UiToFp,
    Opcode::FpTrunc,
    Opcode::FpExt,
    Opcode::PtrToInt,
    Opcode::PtrToAddr,
    Opcode::IntToPtr,
    Opcode::BitCast,
    Opcode::AddrSpaceCast,
    Opcode::Call,
    Opcode::Phi,
    Opcode::Ret,
];
const ORDERINGS: [Ordering; 4] = [Ordering::NotAtomic, Ordering::Monotonic, Ordering::Acquire, Ordering::AcqRel];
const RMWS: [Rmw; 4] = [Rmw::Xchg, Rmw::Add, Rmw::FMax, Rmw::UDecWrap];
const INTRINSICS: [&str; 9] = [
    "llvm.fma",
    "llvm.memcpy",
    "llvm.ctpop",
    "llvm.vector.reduce.add",
    "llvm.uadd.with.overflow",
    "llvm.fptosi.sat",
    "llvm.trap",
    "llvm.masked.gather",
    "llvm.lifetime.start",
];
const ATTRIBUTES: [&str; 12] = [
    "align",
    "alignstack",
    "byval",
    "captures",
    "dereferenceable",
    "elementtype",
    "memory",
    "nofpclass",
    "nounwind",
    "range",
    "sret",
    "vscale_range",
];

fn new_type<'m>(t: &Bench<'m>, r: &mut Random, types: &[Type<'m>]) -> Result<Type<'m>> {
    let c = t.context;
    let (a, b) = (r.pick(types), r.pick(types));
    match r.below(7) {
        0 => c.array_type(a, r.below(4) as u64),
        1 => c.vector_type(a, r.below(5) as u32),
        2 => c.struct_type(&[a, b], r.below(2) == 0),
        3 => c.function_type(a, &[b], r.below(2) == 0),
        4 => c.int_type([0, 1, 7, 8, 16, 24, 128, 9_000_000][r.below(8)]),
        5 => c.set_body(a, &[b], false).map(|()| a),
        _ => {
            let name = r.pick(&["spirv.Image", "spirv.Type", "spirv.Padding", "riscv.vector.tuple", "x", "dx.Padding"]);
            let ints = [r.below(3) as u32, r.below(9) as u32, r.below(70) as u32];
            c.target_type(name, &[a, b][..r.below(3)], &ints[..r.below(4)])
        }
    }
}

fn new_constant<'m>(t: &Bench<'m>, r: &mut Random, types: &[Type<'m>], values: &[Value<'m>]) -> Result<Value<'m>> {
    let c = t.context;
    let (ty, a, b) = (r.pick(types), r.pick(values), r.pick(values));
    match r.below(14) {
        0 => c.const_int(ty, r.below(9) as u64),
        1 => c.const_float_bits(ty, r.below(1 << 40) as u64),
        2 => c.const_null(ty),
        3 => c.undef(ty),
        4 => c.poison(ty),
        5 => c.const_array(ty, &[a, b]),
        6 => c.const_struct(ty, &[a, b]),
        7 => c.const_vector(&[a, b]),
        8 => c.const_data_array(ty, &[0; 24]),
        9 => c.const_binary(r.pick(&OPCODES), a, b),
        10 => c.const_cast(r.pick(&OPCODES), a, ty),
        11 => c.const_compare_int(Predicate::Ult, a, b),
        12 => c.const_compare_float(Predicate::Une, a, b),
        _ => c.const_gep(ty, a, &[b, r.pick(values)][..r.below(3)], r.below(2) == 0),
    }
}

fn new_instruction<'m>(t: &Bench<'m>, r: &mut Random, types: &[Type<'m>], values: &[Value<'m>]) -> Result<Value<'m>> {
    let b = &t.b;
    let (ty, x, y, z) = (r.pick(types), r.pick(values), r.pick(values), r.pick(values));
    match r.below(26) {
        0 | 1 => b.binary(r.pick(&OPCODES), x, y),
        2 => b.fneg(x),
        3 => b.compare_int(Predicate::Sle, x, y),
        4 => b.compare_float(Predicate::Oeq, x, y),
        5 | 6 => b.cast(r.pick(&OPCODES), x, ty),
        7 => b.select(x, y, z),
        8 => b.freeze(x),
        9 => b.alloca(ty, Some(r.below(3) as u32)),
        10 => b.array_alloca(ty, x, None),
        11 => b.load(ty, x),
        12 => b.store(x, y),
        13 => b.gep_with_flags(ty, x, &[y, z][..r.below(3)], r.below(16) as u32),
        14 => b.extract_element(x, y),
        15 => b.insert_element(x, y, z),
        16 => b.shuffle_vector(x, y, &[-2, -1, 0, 1, 2, 3, 9][r.below(7)..]),
        17 => b.extract_value(x, &[0, 1, 2][r.below(3)..]),
        18 => b.insert_value(x, y, &[0, 1, 2][r.below(3)..]),
        19 => b.call(x, &[y, z][..r.below(3)]),
        20 => b.call_indirect(ty, x, &[y, z][..r.below(3)]),
        21 => b.call_intrinsic(r.pick(&INTRINSICS), ty, &[x, y, z, x][..r.below(5)]),
        22 => b.atomic_rmw(r.pick(&RMWS), x, y, r.pick(&ORDERINGS), "s"),
        23 => b.cmpxchg(x, y, z, r.pick(&ORDERINGS), r.pick(&ORDERINGS), ""),
        _ => b.memcpy(x, y, z, false),
    }
}

/// Applies random setters, which may fail.
fn decorate<'m>(t: &Bench<'m>, r: &mut Random, ty: Type<'m>, v: Value<'m>, w: Value<'m>) {
    let _ = match r.below(15) {
        0 => v.set_nuw(true),
        1 => v.set_exact(true),
        2 => v.set_disjoint(true),
        3 => v.set_nneg(true),
        4 => v.set_fast_math(r.below(256) as u32),
        5 => v.set_alignment(1 << r.below(32)),
        6 => v.set_volatile(true),
        7 => v.set_ordering(r.pick(&ORDERINGS), "x"),
        8 => v.set_initializer(w),
        9 => v.set_call_conv(r.below(2000) as u32),
        10 => v.add_attribute(Place::Param(r.below(3) as u32), r.pick(&ATTRIBUTES), 1 << r.below(64)),
        11 => v.add_type_attribute(Place::Return, r.pick(&ATTRIBUTES), ty),
        12 => t.context.md_value(w).and_then(|m| v.set_metadata("range", t.context.md_node(&[Some(m)]))),
        13 => v.set_section("s"),
        _ => {
            v.set_name(r.pick(&["a", "llvm.fma.f32", "llvm.memcpy.p0.p0.i64", ""]));
            Ok(())
        }
    };
}

fn storm(seed: u64, calls: u32) -> Result<u32> {
    let context = Context::new();
    let module = context.create_module("storm", Room::default());
    let t = Bench::new(&context, &module)?;
    let mut r = Random::new(seed, 0);
    let mut types = vec![t.i32, t.i64, t.float, t.ptr, t.v4, t.pair];
    types.extend([context.void_type(), context.token_type()]);
    types.extend([context.named_struct("opaque"), context.pointer_type(1)?, context.bool_type()]);
    let mut values: Vec<_> = t.f.params().collect();
    values.push(t.f);
    let mut made = 0;
    for n in 0..calls {
        if n % 8 == 0 {
            types.extend(new_type(&t, &mut r, &types));
            values.extend(module.add_function("g", r.pick(&types)));
            values.extend(module.add_global("v", r.pick(&types), r.below(3) as u32));
        }
        values.extend(new_constant(&t, &mut r, &types, &values));
        let new = new_instruction(&t, &mut r, &types, &values);
        made += u32::from(new.is_ok());
        values.extend(new);
        let (ty, v, w) = (r.pick(&types), r.pick(&values), r.pick(&values));
        decorate(&t, &mut r, ty, v, w);
    }
    t.b.unreachable()?;
    // Some of what fits the builder breaks rules of the verifier; it has to say so.
    if module.verify().is_ok() {
        assert!(context.parse(&module.write_bitcode().unwrap(), "storm").is_ok());
    }
    assert!(!module.print().is_empty());
    Ok(made)
}

#[test]
fn survives() {
    for seed in 0..40 {
        let made = storm(seed, 400).unwrap_or_default();
        assert!(made > 20, "seed {seed} made {made}");
    }
}
