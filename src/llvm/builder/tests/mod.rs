//! Modules with every kind of instruction, which LLVM's verifier accepts.

mod refused;
mod storm;

use super::Builder;
use crate::error::{Kind, Result};
use crate::llvm::{
    AtomicOrdering as Ordering, AtomicRmwOp as Rmw, AttributePlace as Place, Block, Context, Linkage, Module, Opcode,
    Predicate, Room, Type, UnnamedAddr, Value, gep_flags,
};

/// A function `f(i32, float, ptr, <4 x i32>, i1) -> i32` with an entry block, and frequently used types.
struct Bench<'m> {
    context: &'m Context,
    module: &'m Module<'m>,
    b: Builder<'m>,
    f: Value<'m>,
    entry: Block<'m>,
    i32: Type<'m>,
    i64: Type<'m>,
    float: Type<'m>,
    ptr: Type<'m>,
    v4: Type<'m>,
    pair: Type<'m>,
}

impl<'m> Bench<'m> {
    fn new(context: &'m Context, module: &'m Module<'m>) -> Result<Self> {
        let (i32, i64, float, ptr) =
            (context.int_type(32)?, context.int_type(64)?, context.float_type(), context.pointer_type(0)?);
        let v4 = context.vector_type(i32, 4)?;
        let ty = context.function_type(i32, &[i32, float, ptr, v4, context.bool_type()], false)?;
        let f = module.add_function("f", ty)?;
        let entry = module.append_block(f, "entry")?;
        let b = Builder::new(module);
        b.position_at_end(entry);
        let pair = context.struct_type(&[i32, context.array_type(float, 3)?], false)?;
        Ok(Self { context, module, b, f, entry, i32, i64, float, ptr, v4, pair })
    }

    fn arg(&self, n: usize) -> Value<'m> {
        self.f.params().nth(n).unwrap()
    }

    fn int(&self, n: u64) -> Value<'m> {
        self.context.const_int(self.i32, n).unwrap()
    }
}

fn on_bench(test: impl for<'m> FnOnce(Bench<'m>) -> Result<()>) -> (Result<()>, String, Result<()>) {
    let context = Context::new();
    let module = context.create_module("m", Room::default());
    let done = Bench::new(&context, &module).and_then(test);
    (done, module.print(), module.verify())
}

/// Runs `test`; the module must verify and contain each line.
fn check(test: impl for<'m> FnOnce(Bench<'m>) -> Result<()>, lines: &[&str]) {
    let (done, text, verified) = on_bench(test);
    assert_eq!((done, verified), (Ok(()), Ok(())), "{text}");
    for line in lines {
        assert!(text.contains(line), "missing `{line}` in\n{text}");
    }
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T>, words: &str) {
    let error = result.unwrap_err();
    assert!(error.kind() == Kind::Invalid && error.message().contains(words), "{error}");
}

#[test]
fn constants_are_not_folded() {
    let test = |t: Bench<'_>| {
        let (one, two, yes) = (t.int(1), t.int(2), t.context.const_int(t.context.bool_type(), 1)?);
        t.b.binary(Opcode::Add, one, two)?.set_name("sum");
        t.b.compare_int(Predicate::Slt, one, two)?;
        t.b.cast(Opcode::ZExt, one, t.i64)?.set_nneg(true)?;
        t.b.cast(Opcode::BitCast, one, t.i32)?;
        t.b.select(yes, one, two)?;
        let f = t.context.const_float_bits(t.float, 0x7fa0_0001)?;
        t.b.fneg(f)?.set_fast_math(1 | 2)?;
        t.b.compare_float(Predicate::Olt, f, f)?;
        let v = t.context.const_vector(&[one, two])?;
        t.b.extract_element(v, one)?;
        t.b.insert_element(v, one, two)?;
        t.b.shuffle_vector(v, v, &[3, -1, 0])?;
        let pair = t.context.const_null(t.pair)?;
        t.b.extract_value(pair, &[1, 2])?;
        t.b.insert_value(pair, f, &[1, 0])?;
        let global = t.module.add_global("g", t.pair, 0)?;
        t.b.gep(t.pair, global, &[one, one], true)?;
        t.b.freeze(one)?;
        t.b.ret(one).map(drop)
    };
    check(
        test,
        &[
            "%sum = add i32 1, 2",
            "icmp slt i32 1, 2",
            "zext nneg i32 1 to i64",
            "bitcast i32 1 to i32",
            "select i1 true, i32 1, i32 2",
            "fneg reassoc nnan float",
            "fcmp olt float",
            "extractelement <2 x i32> <i32 1, i32 2>, i32 1",
            "insertelement <2 x i32> <i32 1, i32 2>, i32 1, i32 2",
            "<3 x i32> <i32 3, i32 poison, i32 0>",
            "extractvalue { i32, [3 x float] } zeroinitializer, 1, 2",
            "insertvalue { i32, [3 x float] } zeroinitializer, float",
            "getelementptr inbounds { i32, [3 x float] }, ptr @g, i32 1, i32 1",
            "freeze i32 1",
        ],
    );
}

