//! Numbers of times that instructions are executed at most.

use llvm_ir::draft::Draft;
use llvm_ir::instruction::Opcode;
use llvm_ir::transform::executions::most_executions;

/// The number for the first call in a function.
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
    assert_eq!(of_call(&in_memory(0, 1, "slt", "%n")), None);
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
