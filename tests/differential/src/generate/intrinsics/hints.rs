//! Calls of intrinsics that state or query something about the program.

use crate::generate::Maker;
use crate::tree::{OR, Step};
use crate::types::{BOOL, Ty};

impl Maker {
    /// Calls an intrinsic that states something about a program without an effect.
    pub(in crate::generate) fn hint(&mut self, name: &str) {
        let ty = self.stored_ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let slot = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        let size = 8;
        match name {
            "assume" => {
                step.lines.push("call void @llvm.assume(i1 true) [ \"align\"(ptr addrspace(1) %in, i64 8) ]".into())
            }
            "prefetch" => step.lines.push(format!("call void @llvm.prefetch(ptr {slot}, i32 0, i32 3, i32 1)")),
            "lifetime.start" | "lifetime.end" => step.lines.push(format!("call void @llvm.lifetime.start(ptr {slot})")),
            "invariant.start" | "invariant.end" => {
                step.lines.push(format!("store {ty} {a}, ptr {slot}, align 1"));
                let token = self.temp(&mut step, &format!("call ptr @llvm.invariant.start(i64 {size}, ptr {slot})"));
                step.lines.push(format!("call void @llvm.invariant.end(ptr {token}, i64 {size}, ptr {slot})"));
            }
            "experimental.noalias.scope.decl" => step.lines.push(
                "call void @llvm.experimental.noalias.scope.decl(metadata !{!{!\"scope\", !{!\"domain\"}}})".into(),
            ),
            "fake.use" => step.lines.push(format!("call void (...) @llvm.fake.use({ty} {a})")),
            _ => step.lines.push(format!("call void @llvm.{name}()")),
        }
        step.lines.push(format!("store {ty} {a}, ptr {slot}, align 1"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {slot}, align 1"));
        if name.starts_with("lifetime") {
            step.lines.push(format!("call void @llvm.lifetime.end(ptr {slot})"));
        }
        self.push(step);
    }

    /// Makes a query for which either answer is correct: both paths lead to the same value.
    pub(in crate::generate) fn known(&mut self, name: &str) {
        let ty = self.ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let call = match name {
            "is.constant" => format!("call i1 @llvm.is.constant({ty} {a})"),
            "allow.ubsan.check" => "call i1 @llvm.allow.ubsan.check(i8 3)".into(),
            _ => format!("call i1 @llvm.{name}(metadata !\"check\")"),
        };
        let bit = self.temp(&mut step, &call);
        let other = self.temp(&mut step, &format!("freeze {ty} {a}"));
        self.out(&mut step, &ty, &format!("select i1 {bit}, {ty} {a}, {ty} {other}"));
        self.push(step);
    }

    pub(in crate::generate) fn size(&mut self) {
        let (ty, mut step) = (self.ty(), Step::default());
        let slot = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        let least =
            self.temp(&mut step, &format!("call i64 @llvm.objectsize(ptr {slot}, i1 true, i1 false, i1 false)"));
        let most =
            self.temp(&mut step, &format!("call i64 @llvm.objectsize(ptr {slot}, i1 false, i1 false, i1 false)"));
        self.out(&mut step, &BOOL, &format!("icmp ule i64 {least}, {most}"));
        self.push(step);
    }

    pub(in crate::generate) fn stack(&mut self) {
        let ty = self.stored_ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let slot = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        let saved = self.temp(&mut step, "call ptr @llvm.stacksave()");
        step.lines.push(format!("store {ty} {a}, ptr {slot}, align 1"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {slot}, align 1"));
        step.lines.push(format!("call void @llvm.stackrestore(ptr {saved})"));
        self.push(step);
    }

    /// Makes a variadic function that reads its arguments by `va_arg`; the reference version has parameters.
    pub(in crate::generate) fn variable_arguments(&mut self) {
        let (first, second, helper) = (self.stored_ty(), self.stored_ty(), self.helper("h"));
        let (a, b, mut step) = (self.value(&first), self.value(&second), Step::default());
        let slots = [&first, &second].map(|ty| self.temp(&mut step, &format!("alloca {ty}, align 64")));
        let [x, y] = &slots;
        let stores =
            format!("  store {first} %a, ptr %x, align 1\n  store {second} %b, ptr %y, align 1\n  ret void\n}}");
        step.helpers.push(format!(
            "define internal spir_func void {helper}(ptr %x, ptr %y, ...) {{\n  %l = alloca [4 x i64], align 16\n  \
             %m = alloca [4 x i64], align 16\n  call void @llvm.va_start.p0(ptr %l)\n  %a = va_arg ptr %l, {first}\n  \
             call void @llvm.va_copy.p0(ptr %m, ptr %l)\n  %b = va_arg ptr %m, {second}\n  \
             call void @llvm.va_end.p0(ptr %m)\n  call void @llvm.va_end.p0(ptr %l)\n{stores}{OR}\
             define internal spir_func void {helper}(ptr %x, ptr %y, {first} %a, {second} %b) {{\n{stores}"
        ));
        let arguments = format!("{helper}(ptr {x}, ptr {y}, {first} {a}, {second} {b})");
        step.lines.push(format!("call spir_func void (ptr, ptr, ...) {arguments}{OR}call spir_func void {arguments}"));
        self.out(&mut step, &first, &format!("load {first}, ptr {x}, align 1"));
        self.out(&mut step, &second, &format!("load {second}, ptr {y}, align 1"));
        self.push(step);
    }

    /// Makes a function with a loop, whose calls have convergence tokens.
    pub(in crate::generate) fn tokens(&mut self, name: &str) {
        let (ty, helper, called) = (Ty::Int(32), self.helper("h"), self.helper("c"));
        let (a, mut step) = (self.value(&ty), Step::default());
        let first = if name.ends_with("anchor") { "anchor" } else { "entry" };
        let start = "call token @llvm.experimental.convergence";
        let text = |token: &str, inner: &str, bundle: &str| {
            format!(
                "define internal spir_func i32 {called}(i32 %a) convergent noinline {{\n  ret i32 %a\n}}\n\
                 define internal spir_func i32 {helper}(i32 %a) convergent {{\nentry:\n{token}br label %l\nl:\n  \
                 %i = phi i32 [ 0, %entry ], [ %n, %l ]\n  %s = phi i32 [ %a, %entry ], [ %m, %l ]\n{inner}\
                 %c = call spir_func i32 {called}(i32 %s){bundle}\n  \
                 %m = add i32 %c, %i\n  %n = add i32 %i, 1\n  %q = icmp ult i32 %n, 3\n  \
                 br i1 %q, label %l, label %x\nx:\n  ret i32 %m\n}}"
            )
        };
        let inner = format!("%u = {start}.loop() [ \"convergencectrl\"(token %t) ]\n");
        let with = text(&format!("%t = {start}.{first}()\n"), &inner, " [ \"convergencectrl\"(token %u) ]");
        step.helpers.push(format!("{with}{OR}{}", text("", "", "")));
        self.out(&mut step, &ty, &format!("call spir_func i32 {helper}(i32 {a})"));
        self.push(step);
    }

    /// Makes a save and restore of the floating-point environment, whose representation is unspecified.
    pub(in crate::generate) fn environment(&mut self, name: &str) {
        let (ty, mut step) = (self.known_float_ty(), Step::default());
        let (a, b) = (self.value(&ty), self.value(&ty));
        match name {
            "get.rounding" => drop(self.out(&mut step, &Ty::Int(32), "call i32 @llvm.get.rounding()")),
            "set.rounding" => step.lines.push("call void @llvm.set.rounding(i32 1)".into()),
            // LLVM's code says that the stack of x87 registers is full.
            "reset.fpenv" => step.lines.push(format!("call void @llvm.reset.fpenv(){OR}")),
            "reset.fpmode" => step.lines.push(format!("call void @llvm.{name}()")),
            _ => {
                let (kind, number) = if name.ends_with("fpenv") { ("fpenv", "i256") } else { ("fpmode", "i64") };
                let before = self.temp(&mut step, &format!("call {number} @llvm.get.{kind}()"));
                step.lines.push(format!("call void @llvm.set.{kind}({number} {before})"));
            }
        }
        self.out(&mut step, &ty, &format!("fmul {ty} {a}, {b}"));
        self.push(step);
    }
}
