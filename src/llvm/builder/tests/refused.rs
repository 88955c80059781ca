//! Calls that must be refused, and leave a module that verifies.

use super::{Bench, check, refused};
use crate::llvm::builder::Builder;
use crate::llvm::{AtomicOrdering as Ordering, AtomicRmwOp as Rmw, AttributePlace as Place, Opcode, Predicate};

#[test]
fn ill_typed_types_and_constants_are_refused() {
    let test = |t: Bench<'_>| {
        let (c, void) = (t.context, t.context.void_type());
        refused(c.int_type(0), "0 bits");
        refused(c.int_type(1 << 24), "bits");
        refused(c.pointer_type(1 << 24), "address space");
        refused(c.vector_type(t.i32, 0), "0 elements");
        refused(c.vector_type(t.i32, u32::MAX), "elements");
        refused(c.vector_type(t.pair, 2), "element of a vector");
        refused(c.array_type(void, 2), "void cannot be an element");
        refused(c.struct_type(&[void], false), "member");
        refused(c.function_type(void, &[void], false), "parameter");
        let s = c.named_struct("s");
        refused(c.set_body(s, &[c.array_type(s, 2)?], false), "contain itself");
        c.set_body(s, &[t.ptr], false)?;
        refused(c.set_body(s, &[t.ptr], false), "without a body");
        refused(c.target_type("spirv.Type", &[], &[1]), "does not take");
        refused(c.target_type("spirv.Padding", &[], &[]), "does not take");
        refused(c.target_type("aarch64.svcount", &[t.i32], &[]), "does not take");
        refused(c.const_int(t.float, 1), "integer constant");
        refused(c.const_float_bits(t.i32, 1), "floating-point");
        refused(c.const_null(void), "null constant");
        refused(c.const_null(c.named_struct("opaque")), "null constant");
        refused(c.const_null(c.target_type("spirv.Image", &[void], &[0; 7])?), "null constant");
        refused(c.undef(void), "undefined");
        refused(c.const_array(t.i32, &[t.arg(0)]), "constant");
        refused(c.const_array(t.i64, &[t.int(0)]), "must be i64");
        refused(c.const_struct(t.pair, &[t.int(0)]), "not the members");
        refused(c.const_vector(&[]), "needs elements");
        refused(c.const_vector(&[t.int(0), c.const_null(t.float)?]), "must be i32");
        refused(c.const_data_array(t.i32, &[0; 3]), "3 bytes");
        refused(c.const_gep(t.i32, t.int(0), &[t.int(0)], false), "getelementptr");
        refused(c.const_cast(Opcode::Add, t.int(0), t.i32), "add");
        refused(c.md_value(t.arg(0)), "constant");
        let g = t.module.add_global("g", t.i32, 0)?;
        refused(g.set_initializer(c.const_null(t.float)?), "initializer");
        refused(g.set_alignment(3), "power of two");
        refused(t.module.add_global("v", void, 0), "global variable");
        refused(t.module.add_function("v", t.i32), "cannot have the type");
        refused(t.module.add_function("llvm.fma.f32", c.function_type(void, &[], false)?), "not of type");
        refused(t.module.append_block(g, ""), "function");
        refused(t.f.set_call_conv(1024), "range");
        refused(t.f.add_attribute(Place::Function, "nonsense", 0), "unknown");
        refused(t.f.add_attribute(Place::Function, "byval", 0), "place");
        refused(t.f.add_attribute(Place::Param(2), "byval", 0), "another kind");
        refused(t.f.add_attribute(Place::Param(2), "align", 3), "out of range");
        refused(t.f.add_attribute(Place::Param(5), "align", 4), "does not exist");
        refused(t.f.add_attribute(Place::Param(u32::MAX), "align", 4), "no parameter");
        refused(g.add_attribute(Place::Function, "nounwind", 0), "only be added");
        refused(t.f.set_function_metadata("dbg", c.md_node(&[])), "!dbg");
        t.f.set_name("llvm.fma.f32");
        t.b.ret(t.int(0)).map(drop)
    };
    check(test, &["define i32 @f("]);
}

