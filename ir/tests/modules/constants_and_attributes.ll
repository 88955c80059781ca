@a = global float 0x3FF3C0CA20000000
@b = global double 1.234567
@c = global double 1.2345678
@d = global double 1.0e300
@e = global double 1.0e-7
@f = global double 123456789.0
@g = global double 0.1
@h = global float 3.5
@i = global double -0.0
@j = global float 0x7FF8000020000000
@k = global double 1234560.0
@l = global double 1.5e+100
@m = global half 1.0
@n = global <2 x float> <float 1.0, float 2.0>
@o = global [2 x float] [float 1.0, float 2.0]
@p = global <2 x half> <half 1.0, half 1.0>
@q = global <2 x i32> <i32 3, i32 3>
@r = global <2 x ptr> <ptr @a, ptr @a>
@s = global [2 x i32] [i32 3, i32 3]
define void @ff() memory(read, target_mem0: none) { ret void }
define void @fg() memory(errnomem: write, target_mem0: none, target_mem1: read) { ret void }
declare void @fh(ptr captures(ret: address, provenance), i32 range(i32 0, 4), ptr initializes((0, 4), (8, 12)), ptr dereferenceable(4), float nofpclass(nan ninf)) allocsize(1) allockind("alloc,zeroed") uwtable vscale_range(1,2) alignstack(8) "foo" "bar"="x"
