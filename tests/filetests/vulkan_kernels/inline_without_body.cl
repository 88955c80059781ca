// C99's `inline` leaves clang no body: the hint says what helps.
// RUN: spirv64 O0 fails forward --environment=vulkan1.3
inline int g(int x) { return x * 3; }
kernel void k(global int *o) { o[0] = g(o[1]); }