#[test]
fn memory_atomics_calls() {
    let test = |t: Bench<'_>| {
        let (x, p) = (t.arg(0), t.arg(2));
        let a = t.b.alloca(t.pair, None)?;
        a.set_alignment(64)?;
        t.b.array_alloca(t.i32, x, Some(5))?;
        let l = t.b.load(t.i32, p)?;
        l.set_volatile(true)?;
        l.set_ordering(Ordering::Acquire, "device")?;
        t.b.store(l, a)?.set_alignment(2)?;
        t.b.gep_with_flags(t.i32, p, &[x], gep_flags::NUW)?;
        let (acq, mono) = (Ordering::AcqRel, Ordering::Monotonic);
        t.b.atomic_rmw(Rmw::FAdd, p, t.arg(1), mono, "")?;
        t.b.cmpxchg(p, x, l, acq, mono, "workgroup")?;
        let copy = t.b.memcpy(a, p, t.int(8), false)?;
        copy.add_attribute(Place::Param(0), "align", 4)?;
        t.b.call_intrinsic("llvm.fma", t.float, &[t.arg(1), t.arg(1), t.arg(1)])?;
        t.b.call_intrinsic("llvm.fma", t.float, &[t.arg(1), t.arg(1), t.arg(1)])?;
        t.f.set_call_conv(75)?;
        t.b.call(t.f, &[x, t.arg(1), p, t.arg(3), t.arg(4)])?;
        t.b.call_indirect(t.context.function_type(t.context.void_type(), &[t.i32], true)?, p, &[x, p])?;
        t.b.ret(l).map(drop)
    };
    check(
        test,
        &[
            "alloca { i32, [3 x float] }, align 64",
            "alloca i32, i32 %0, align 4, addrspace(5)",
            "load atomic volatile i32, ptr %2 syncscope(\"device\") acquire, align 4",
            "align 2",
            "getelementptr nuw i32, ptr %2, i32 %0",
            "atomicrmw fadd ptr %2, float %1 monotonic",
            "cmpxchg ptr %2, i32 %0, i32 %",
            "call void @llvm.memcpy.p0.p0.i32(ptr align 4 ",
            "call float @llvm.fma.f32(",
            "call spir_func i32 @f(",
            "call void (i32, ...) %2(i32 %0, ptr %2)",
        ],
    );
}

#[test]
fn control_flow() {
    let test = |t: Bench<'_>| {
        let (a, c, end) =
            (t.module.append_block(t.f, "a")?, t.module.append_block(t.f, "c")?, t.module.append_block(t.f, "end")?);
        t.b.cond_br(t.arg(4), a, end)?;
        t.b.position_at_end(a);
        let s = t.b.switch(t.arg(0), c)?;
        t.b.add_case(s, t.int(7), end)?;
        t.b.position_at_end(c);
        t.b.br(end)?.set_metadata("llvm.loop", t.context.md_loop(&[t.context.md_string("x")]))?;
        t.b.position_at_end(end);
        let phi = t.b.phi(t.i32)?;
        for (v, from) in [(1, t.entry), (2, a), (3, c)] {
            t.b.add_incoming(phi, t.int(v), from)?;
        }
        let back = t.b.ret(phi)?;
        t.b.position_before(back)?;
        assert_eq!(t.b.block(), Some(end));
        let product = t.b.binary(Opcode::Mul, phi, phi)?;
        product.set_nuw(true)?;
        product.set_nsw(true)?;
        refused(product.set_exact(true), "no flag");
        refused(t.b.ret(phi), "has ended");
        Ok(())
    };
    check(
        test,
        &[
            "i32 7, label %end",
            "phi i32 [ 1, %entry ], [ 2, %a ], [ 3, %c ]",
            "mul nuw nsw i32",
            "distinct !{!0, !\"x\"}",
        ],
    );
}

