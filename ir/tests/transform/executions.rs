//! Tests of the maximum number of executions of instructions.

use llvm_ir::draft::Draft;
use llvm_ir::instruction::Opcode;
use llvm_ir::transform::executions::most_executions;

/// Returns the number of executions of the first call in a function.
fn of_call(text: &str) -> Option<u64> {
    let draft = Draft::thaw(llvm_ir::parse(text.as_bytes()).unwrap());
    let function = draft.functions().find(|f| !f.is_declaration()).unwrap();
    most_executions(function.instructions().find(|i| i.opcode() == Some(Opcode::Call)).unwrap())
}

fn in_memory(start: i32, step: i32, predicate: &str, limit: &str) -> String {
    format!(
        "declare void @g()\ndefine void @f(i32 %n) {{\n  %i = alloca i32\n  store i32 {start}, ptr %i\n  br label %test\n\
         test:\n  %a = load i32, ptr %i\n  %c = icmp {predicate} i32 %a, {limit}\n  br i1 %c, label %body, label %end\n\
         body:\n  call void @g()\n  br label %next\nnext:\n  %b = load i32, ptr %i\n  %d = add nsw i32 %b, {step}\n\
         store i32 %d, ptr %i\n  br label %test\nend:\n  ret void\n}}\n"
    )
}

#[test]
fn counters_in_memory() {
    assert_eq!(of_call(&in_memory(0, 1, "slt", "8")), Some(9));
    assert_eq!(of_call(&in_memory(8, -1, "sgt", "0")), Some(9));
    assert_eq!(of_call(&in_memory(0, 3, "ult", "8")), Some(4));
    assert_eq!(of_call(&in_memory(0, 2, "ne", "8")), Some(5));
    assert_eq!(of_call(&in_memory(0, 1, "slt", "%n")), Some(1 << 31));
    assert_eq!(of_call(&in_memory(0, 0, "slt", "8")), None);
    assert_eq!(of_call(&in_memory(0, -1, "slt", "8")), None);
}

#[test]
fn counters_in_phis() {
    let nest = "declare void @g()\ndefine void @f() {\nentry:\n  br label %outer\nouter:\n  %i = phi i8 [ 10, %entry ], [ %i2, %latch ]\n\
                br label %inner\ninner:\n  %j = phi i64 [ 0, %outer ], [ %j2, %inner ]\n  call void @g()\n  %j2 = add i64 %j, 1\n\
                %c = icmp eq i64 %j2, 5\n  br i1 %c, label %latch, label %inner\nlatch:\n  %i2 = sub i8 %i, 2\n\
                %d = icmp sgt i8 %i2, 0\n  br i1 %d, label %outer, label %end\nend:\n  ret void\n}\n";
    assert_eq!(of_call(nest), Some(25));
    assert_eq!(of_call("declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n"), Some(1));
}

#[test]
fn cycles_of_two_entries() {
    let text = "declare void @g()\ndefine void @f(i1 %x) {\nentry:\n  br i1 %x, label %a, label %b\na:\n  call void @g()\n  br label %b\n\
                b:\n  br i1 %x, label %a, label %end\nend:\n  ret void\n}\n";
    assert_eq!(of_call(text), None);
}

/// Tests loop limits that are not constant but have a known upper bound, as in LLVM's analysis.
#[test]
fn limits_of_a_range() {
    let of = |limit: &str, next: &str| {
        let text = format!(
            "declare void @g()\ndefine void @f(i32 %n, i8 %m) {{\nentry:\n  {limit}\n  br label %loop\nloop:\n  \
             %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n  call void @g()\n  %j = add i32 %i, 1\n  %d = icmp {next}\n  \
             br i1 %d, label %loop, label %end\nend:\n  ret void\n}}\n"
        );
        of_call(&text)
    };
    for (limit, next, rounds) in [
        ("%l = and i32 %n, 3", "ult i32 %j, %l", Some(3)),
        ("%l = and i32 %n, 3", "ule i32 %j, %l", Some(4)),
        ("%l = and i32 %n, 3", "slt i32 %j, %l", Some(3)),
        ("%l = and i32 %n, 3", "ugt i32 %l, %j", Some(3)),
        ("%l = urem i32 %n, 10", "ult i32 %i, %l", Some(10)),
        ("%l = zext i8 %m to i32", "ult i32 %j, %l", Some(255)),
        ("%l = and i32 %n, 3", "ne i32 %j, %l", None),
        ("%l = sext i8 %m to i32", "ult i32 %j, 0", Some(1)),
    ] {
        assert_eq!(of(limit, next), rounds, "{limit}, {next}");
    }
    let in_variable = "%v = alloca i32\n  %w = and i32 %n, 3\n  store i32 %w, ptr %v\n  %l = load i32, ptr %v";
    assert_eq!(of(in_variable, "ult i32 %j, %l"), Some(3));
}
