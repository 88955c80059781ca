//! Functions, blocks, instructions.

use super::super::*;
use super::named;

const TEXT: &str = r#"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.dbg.declare.x(metadata)
declare void @callee(i32, ptr)
define i32 @f(i32 %a, ptr %p, float %x, i1 %c, {i32, [2 x i32]} %agg, <2 x i32> %v) {
entry:
  %nuw = add nuw nsw i32 %a, 1
  %exact = lshr exact i32 %a, 1
  %or = or disjoint i32 %a, 1
  %zext = zext nneg i32 %a to i64
  %trunc = trunc nuw i64 %zext to i32
  %ss = icmp samesign ult i32 %a, 3
  %fc = fcmp nnan ninf une float %x, 0.0
  %fm = fmul reassoc float %x, %x
  %fs = fadd fast float %x, %x
  %gep = getelementptr nusw nuw {i8, i32}, ptr %p, i32 0, i32 1
  %ev = extractvalue {i32, [2 x i32]} %agg, 1, 0
  %iv = insertvalue {i32, [2 x i32]} %agg, i32 %a, 0
  %sv = shufflevector <2 x i32> %v, <2 x i32> poison, <3 x i32> <i32 1, i32 poison, i32 3>
  %al = alloca [2 x i32], i32 4, align 32
  %ld = load volatile i32, ptr %p, align 2
  %la = load atomic i32, ptr %p syncscope("device") acquire, align 4
  store atomic i32 %a, ptr %p syncscope("singlethread") release, align 4
  fence syncscope("workgroup") seq_cst
  %cx = cmpxchg weak volatile ptr %p, i32 1, i32 2 acq_rel monotonic
  %rmw = atomicrmw umax ptr %p, i32 1 monotonic
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr %p, i64 4, i1 false)
  tail call spir_func void @callee(i32 %a, ptr nonnull %p) #0
  %asm = call i32 asm sideeffect "nop $0", "=r"()
  %ind = call i32 %p(i32 1) [ "tag"(i32 %a) ]
  br i1 %c, label %then, label %join
then:
  switch i32 %a, label %join [ i32 5, label %then2
                               i32 -1, label %join ]
then2:
  br label %join
join:
  %phi = phi i32 [ 1, %entry ], [ %a, %then ], [ %a, %then ], [ poison, %then2 ]
  %sel = select i1 %c, i32 %phi, i32 0
  ret i32 %sel
}
attributes #0 = { convergent }
"#;

#[test]
fn functions_and_blocks() {
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    let f = module.function("f").unwrap();
    assert_eq!((f.param_count(), f.params().count(), f.block_count()), (6, 6, 4));
    let a = f.param(0).unwrap();
    assert!(a.is_argument() && a.parent_function() == Some(f) && a.parent_block().is_none() && f.param(6).is_none());
    assert_eq!(f.blocks().map(Block::name).collect::<Vec<_>>(), ["entry", "then", "then2", "join"]);
    let entry = f.entry_block().unwrap();
    assert_eq!(entry.parent(), Some(f));
    assert!(entry.as_value().kind() == ValueKind::Block);
    let memcpy = module.functions().next().unwrap();
    assert_eq!((memcpy.intrinsic_name(), f.intrinsic_name()), (Some("llvm.memcpy"), None));
    assert!(memcpy.intrinsic_id() != 0 && memcpy.entry_block().is_none() && memcpy.is_declaration());
    let first = entry.first_instruction().unwrap();
    assert!(first.parent_function() == Some(f));
    assert_eq!(entry.instructions().last(), entry.terminator());
    assert!(a.uses().all(Value::is_instruction) && a.uses().count() > 5 && named(f, "sel").has_one_use());
    assert_eq!(first.operands().collect::<Vec<_>>(), [a, first.operand(1).unwrap()]);
    assert!(first.operand(2).is_none() && first.print().contains("add nuw nsw"));
}

#[test]
fn flags_and_shapes() {
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    let f = module.function("f").unwrap();
    let i = |name| named(f, name);
    assert!(i("nuw").nuw() && i("nuw").nsw() && !i("nuw").exact() && !i("or").nuw() && !f.nuw());
    assert!(i("exact").exact() && i("or").disjoint() && i("zext").nneg() && i("trunc").nuw() && !i("trunc").nsw());
    assert!(i("ss").same_sign() && i("ss").int_predicate() == Some(Predicate::Ult));
    assert_eq!((i("fc").real_predicate(), i("ss").real_predicate()), (Some(Predicate::Une), None));
    assert_eq!(i("fc").fast_math(), fast_math::NO_NANS | fast_math::NO_INFS);
    assert_eq!((i("fm").fast_math(), i("fs").fast_math()), (fast_math::REASSOC, fast_math::FAST));
    assert_eq!((i("nuw").fast_math(), f.fast_math(), i("fs").can_use_fast_math()), (0, 0, true));
    assert_eq!((i("gep").gep_flags(), i("gep").is_in_bounds()), (gep_flags::NUSW | gep_flags::NUW, false));
    assert!(i("gep").gep_source_type().unwrap().is_struct() && i("al").gep_source_type().is_none());
    assert_eq!((i("ev").indices(), i("iv").indices(), i("gep").indices()), (vec![1, 0], vec![0], vec![]));
    assert_eq!((i("sv").shuffle_mask(), i("ev").shuffle_mask()), (vec![1, -1, 3], vec![]));
    assert_eq!((i("sv").operand_count(), i("sv").operands().count(), i("sv").operand(2)), (2, 2, None));
}

