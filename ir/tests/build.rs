//! Tests of the builder: LLVM accepts what it builds, and the result prints as expected.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::assembled;
use llvm_ir::draft::{Access, Builder, Draft, Refused, Type, Value};
use llvm_ir::instruction::{Opcode, Ordering, Predicate, RmwOperation, flag};
use llvm_ir::types::TypeKind;
use llvm_spirv_testing::Random;

fn text(draft: Draft) -> String {
    String::from_utf8_lossy(&llvm_ir::print(&draft.freeze(), &llvm_ir::PrintOptions::default()).unwrap()).into_owned()
}

#[test]
fn a_loop() -> Result<(), Refused> {
    let draft = Draft::new(b"loop.c");
    draft.set_triple(b"spir64-unknown-unknown");
    draft.set_data_layout("e-i64:64-v16:16-v24:32-n8:16:32:64-G1")?;
    let (i32, i64) = (draft.int_type(32)?, draft.int_type(64)?);
    let (void, ptr) = (draft.plain_type(TypeKind::Void)?, draft.pointer_type(1)?);
    let float = draft.plain_type(TypeKind::Float)?;
    let f = draft.add_function(b"f", draft.function_type(void, &[ptr, i32], false)?, 0)?;
    let g = draft.add_function(b"g", draft.function_type(float, &[float], false)?, 0)?;
    let table = draft.const_data(draft.array_type(i32, 2)?, &[1, 0, 0, 0, 2, 0, 0, 0])?;
    let v = draft.add_variable(b"g", draft.array_type(i32, 2)?, 1)?;
    v.set_initializer(Some(table))?;
    v.change_global(|global| global.is_constant = true)?;

    let [entry, body, end] =
        [b"entry", b"body\0", b"end\0\0"].map(|name| f.append_block(name.split(|c| *c == 0).next().unwrap()));
    let arguments: Vec<_> = f.arguments().collect();
    let (p, n) = (arguments[0], arguments[1]);
    p.set_name(b"p");
    n.set_name(b"n");
    let b = Builder::new(&draft);
    b.position_at_end(entry);
    b.br(body)?;
    b.position_at_end(body);
    let i = b.phi(i32)?;
    i.set_name(b"n");
    let wide = b.cast(Opcode::SExt, i, i64)?;
    let at = b.gep(flag::INBOUNDS, float, p, &[wide])?;
    let x = b.load(float, at, Access::default())?;
    let y = b.call(g, &[x])?;
    let z = b.binary(Opcode::FMul, y, y)?;
    z.set_flags(0x10)?;
    b.store(z, at, Access { align: 1, volatile: true })?;
    let next = b.binary(Opcode::Add, i, draft.const_int(i32, &[1])?)?;
    next.set_flags(flag::NUW)?;
    next.set_name(b"next");
    let done = b.compare(Predicate::Eq, next, n)?;
    b.cond_br(done, end, body)?;
    i.add_incoming(draft.const_int(i32, &[0])?, entry)?;
    i.add_incoming(next, body)?;
    b.position_at_end(end);
    b.ret_void()?;
    assert!(
        b.ret_void().is_err() && b.binary(Opcode::FAdd, i, i).is_err() && b.load(i32, i, Access::default()).is_err()
    );

    let want = r#"source_filename = "loop.c"
target datalayout = "e-i64:64-v16:16-v24:32-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@g.1 = addrspace(1) constant [2 x i32] [i32 1, i32 2]

define void @f(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %body

body:                                             ; preds = %body, %entry
  %n1 = phi i32 [ 0, %entry ], [ %next, %body ]
  %0 = sext i32 %n1 to i64
  %1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %0
  %2 = load float, ptr addrspace(1) %1, align 4
  %3 = call float @g(float %2)
  %4 = fmul arcp float %3, %3
  store volatile float %4, ptr addrspace(1) %1, align 1
  %next = add nuw i32 %n1, 1
  %5 = icmp eq i32 %next, %n
  br i1 %5, label %end, label %body

end:                                              ; preds = %body
  ret void
}

declare float @g(float)
"#;
    let got = text(draft);
    assert_eq!(got, want, "{}", common::difference(want, &got));
    assert!(assembled(got.as_bytes()).is_some());
    Ok(())
}

