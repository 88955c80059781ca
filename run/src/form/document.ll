
; Numbers of work-groups, which the host may change before it calls.
@{num} = global [3 x i64] [i64 1, i64 1, i64 1]
{tables}@{args} = internal constant [{count} x ptr] [{slots}]
; Memory of a work-group: variables, slots, work-items, frames, and what nobody reads.
@{memory} = internal global { [{locals} x i8], [{values} x i8], [{records} x i8], [{frames} x i8], [4096 x i8] } zeroinitializer, align 128
@{failed} = internal global i32 0
; What the host gives to a work-group, as `Context` of `run/src/abi.rs`.
@{context} = internal global {context.type} {
  ptr @{args}, ptr @{memory}, ptr null, i32 3, i32 {sub}, [3 x i64] zeroinitializer, [3 x i64] {local}, [3 x i64] zeroinitializer, [3 x i64] zeroinitializer, ptr null, ptr null, ptr null, ptr null, ptr null, i64 0, i64 0, i8 0, ptr @{failed}, ptr null, ptr null, ptr null, ptr null, ptr null }

define void @{launch}() {
entry:
{sizes}  %c = getelementptr i8, ptr @{context}, i64 0
  %slots = getelementptr { [{locals} x i8], [{values} x i8], [{records} x i8], [{frames} x i8], [4096 x i8] }, ptr @{memory}, i32 0, i32 1
  %records = getelementptr { [{locals} x i8], [{values} x i8], [{records} x i8], [{frames} x i8], [4096 x i8] }, ptr @{memory}, i32 0, i32 2
  %frames = getelementptr { [{locals} x i8], [{values} x i8], [{records} x i8], [{frames} x i8], [4096 x i8] }, ptr @{memory}, i32 0, i32 3
  %spare = getelementptr { [{locals} x i8], [{values} x i8], [{records} x i8], [{frames} x i8], [4096 x i8] }, ptr @{memory}, i32 0, i32 4
  %c.slots = getelementptr i8, ptr %c, i64 {context.slots}
  store ptr %slots, ptr %c.slots
  %c.spare = getelementptr i8, ptr %c, i64 {context.spare}
  store ptr %spare, ptr %c.spare
  %c.records = getelementptr i8, ptr %c, i64 {context.items}
  store ptr %records, ptr %c.records
  %c.frames = getelementptr i8, ptr %c, i64 {context.frames}
  store ptr %frames, ptr %c.frames
  %c.localend = getelementptr i8, ptr %c, i64 {context.local_end}
  store ptr %slots, ptr %c.localend
  %c.framesend = getelementptr i8, ptr %c, i64 {context.frames_end}
  store ptr %spare, ptr %c.framesend
  %nx = load i64, ptr @{num}
  %num.y = getelementptr i8, ptr @{num}, i64 8
  %ny = load i64, ptr %num.y
  %num.z = getelementptr i8, ptr @{num}, i64 16
  %nz = load i64, ptr %num.z
  %gx = mul i64 %nx, {x}
  %gy = mul i64 %ny, {y}
  %gz = mul i64 %nz, {z}
  %c.gx = getelementptr i8, ptr %c, i64 {context.global}
  store i64 %gx, ptr %c.gx
  %c.gy = getelementptr i8, ptr %c, i64 {context.global.y}
  store i64 %gy, ptr %c.gy
  %c.gz = getelementptr i8, ptr %c, i64 {context.global.z}
  store i64 %gz, ptr %c.gz
  %c.nx = getelementptr i8, ptr %c, i64 {context.groups}
  store i64 %nx, ptr %c.nx
  %c.ny = getelementptr i8, ptr %c, i64 {context.groups.y}
  store i64 %ny, ptr %c.ny
  %c.nz = getelementptr i8, ptr %c, i64 {context.groups.z}
  store i64 %nz, ptr %c.nz
  %nxy = mul i64 %nx, %ny
  %n = mul i64 %nxy, %nz
  %none = icmp eq i64 %n, 0
  br i1 %none, label %end, label %groups
groups:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %x = urem i64 %i, %nx
  %rows = udiv i64 %i, %nx
  %y = urem i64 %rows, %ny
  %z = udiv i64 %rows, %ny
  ; Not inlined: the group takes what it is given for unchanging, and here that changes.
  call void @{group}(ptr %c, i64 %x, i64 %y, i64 %z) noinline
  %f = load i32, ptr @{failed}
  %failed = icmp ne i32 %f, 0
  br i1 %failed, label %stuck, label %next
next:
  %i1 = add nuw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %groups, label %end
; Work-items that wait at different barriers.
stuck:
  call void @llvm.trap()
  unreachable
end:
  ret void
}
