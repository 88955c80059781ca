; Each part is a module that breaks one rule: the message that is expected, then the module.
;;; are incompatible!
define void @f(ptr byval(i32) inalloca(i32) %p) { ret void }
;;; Attributes 'zeroext and signext' are incompatible!
define void @f(i32 zeroext signext %x) { ret void }
;;; Attributes 'readonly and writeonly' are incompatible!
define void @f(ptr readonly writeonly %p) { ret void }
;;; incompatible type!
declare void @f(i32 noalias)
;;; incompatible type!
declare i64 @f(ptr allocalign)
;;; Attribute 'optnone' requires 'noinline'!
define void @f() optnone { ret void }
;;; Attributes 'optsize and optnone' are incompatible!
define void @f() optnone noinline optsize { ret void }
;;; 'allocsize' argument is out of bounds
declare ptr @f(i32) allocsize(1)
;;; 'allocsize' argument must refer to an integer parameter
declare ptr @f(ptr) allocsize(0)
;;; 'allockind()' requires exactly one of alloc, realloc, and free
declare ptr @f(i32) allockind("alloc,free")
;;; 'vscale_range' minimum must be power-of-two value
define void @f() vscale_range(3, 8) { ret void }
;;; invalid value for 'frame-pointer' attribute
define void @f() "frame-pointer"="some" { ret void }
;;; invalid value for 'no-infs-fp-math' attribute
define void @f() "no-infs-fp-math"="perhaps" { ret void }
;;; invalid value for 'denormal-fp-math' attribute
define void @f() "denormal-fp-math"="flush" { ret void }
;;; invalid value for 'target-features' attribute
define void @f() "target-features"="sse2" { ret void }
;;; Attribute 'jumptable' requires 'unnamed_addr'
define void @f() jumptable { ret void }
;;; immarg attribute only applies to intrinsics
declare void @f(i32 immarg)
;;; Cannot have multiple 'sret' parameters!
declare void @f(ptr sret(i32), ptr sret(i32))
;;; More than one parameter has attribute nest!
declare void @f(ptr nest, ptr nest)
;;; Incompatible argument and return types for 'returned' attribute
declare i32 @f(ptr returned)
;;; inalloca isn't on the last parameter!
declare void @f(ptr inalloca(i32), i32)
;;; does not support unsized types!
%t = type opaque
declare void @f(ptr byval(%t))
;;; incompatible type!
define void @f(i32 nofpclass(nan) %x) { ret void }
;;; Attribute writable and memory without argmem: write are incompatible!
define void @f(ptr writable %p) memory(argmem: read) { ret void }
;;; speculatable attribute may not apply to call sites
declare void @g()
define void @f() { call void @g() speculatable
  ret void }