/// Tests attachments, records and named metadata, and that equal nodes are shared.
#[test]
fn metadata() -> Result<(), Refused> {
    let d = Draft::new(b"m");
    let (void, i32) = (d.plain_type(TypeKind::Void)?, d.int_type(32)?);
    let f = d.add_function(b"f", d.function_type(void, &[i32], false)?, 0)?;
    let block = f.append_block(b"");
    let b = Builder::new(&d);
    b.position_at_end(block);
    let x = f.arguments().next().unwrap();
    let y = b.binary(Opcode::Add, x, x)?;
    b.ret_void()?;
    let (one, nine) = (d.md_value(d.const_int(i32, &[1])?)?, d.md_value(d.const_int(i32, &[9])?)?);
    let tuple = d.md_tuple(&[Some(one), None, Some(d.md_string(b"a"))]);
    assert_eq!(tuple, d.md_tuple(&[Some(one), None, Some(d.md_string(b"a"))]));
    assert_ne!(d.md_distinct(&[]), d.md_distinct(&[]));
    y.set_metadata(d.metadata_kind(b"mine"), Some(tuple))?;
    f.value().set_metadata(d.metadata_kind(b"other"), Some(d.md_distinct(&[Some(nine), Some(tuple)])))?;
    d.add_named_metadata(b"list", tuple);
    assert_eq!(y.metadata(d.metadata_kind(b"mine")), Some(tuple));
    assert_eq!(tuple.operands(), [Some(one), None, Some(d.md_string(b"a"))]);
    let want = r#"source_filename = "m"

define void @f(i32 %0) !other !1 {
  %2 = add i32 %0, %0, !mine !0
  ret void
}

!list = !{!0}

!0 = !{i32 1, null, !"a"}
!1 = distinct !{i32 9, !0}
"#;
    let got = text(d);
    assert_eq!(got, want, "{}", common::difference(want, &got));
    assert!(assembled(got.as_bytes()).is_some());
    Ok(())
}