#[test]
fn globals_types_metadata() {
    let test = |t: Bench<'_>| {
        let (c, m) = (t.context, t.module);
        m.set_triple("spir64-unknown-unknown");
        m.set_data_layout("e-i64:64-v16:16-n8:16:32:64")?;
        refused(m.set_data_layout("e-p:nonsense"), "data layout");
        let node = c.named_struct("node");
        c.set_body(node, &[t.ptr, t.i32], false)?;
        let g = m.add_global("g", node, 1)?;
        g.set_initializer(c.const_struct(node, &[c.const_null(t.ptr)?, t.int(1)])?)?;
        g.set_linkage(Linkage::Internal)?;
        g.set_global_constant(true)?;
        g.set_alignment(16)?;
        g.set_unnamed_addr(UnnamedAddr::Global)?;
        g.set_section("data")?;
        g.set_global_metadata("note", c.md_node(&[None, Some(c.md_int(32, 5)?)]))?;
        m.add_alias("h", node, g)?;
        let data = c.const_data_array(c.int_type(16)?, &[1, 0, 2, 0])?;
        m.add_global("d", data.ty(), 0)?.set_initializer(data)?;
        let nan = c.const_float_bits(c.half_type(), 0x7d01)?;
        m.add_global("n", c.array_type(c.half_type(), 1)?, 0)?
            .set_initializer(c.const_array(c.half_type(), &[nan])?)?;
        let wide = c.const_int_words(c.int_type(128)?, &[0, 1])?;
        m.add_global("w", wide.ty(), 0)?.set_initializer(wide)?;
        let field = c.const_gep(node, g, &[t.int(0), t.int(1)], true)?;
        let address =
            c.const_binary(Opcode::Add, c.const_cast(Opcode::PtrToInt, field, t.i64)?, c.const_int(t.i64, 8)?)?;
        m.add_global("e", t.i64, 0)?.set_initializer(address)?;
        let image = c.target_type("spirv.Image", &[c.void_type()], &[1, 0, 0, 0, 0, 0, 0])?;
        m.add_function("i", c.function_type(c.void_type(), &[image], false)?)?;
        t.f.add_attribute(Place::Function, "nounwind", 0)?;
        t.f.add_attribute(Place::Param(2), "dereferenceable", 8)?;
        t.f.add_type_attribute(Place::Param(2), "byval", node)?;
        t.f.add_string_attribute(Place::Function, "k", "v")?;
        t.f.set_function_metadata("kind", c.md_distinct(&[]))?;
        m.add_named_metadata("opencl.ocl.version", c.md_node(&[Some(c.md_int(32, 2)?), Some(c.md_int(32, 0)?)]))?;
        refused(m.add_named_metadata("x", c.md_string("s")), "does not take");
        refused(m.add_named_metadata("llvm.module.flags", c.md_node(&[None])), "does not take");
        let flag = [c.md_int(32, 1)?, c.md_string("flag"), c.md_int(32, 3)?].map(Some);
        m.add_named_metadata("llvm.module.flags", c.md_node(&flag))?;
        t.b.ret(t.arg(0)).map(drop)
    };
    check(
        test,
        &[
            "@g = internal unnamed_addr addrspace(1) constant %node { ptr null, i32 1 }, section \"data\", align 16, !note",
            "[2 x i16] [i16 1, i16 2]",
            "0xH7D01",
            "@w = global i128 18446744073709551616",
            "@e = global i64 add (i64 ptrtoint",
            "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0)",
            "byval(%node) dereferenceable(8)",
            "nounwind \"k\"=\"v\"",
            "!opencl.ocl.version",
        ],
    );
}