#[test]
fn ill_typed_instructions_are_refused() {
    let test = |t: Bench<'_>| {
        let (x, f, p, v, c) = (t.arg(0), t.arg(1), t.arg(2), t.arg(3), t.context);
        refused(t.b.binary(Opcode::Add, x, f), "`add` cannot take i32 and float");
        refused(t.b.binary(Opcode::Add, f, f), "add");
        refused(t.b.binary(Opcode::FAdd, x, x), "fadd");
        refused(t.b.binary(Opcode::Load, x, x), "load");
        refused(t.b.fneg(x), "fneg");
        let mut deep = t.pair;
        for _ in 0..100 {
            deep = c.struct_type(&[deep, deep], false)?;
        }
        refused(t.b.fneg(c.undef(deep)?), "...");
        refused(t.b.compare_int(Predicate::Eq, f, f), "icmp");
        refused(t.b.cast(Opcode::Trunc, x, t.i64), "`trunc` cannot turn i32 into i64");
        refused(t.b.cast(Opcode::BitCast, p, t.i64), "bitcast");
        refused(t.b.select(x, x, x), "select");
        refused(t.b.select(t.arg(4), x, f), "select");
        refused(t.b.load(t.i32, x), "pointer");
        refused(t.b.load(c.void_type(), p), "loaded");
        refused(t.b.load(t.f.function_type().unwrap(), p), "loaded");
        refused(t.b.store(x, x), "pointer");
        refused(t.b.alloca(c.named_struct("opaque"), None), "allocated");
        refused(t.b.array_alloca(t.i32, f, None), "integer");
        refused(t.b.gep(t.pair, p, &[x, x], false), "getelementptr");
        refused(t.b.gep(t.pair, p, &[x, t.int(2)], false), "getelementptr");
        refused(t.b.gep(t.i32, x, &[x], false), "getelementptr");
        refused(t.b.gep(t.i32, p, &[f], false), "getelementptr");
        refused(t.b.extract_element(x, x), "extractelement");
        refused(t.b.insert_element(v, f, x), "insertelement");
        refused(t.b.shuffle_vector(v, v, &[8]), "shufflevector");
        refused(t.b.shuffle_vector(v, v, &[-2]), "shufflevector");
        refused(t.b.shuffle_vector(v, v, &[]), "shufflevector");
        refused(t.b.extract_value(x, &[0]), "has no part");
        refused(t.b.extract_value(c.undef(t.pair)?, &[2]), "has no part");
        refused(t.b.insert_value(c.undef(t.pair)?, f, &[0]), "has no part");
        refused(t.b.call(t.f, &[x]), "1 arguments");
        refused(t.b.call(t.f, &[x, x, p, v, t.arg(4)]), "argument 1");
        refused(t.b.call(p, &[]), "only functions");
        refused(t.b.call_indirect(t.i32, p, &[]), "type of a function");
        refused(t.b.call_intrinsic("llvm.nonsense", t.i32, &[]), "no intrinsic");
        refused(t.b.call_intrinsic("llvm.fma", t.i32, &[x]), "no intrinsic");
        refused(t.b.atomic_rmw(Rmw::Add, p, f, Ordering::Monotonic, ""), "atomicrmw add");
        refused(t.b.atomic_rmw(Rmw::Add, p, x, Ordering::NotAtomic, ""), "not atomic");
        refused(t.b.cond_br(x, t.entry, t.entry), "i1");
        refused(t.b.ret(f), "must be i32");
        refused(t.b.ret_void(), "must return i32");
        refused(t.b.phi(c.void_type()), "phi");
        refused(t.b.add_incoming(x, x, t.entry), "phi");
        refused(x.set_metadata("kind", c.md_node(&[])), "only instructions");
        refused(f.set_fast_math(1), "has no flag");
        let other = t.module.add_function("g", t.f.function_type().unwrap())?;
        refused(t.b.br(t.module.append_block(other, "")?), "another function");
        Builder::new(t.module).ret_void().unwrap_err();
        t.b.position_at_end(t.entry);
        let end = t.b.ret(x)?;
        refused(end.set_metadata("dbg", c.md_node(&[])), "!dbg");
        let text = c.md_string("s");
        refused(end.set_metadata("kind", text), "attached");
        // Leave the module whole for the verifier.
        let b = Builder::new(t.module);
        b.position_at_end(other.blocks().next().unwrap());
        b.unreachable().map(drop)
    };
    check(test, &["ret i32 %0"]);
}