fn new_type<'d>(d: &'d Draft, r: &mut Random, types: &[Type<'d>]) -> Result<Type<'d>, Refused> {
    let (a, b) = (r.pick(types), r.pick(types));
    match r.below(7) {
        0 => d.array_type(a, r.below(4) as u64),
        1 => d.vector_type(a, r.below(5) as u32),
        2 => d.struct_type(&[a, b], r.below(2) == 0),
        3 => d.function_type(a, &[b], r.below(2) == 0),
        4 => d.int_type([0, 1, 7, 8, 16, 24, 128, 9_000_000][r.below(8)]),
        5 => d.set_body(a, &[b], false).map(|()| a),
        _ => d.pointer_type(r.below(3) as u32),
    }
}

fn new_constant<'d>(
    d: &'d Draft,
    r: &mut Random,
    types: &[Type<'d>],
    values: &[Value<'d>],
) -> Result<Value<'d>, Refused> {
    let (ty, a, b) = (r.pick(types), r.pick(values), r.pick(values));
    let opcode = r.pick(Opcode::ALL);
    match r.below(10) {
        0 => d.const_int(ty, &[r.below(300) as u64, 7, 9]),
        1 => d.const_float(ty, (r.below(1 << 20) as u64) << 30),
        2 => d.const_null(ty),
        3 => d.undef(ty),
        4 => d.const_poison(ty),
        5 => d.const_aggregate(ty, &[a, b, a, b][..r.below(5)]),
        6 => d.const_data(ty, &[1, 2, 3, 4, 5, 6, 7, 8][..r.below(9)]),
        7 => d.const_binary(opcode, 0, a, b),
        8 => d.const_cast(opcode, a, ty),
        _ => d.const_gep(flag::INBOUNDS | flag::NUSW, ty, a, &[b, r.pick(values)][..r.below(3)]),
    }
}

fn new_instruction<'d>(
    b: &Builder<'d>,
    r: &mut Random,
    types: &[Type<'d>],
    values: &[Value<'d>],
) -> Result<Value<'d>, Refused> {
    let (ty, x, y, z) = (r.pick(types), r.pick(values), r.pick(values), r.pick(values));
    let (opcode, ordering) = (r.pick(Opcode::ALL), r.pick(Ordering::ALL));
    match r.below(24) {
        0 | 1 => b.binary(opcode, x, y),
        2 => b.fneg(x),
        3 | 4 => b.compare(r.pick(Predicate::ALL), x, y),
        5 | 6 => b.cast(opcode, x, ty),
        7 => b.select(x, y, z),
        8 => b.freeze(x),
        9 => b.alloca(ty, None, Some(r.below(3) as u32)),
        10 => b.alloca(ty, Some(x), None),
        11 => b.load(ty, x, Access::default()),
        12 => b.store(x, y, Access { align: 1 << r.below(6), volatile: true }),
        13 => b.gep(r.below(8) as u16, ty, x, &[y, z][..r.below(3)]),
        14 => b.extract_element(x, y),
        15 => b.insert_element(x, y, z),
        16 => b.shuffle_vector(x, y, &[-1, 0, 1, 2, 3, 9][r.below(6)..]),
        17 => b.extract_value(x, &[0, 1, 2][r.below(3)..]),
        18 => b.insert_value(x, y, &[0, 1, 2][r.below(3)..]),
        19 => match x.function() {
            Some(function) => b.call(function, &[y, z][..r.below(3)]),
            None => b.call_indirect(ty, x, &[y, z][..r.below(3)]),
        },
        20 => b.atomic_rmw(r.pick(RmwOperation::ALL), x, y, ordering, b"s"),
        21 => b.cmpxchg(x, [y, z], [ordering, r.pick(Ordering::ALL)], b""),
        22 => b.fence(ordering, b"singlethread"),
        _ => b.copy(x),
    }
}

fn decorate(r: &mut Random, v: Value<'_>) {
    // Failures are permitted.
    let _ = match r.below(4) {
        0 => v.set_flags(1 << r.below(8)),
        1 => v.set_align(1 << r.below(33)),
        2 => v.set_ordering(r.pick(Ordering::ALL), b"x"),
        _ => {
            v.set_name(r.pick(&[&b"a"[..], b"b", b""]));
            Ok(())
        }
    };
}

fn storm(seed: u64) -> Result<(usize, String), Refused> {
    let d = Draft::new(b"storm");
    let mut r = Random::new(seed, 0);
    let plain = [TypeKind::Half, TypeKind::Float, TypeKind::Double, TypeKind::Void, TypeKind::BFloat];
    let mut types = plain.map(|kind| d.plain_type(kind).unwrap()).to_vec();
    types.extend([d.int_type(32)?, d.int_type(64)?, d.bool_type(), d.pointer_type(0)?, d.pointer_type(1)?]);
    types.extend([d.named_struct(b"s"), d.named_struct(b"s")]);
    let parameters: Vec<_> = types.iter().copied().filter(|ty| ty.fits(llvm_ir::draft::Role::Sized)).collect();
    let f = d.add_function(b"f", d.function_type(types[3], &parameters, false)?, 0)?;
    let b = Builder::new(&d);
    b.position_at_end(f.append_block(b""));
    let mut values: Vec<_> = f.arguments().collect();
    let mut made = 0;
    for n in 0..400 {
        if n % 8 == 0 {
            types.extend(new_type(&d, &mut r, &types));
            values.extend(d.add_function(b"g", r.pick(&types), r.below(2) as u32).map(|f| f.value()));
            values.extend(d.add_variable(b"v", r.pick(&types), r.below(3) as u32));
        }
        values.extend(new_constant(&d, &mut r, &types, &values));
        let new = new_instruction(&b, &mut r, &types, &values);
        made += new.is_ok() as usize;
        values.extend(new.into_iter().filter(|v| v.ty().fits(llvm_ir::draft::Role::Data)));
        let one = r.pick(&values);
        decorate(&mut r, one);
    }
    b.ret_void()?;
    Ok((made, text(d)))
}

/// The number of random modules.
const STORMS: u64 = 40;

/// Checks that LLVM accepts everything that the builder makes from random operands, most of which do not fit.
#[test]
fn storms_are_valid() {
    for seed in 0..STORMS {
        let (made, text) = storm(seed).unwrap();
        assert!(made > 20, "seed {seed} made {made}");
        if assembled(text.as_bytes()).is_none() {
            std::fs::write("/tmp/build.ll", &text).unwrap();
            panic!("seed {seed}: LLVM refuses what was built: /tmp/build.ll");
        }
    }
}
