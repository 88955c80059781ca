
; What the host gives to a work-group, and a work-item: the tables of `run/src/abi.rs` make types and offsets.
%spirv.context = type {context.type}
%spirv.item = type {item.type}

; The host lets work-items take turns: from the beginning, or from where the group has left them.
declare void @spirv_drive(ptr, i64, i64, i64, ptr, i64, i1 zeroext)
; Tells the host of an access that is not inside: argument, its address, the access, its bytes, the line.
declare void @spirv_outside(ptr, ptr, i1 zeroext, i64, ptr, ptr, i64, i64, i64)
; Tells the host, with its checks, whose turn it is, of the line, and of what is written, read and copied.
declare void @spirv_turn(ptr, ptr)
declare void @spirv_line(i64)
declare void @spirv_written(ptr, i64)
declare void @spirv_read(ptr, i64)
declare void @spirv_copied(ptr, ptr, i64)
; The address of an access, or another where that is not in the memory of the launch, of which the host is told.
declare ptr @spirv_placed(ptr, i64)
; Marks where loops begin and end, until a step is cut.
declare void @spirv.mark(i32, i32)

define internal ptr @spirv.local(ptr %c, i64 %offset) alwaysinline {
  %f = getelementptr inbounds %spirv.context, ptr %c, i32 0, i32 {context#local}
  %p = load ptr, ptr %f, !invariant.load !{}
  %r = getelementptr i8, ptr %p, i64 %offset
  ret ptr %r
}

; A value that a work-item keeps, of so many bytes: those of a group are side by side, behind what lies before them for each.
define internal ptr @spirv.frame(ptr %c, ptr %i, i64 %before, i64 %size) alwaysinline {
  %f = getelementptr i8, ptr %c, i64 {context.frames}
  %p = load ptr, ptr %f, !invariant.load !{}
  %n = call i64 @spirv.most(ptr %c)
  %o = mul i64 %before, %n
  %q = getelementptr i8, ptr %p, i64 %o
  %k = call i64 @spirv.index(ptr %i)
  %b = mul i64 %k, %size
  %r = getelementptr i8, ptr %q, i64 %b
  ret ptr %r
}

; The value that the first work-item keeps.
define internal ptr @spirv.frame.first(ptr %c, i64 %before) alwaysinline {
  %f = getelementptr i8, ptr %c, i64 {context.frames}
  %p = load ptr, ptr %f, !invariant.load !{}
  %n = call i64 @spirv.most(ptr %c)
  %o = mul i64 %before, %n
  %r = getelementptr i8, ptr %p, i64 %o
  ret ptr %r
}

; The work-items of a whole group.
define internal i64 @spirv.most(ptr %c) alwaysinline {
  %px = getelementptr i8, ptr %c, i64 {context.local_size}
  %x = load i64, ptr %px, !invariant.load !{}
  %py = getelementptr i8, ptr %c, i64 {context.local_size.y}
  %y = load i64, ptr %py, !invariant.load !{}
  %pz = getelementptr i8, ptr %c, i64 {context.local_size.z}
  %z = load i64, ptr %pz, !invariant.load !{}
  %xy = mul i64 %x, %y
  %r = mul i64 %xy, %z
  ret i64 %r
}

define internal ptr @spirv.slots(ptr %c) alwaysinline {
  %f = getelementptr inbounds %spirv.context, ptr %c, i32 0, i32 {context#slots}
  %p = load ptr, ptr %f, !invariant.load !{}
  ret ptr %p
}

define internal ptr @spirv.slot(ptr %c, ptr %i) alwaysinline {
  %p = call ptr @spirv.slots(ptr %c)
  %n = call i64 @spirv.index(ptr %i)
  %r = getelementptr [128 x i8], ptr %p, i64 %n
  ret ptr %r
}

define internal i64 @spirv.index(ptr %i) alwaysinline {
  %f = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#index}
  %r = load i64, ptr %f
  ret i64 %r
}

define internal i32 @spirv.point(ptr %i) alwaysinline {
  %f = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#point}
  %r = load i32, ptr %f
  ret i32 %r
}

define internal i64 @spirv.by.dimension(ptr %p, i32 %d, i64 %otherwise) alwaysinline {
  %in = icmp ult i32 %d, 3
  %k = select i1 %in, i32 %d, i32 0
  %f = getelementptr [3 x i64], ptr %p, i32 0, i32 %k
  %v = load i64, ptr %f
  %r = select i1 %in, i64 %v, i64 %otherwise
  ret i64 %r
}

define internal i64 @spirv.of.context(ptr %c, i32 %field, i32 %d, i64 %otherwise) alwaysinline {
  %w = zext i32 %field to i64
  %o = mul i64 %w, 24
  %q = getelementptr i8, ptr %c, i64 {context.global}
  %p = getelementptr i8, ptr %q, i64 %o
  %r = call i64 @spirv.by.dimension(ptr %p, i32 %d, i64 %otherwise)
  ret i64 %r
}

define internal i64 @spirv.of.item(ptr %i, i32 %field, i32 %d, i64 %otherwise) alwaysinline {
  %w = zext i32 %field to i64
  %o = mul i64 %w, 24
  %q = getelementptr i8, ptr %i, i64 {item.local}
  %p = getelementptr i8, ptr %q, i64 %o
  %r = call i64 @spirv.by.dimension(ptr %p, i32 %d, i64 %otherwise)
  ret i64 %r
}

define internal i64 @spirv.WorkgroupSize(ptr %c, ptr %i, i32 %d) alwaysinline {
  %r = call i64 @spirv.of.item(ptr %i, i32 2, i32 %d, i64 1)
  ret i64 %r
}

define internal i64 @spirv.WorkgroupId(ptr %c, ptr %i, i32 %d) alwaysinline {
  %r = call i64 @spirv.of.item(ptr %i, i32 1, i32 %d, i64 0)
  ret i64 %r
}

define internal i64 @spirv.LocalInvocationId(ptr %c, ptr %i, i32 %d) alwaysinline {
  %r = call i64 @spirv.of.item(ptr %i, i32 0, i32 %d, i64 0)
  ret i64 %r
}

define internal i64 @spirv.GlobalSize(ptr %c, ptr %i, i32 %d) alwaysinline {
  %r = call i64 @spirv.of.context(ptr %c, i32 0, i32 %d, i64 1)
  ret i64 %r
}

define internal i64 @spirv.EnqueuedWorkgroupSize(ptr %c, ptr %i, i32 %d) alwaysinline {
  %r = call i64 @spirv.of.context(ptr %c, i32 1, i32 %d, i64 1)
  ret i64 %r
}

define internal i64 @spirv.GlobalOffset(ptr %c, ptr %i, i32 %d) alwaysinline {
  %r = call i64 @spirv.of.context(ptr %c, i32 2, i32 %d, i64 0)
  ret i64 %r
}

define internal i64 @spirv.NumWorkgroups(ptr %c, ptr %i, i32 %d) alwaysinline {
  %r = call i64 @spirv.of.context(ptr %c, i32 3, i32 %d, i64 1)
  ret i64 %r
}

define internal i64 @spirv.InGrid(ptr %c, ptr %i, i32 %d) alwaysinline {
  %g = call i64 @spirv.WorkgroupId(ptr %c, ptr %i, i32 %d)
  %n = call i64 @spirv.of.context(ptr %c, i32 1, i32 %d, i64 1)
  %l = call i64 @spirv.LocalInvocationId(ptr %c, ptr %i, i32 %d)
  %b = mul i64 %g, %n
  %r = add i64 %b, %l
  ret i64 %r
}

define internal i64 @spirv.GlobalInvocationId(ptr %c, ptr %i, i32 %d) alwaysinline {
  %g = call i64 @spirv.InGrid(ptr %c, ptr %i, i32 %d)
  %o = call i64 @spirv.GlobalOffset(ptr %c, ptr %i, i32 %d)
  %r = add i64 %g, %o
  ret i64 %r
}

define internal i64 @spirv.LocalInvocationIndex(ptr %c, ptr %i) alwaysinline {
  %r = call i64 @spirv.index(ptr %i)
  ret i64 %r
}

define internal i64 @spirv.GlobalLinearId(ptr %c, ptr %i) alwaysinline {
  %z = call i64 @spirv.InGrid(ptr %c, ptr %i, i32 2)
  %ny = call i64 @spirv.GlobalSize(ptr %c, ptr %i, i32 1)
  %y = call i64 @spirv.InGrid(ptr %c, ptr %i, i32 1)
  %nx = call i64 @spirv.GlobalSize(ptr %c, ptr %i, i32 0)
  %x = call i64 @spirv.InGrid(ptr %c, ptr %i, i32 0)
  %zy = mul i64 %z, %ny
  %zyy = add i64 %zy, %y
  %row = mul i64 %zyy, %nx
  %r = add i64 %row, %x
  ret i64 %r
}

define internal i64 @spirv.WorkDim(ptr %c, ptr %i) alwaysinline {
  %f = getelementptr inbounds %spirv.context, ptr %c, i32 0, i32 {context#dimensions}
  %v = load i32, ptr %f, !invariant.load !{}
  %r = zext i32 %v to i64
  ret i64 %r
}

define internal i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i) alwaysinline {
  %f = getelementptr inbounds %spirv.context, ptr %c, i32 0, i32 {context#sub_group}
  %v = load i32, ptr %f, !invariant.load !{}
  %r = zext i32 %v to i64
  ret i64 %r
}

define internal i64 @spirv.count(ptr %i) alwaysinline {
  %x = call i64 @spirv.of.item(ptr %i, i32 2, i32 0, i64 1)
  %y = call i64 @spirv.of.item(ptr %i, i32 2, i32 1, i64 1)
  %z = call i64 @spirv.of.item(ptr %i, i32 2, i32 2, i64 1)
  %xy = mul i64 %x, %y
  %r = mul i64 %xy, %z
  ret i64 %r
}

define internal i64 @spirv.SubgroupId(ptr %c, ptr %i) alwaysinline {
  %n = call i64 @spirv.index(ptr %i)
  %s = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %r = udiv i64 %n, %s
  ret i64 %r
}

define internal i64 @spirv.SubgroupLocalInvocationId(ptr %c, ptr %i) alwaysinline {
  %n = call i64 @spirv.index(ptr %i)
  %s = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %r = urem i64 %n, %s
  ret i64 %r
}

define internal i64 @spirv.NumSubgroups(ptr %c, ptr %i) alwaysinline {
  %n = call i64 @spirv.count(ptr %i)
  %s = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %m = add i64 %n, %s
  %k = sub i64 %m, 1
  %r = udiv i64 %k, %s
  ret i64 %r
}

define internal i64 @spirv.NumEnqueuedSubgroups(ptr %c, ptr %i) alwaysinline {
  %x = call i64 @spirv.EnqueuedWorkgroupSize(ptr %c, ptr %i, i32 0)
  %y = call i64 @spirv.EnqueuedWorkgroupSize(ptr %c, ptr %i, i32 1)
  %z = call i64 @spirv.EnqueuedWorkgroupSize(ptr %c, ptr %i, i32 2)
  %xy = mul i64 %x, %y
  %n = mul i64 %xy, %z
  %s = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %m = add i64 %n, %s
  %k = sub i64 %m, 1
  %r = udiv i64 %k, %s
  ret i64 %r
}

; The first of a work-item's group (scope 2) or sub-group (scope 3), and how many there are.
define internal i64 @spirv.first(ptr %c, ptr %i, i32 %scope) alwaysinline {
  %sub = icmp eq i32 %scope, 3
  %g = call i64 @spirv.SubgroupId(ptr %c, ptr %i)
  %s = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %f = mul i64 %g, %s
  %r = select i1 %sub, i64 %f, i64 0
  ret i64 %r
}

define internal i64 @spirv.size(ptr %c, ptr %i, i32 %scope) alwaysinline {
  %sub = icmp eq i32 %scope, 3
  %all = call i64 @spirv.count(ptr %i)
  %f = call i64 @spirv.first(ptr %c, ptr %i, i32 %scope)
  %left = sub i64 %all, %f
  %s = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %m = call i64 @llvm.umin.i64(i64 %left, i64 %s)
  %r = select i1 %sub, i64 %m, i64 %all
  ret i64 %r
}

define internal i64 @spirv.SubgroupSize(ptr %c, ptr %i) alwaysinline {
  %r = call i64 @spirv.size(ptr %c, ptr %i, i32 3)
  ret i64 %r
}

define internal i64 @spirv.ones(i64 %n) alwaysinline {
  %s = shl i64 1, %n
  %r = sub i64 %s, 1
  ret i64 %r
}

define internal i64 @spirv.mask.Lt(i64 %me, i64 %count) alwaysinline {
  %r = call i64 @spirv.ones(i64 %me)
  ret i64 %r
}

define internal i64 @spirv.mask.Eq(i64 %me, i64 %count) alwaysinline {
  %r = shl i64 1, %me
  ret i64 %r
}

define internal i64 @spirv.mask.Le(i64 %me, i64 %count) alwaysinline {
  %n = add i64 %me, 1
  %r = call i64 @spirv.ones(i64 %n)
  ret i64 %r
}

define internal i64 @spirv.mask.Ge(i64 %me, i64 %count) alwaysinline {
  %all = call i64 @spirv.ones(i64 %count)
  %lt = call i64 @spirv.ones(i64 %me)
  %n = xor i64 %lt, -1
  %r = and i64 %all, %n
  ret i64 %r
}

define internal i64 @spirv.mask.Gt(i64 %me, i64 %count) alwaysinline {
  %all = call i64 @spirv.ones(i64 %count)
  %lt = call i64 @spirv.mask.Le(i64 %me, i64 %count)
  %n = xor i64 %lt, -1
  %r = and i64 %all, %n
  ret i64 %r
}

define internal <4 x i32> @spirv.as.mask(i64 %m) alwaysinline {
  %l = trunc i64 %m to i32
  %h64 = lshr i64 %m, 32
  %h = trunc i64 %h64 to i32
  %v = insertelement <4 x i32> zeroinitializer, i32 %l, i32 0
  %r = insertelement <4 x i32> %v, i32 %h, i32 1
  ret <4 x i32> %r
}

define internal i64 @spirv.of.mask(<4 x i32> %m) alwaysinline {
  %l32 = extractelement <4 x i32> %m, i32 0
  %h32 = extractelement <4 x i32> %m, i32 1
  %l = zext i32 %l32 to i64
  %h64 = zext i32 %h32 to i64
  %h = shl i64 %h64, 32
  %r = or i64 %l, %h
  ret i64 %r
}

; The size of the group of that number: those at the end of a dimension may be smaller.
define internal i64 @spirv.size.of(ptr %c, i64 %group, i32 %d) alwaysinline {
  %n = call i64 @spirv.of.context(ptr %c, i32 0, i32 %d, i64 1)
  %l = call i64 @spirv.of.context(ptr %c, i32 1, i32 %d, i64 1)
  %before = mul i64 %group, %l
  %left = sub i64 %n, %before
  %r = call i64 @llvm.umin.i64(i64 %left, i64 %l)
  ret i64 %r
}


; What the host binds for a shader: a table of pairs, of address and size.
define internal ptr @spirv.resource(ptr %c, i64 %n) alwaysinline {
  %args = load ptr, ptr %c, !invariant.load !{}
  %s = getelementptr ptr, ptr %args, i64 %n
  %r = load ptr, ptr %s, !invariant.load !{}
  ret ptr %r
}

define internal ptr @spirv.base(ptr %entry) alwaysinline {
  %r = load ptr, ptr %entry, !invariant.load !{}
  ret ptr %r
}

define internal i64 @spirv.bytes(ptr %entry) alwaysinline {
  %p = getelementptr i8, ptr %entry, i64 8
  %r = load i64, ptr %p, !invariant.load !{}
  ret i64 %r
}

; An index into a table of descriptors, before which is how many there are: one beyond is the last.
define internal i64 @spirv.within(i64 %n, ptr %table) alwaysinline {
  %p = getelementptr i8, ptr %table, i64 -16
  %count = load i64, ptr %p, !invariant.load !{}
  %last = call i64 @llvm.usub.sat.i64(i64 %count, i64 1)
  %r = call i64 @llvm.umin.i64(i64 %n, i64 %last)
  ret i64 %r
}

define internal i64 @spirv.array.length(i64 %size, i64 %begin, i64 %stride) alwaysinline {
  %bytes = call i64 @llvm.usub.sat.i64(i64 %size, i64 %begin)
  %r = udiv i64 %bytes, %stride
  ret i64 %r
}

; Memory for what is written beyond buffers.
define internal ptr @spirv.spare(ptr %c) alwaysinline {
  %p = getelementptr i8, ptr %c, i64 {context.spare}
  %r = load ptr, ptr %p, !invariant.load !{}
  ret ptr %r
}

define internal i1 @spirv.inside(ptr %base, ptr %p, i64 %size, i64 %bytes) alwaysinline {
  %b = ptrtoint ptr %base to i64
  %a = ptrtoint ptr %p to i64
  %begin = sub i64 %a, %b
  %end = add i64 %begin, %bytes
  %x = icmp ule i64 %begin, %size
  %y = icmp ule i64 %end, %size
  %r = and i1 %x, %y
  ret i1 %r
}

; A vertex is a column of the grid, an instance a row.
define internal i64 @spirv.VertexIndex(ptr %c, ptr %i) alwaysinline {
  %r = call i64 @spirv.GlobalInvocationId(ptr %c, ptr %i, i32 0)
  ret i64 %r
}

define internal i64 @spirv.InstanceIndex(ptr %c, ptr %i) alwaysinline {
  %r = call i64 @spirv.GlobalInvocationId(ptr %c, ptr %i, i32 1)
  ret i64 %r
}

; The middle of a fragment.
define internal <4 x float> @spirv.FragCoord(ptr %c, ptr %i) alwaysinline {
  %x = call i64 @spirv.GlobalInvocationId(ptr %c, ptr %i, i32 0)
  %y = call i64 @spirv.GlobalInvocationId(ptr %c, ptr %i, i32 1)
  %fx = uitofp i64 %x to float
  %fy = uitofp i64 %y to float
  %mx = fadd float %fx, 5.000000e-01
  %my = fadd float %fy, 5.000000e-01
  %a = insertelement <4 x float> <float 0.0, float 0.0, float 0.0, float 1.0>, float %mx, i32 0
  %r = insertelement <4 x float> %a, float %my, i32 1
  ret <4 x float> %r
}

; The place of a vertex or fragment among those side by side, of so many bytes; memory that nobody reads where there is none.
define internal ptr @spirv.record(ptr %c, ptr %i, ptr %entry, i64 %size) alwaysinline {
  %base = call ptr @spirv.base(ptr %entry)
  %bytes = call i64 @spirv.bytes(ptr %entry)
  %n = call i64 @spirv.GlobalLinearId(ptr %c, ptr %i)
  %begin = mul i64 %n, %size
  %p = getelementptr i8, ptr %base, i64 %begin
  %end = add i64 %begin, %size
  %in = icmp ule i64 %end, %bytes
  %spare = call ptr @spirv.spare(ptr %c)
  %r = select i1 %in, ptr %p, ptr %spare
  ret ptr %r
}

define internal i64 @spirv.DeviceIndex(ptr %c, ptr %i) alwaysinline {
  ret i64 0
}

define internal <4 x i32> @spirv.SubgroupEqMask(ptr %c, ptr %i) alwaysinline {
  %me = call i64 @spirv.SubgroupLocalInvocationId(ptr %c, ptr %i)
  %n = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %m = call i64 @spirv.mask.Eq(i64 %me, i64 %n)
  %r = call <4 x i32> @spirv.as.mask(i64 %m)
  ret <4 x i32> %r
}

define internal <4 x i32> @spirv.SubgroupGeMask(ptr %c, ptr %i) alwaysinline {
  %me = call i64 @spirv.SubgroupLocalInvocationId(ptr %c, ptr %i)
  %n = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %m = call i64 @spirv.mask.Ge(i64 %me, i64 %n)
  %r = call <4 x i32> @spirv.as.mask(i64 %m)
  ret <4 x i32> %r
}

define internal <4 x i32> @spirv.SubgroupGtMask(ptr %c, ptr %i) alwaysinline {
  %me = call i64 @spirv.SubgroupLocalInvocationId(ptr %c, ptr %i)
  %n = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %m = call i64 @spirv.mask.Gt(i64 %me, i64 %n)
  %r = call <4 x i32> @spirv.as.mask(i64 %m)
  ret <4 x i32> %r
}

define internal <4 x i32> @spirv.SubgroupLeMask(ptr %c, ptr %i) alwaysinline {
  %me = call i64 @spirv.SubgroupLocalInvocationId(ptr %c, ptr %i)
  %n = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %m = call i64 @spirv.mask.Le(i64 %me, i64 %n)
  %r = call <4 x i32> @spirv.as.mask(i64 %m)
  ret <4 x i32> %r
}

define internal <4 x i32> @spirv.SubgroupLtMask(ptr %c, ptr %i) alwaysinline {
  %me = call i64 @spirv.SubgroupLocalInvocationId(ptr %c, ptr %i)
  %n = call i64 @spirv.SubgroupMaxSize(ptr %c, ptr %i)
  %m = call i64 @spirv.mask.Lt(i64 %me, i64 %n)
  %r = call <4 x i32> @spirv.as.mask(i64 %m)
  ret <4 x i32> %r
}

; Who of the scope takes part: of a group all, of a sub-group those that have met.
define internal i64 @spirv.active(ptr %i, i32 %scope) alwaysinline {
  %f = getelementptr inbounds %spirv.item, ptr %i, i32 0, i32 {item#active}
  %v = load i64, ptr %f
  %sub = icmp eq i32 %scope, 3
  %r = select i1 %sub, i64 %v, i64 -1
  ret i64 %r
}

; What work-items of a group do between two barriers is not ordered: loops over them may run several at a time.
!4000000000 = distinct !{}
!4000000001 = distinct !{!4000000001, !4000000002}
!4000000002 = !{!"llvm.loop.parallel_accesses", !4000000000}