#[test]
fn memory() {
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    let f = module.function("f").unwrap();
    let i = |name| named(f, name);
    let nth = |op| f.blocks().flat_map(Block::instructions).find(|i| i.is_op(op)).unwrap();
    assert_eq!((i("al").allocated_type().unwrap().count(), i("al").alignment()), (2, 32));
    assert_eq!(i("al").operand(0).unwrap().int_value(), Some(4));
    assert!(i("ld").is_volatile() && !i("la").is_volatile() && i("cx").is_volatile() && !f.is_volatile());
    assert_eq!((i("ld").alignment(), i("nuw").alignment(), i("ld").is_atomic()), (2, 0, false));
    assert_eq!(i("ld").ordering(), AtomicOrdering::NotAtomic);
    assert_eq!(i("la").ordering(), AtomicOrdering::Acquire);
    assert_eq!(i("la").sync_scope(), SyncScope::Named("device".to_owned()));
    assert_eq!(nth(Opcode::Fence).sync_scope(), SyncScope::Named("workgroup".to_owned()));
    assert_eq!(nth(Opcode::Fence).ordering(), AtomicOrdering::SeqCst);
    assert_eq!(nth(Opcode::Store).sync_scope(), SyncScope::SingleThread);
    assert_eq!((i("rmw").sync_scope(), i("ld").sync_scope()), (SyncScope::System, SyncScope::System));
    assert_eq!((i("rmw").rmw_op(), i("cx").rmw_op()), (Some(AtomicRmwOp::UMax), None));
    assert_eq!(i("cx").success_ordering(), Some(AtomicOrdering::AcqRel));
    assert_eq!(i("cx").failure_ordering(), Some(AtomicOrdering::Monotonic));
    assert!(i("cx").is_weak() && i("rmw").failure_ordering().is_none() && i("cx").alignment() == 4);
}

#[test]
fn calls_and_control_flow() {
    let context = Context::new();
    let module = context.parse(TEXT.as_bytes(), "t").unwrap();
    let f = module.function("f").unwrap();
    let call = f.blocks().flat_map(Block::instructions).find(|i| i.is_tail_call()).unwrap();
    assert_eq!((call.called_function().unwrap().name(), call.call_arg_count()), ("callee", 2));
    assert_eq!((call.call_arg(0), call.call_arg(2), call.call_conv()), (f.param(0), None, 75));
    assert_eq!(call.call_args().collect::<Vec<_>>(), [f.param(0).unwrap(), f.param(1).unwrap()]);
    let asm = named(f, "asm");
    let inline = asm.inline_asm().unwrap();
    assert_eq!((inline.template, inline.constraints, inline.has_side_effects), ("nop $0", "=r", true));
    assert!(asm.is_inline_asm() && !call.is_inline_asm() && asm.called_function().is_none() && !f.is_inline_asm());
    let indirect = named(f, "ind");
    assert_eq!((indirect.call_arg_count(), indirect.operand_count(), indirect.bundle_count()), (1, 3, 1));
    assert_eq!((indirect.called_value(), indirect.called_function()), (f.param(1), None));
    assert_eq!(indirect.call_function_type().unwrap().param_count(), 1);
    let blocks = f.blocks().collect::<Vec<_>>();
    let [entry, then, then2, join] = blocks[..] else { unreachable!() };
    let branch = entry.terminator().unwrap();
    assert!(branch.is_conditional() && branch.condition() == f.param(3) && branch.is_terminator());
    assert_eq!(branch.successors().collect::<Vec<_>>(), [then, join]);
    assert_eq!((branch.successor(2), branch.cases().count(), branch.switch_default()), (None, 0, None));
    let switch = then.terminator().unwrap();
    let cases = switch.cases().map(|(v, b)| (v.int_signed().unwrap(), b)).collect::<Vec<_>>();
    assert_eq!(cases, [(5, then2), (-1, join)]);
    assert_eq!((switch.switch_default(), switch.condition()), (Some(join), f.param(0)));
    let plain = then2.terminator().unwrap();
    assert!(!plain.is_conditional() && plain.condition().is_none() && plain.successor_count() == 1);
    let incoming = named(f, "phi").incoming().map(|(v, b)| (v.is_poison(), b)).collect::<Vec<_>>();
    assert_eq!(incoming, [(false, entry), (false, then), (false, then), (true, then2)]);
    assert!(
        call.incoming().count() == 0 && call.successors().count() == 0 && named(f, "sel").condition() == f.param(3)
    );
}
