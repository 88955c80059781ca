; RUN: forward
; Two addresses in one initialiser, of globals that SPIR-V has in another address space.
target triple = "spir64-unknown-unknown"

%node = type { ptr, ptr, i64 }

@root = global %node { ptr @left, ptr @right, i64 50 }
@left = global %node { ptr null, ptr @root, i64 25 }
@right = global %node { ptr null, ptr null, i64 75 }
@table = constant [3 x ptr] [ptr @root, ptr @left, ptr @right]

define spir_func ptr @f(i64 %n) {
  %p = getelementptr [3 x ptr], ptr @table, i64 0, i64 %n
  %q = load ptr, ptr %p
  ret ptr %q
}
