// Types that OpenCL C does not let a function take, but older compilers and other sources do. See `names.sh`.
#define OVERLOAD __attribute__((overloadable))
#define AS(n) __attribute__((address_space(n)))
typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef __bf16 bfloat4 __attribute__((ext_vector_type(4)));
typedef _Bool bool4 __attribute__((ext_vector_type(4)));
void OVERLOAD blocks(void (^)(void), void (^)(void *, ...), void (*)(int, float), void (*)(int, float), void (^)(void));
void OVERLOAD restricts(int *restrict *, const volatile int *restrict volatile const *, AS(1) int *AS(5) restrict const *);
void OVERLOAD scalars(_Float16, half4, __bf16, bfloat4, long long, unsigned long long, __fp16 *, bool4, signed char);
void OVERLOAD atomics(_Atomic(int) *, _Atomic(int) *, AS(1) _Atomic(int) *, _Atomic(int) *);
void OVERLOAD outer(AS(1) _Atomic(int) *, _Atomic(int) *);
void OVERLOAD inner(AS(1) _Atomic(int) *, volatile AS(1) _Atomic(int) *, _Atomic(float) *AS(1) *);
void OVERLOAD functions(void (*)(void (*)(int)), void (*)(int), int (*(*)(void))(int));
void OVERLOAD spaces(AS(1) int *, AS(2) int *, AS(3) int *, AS(4) int *, AS(5) int *, AS(6) int *, AS(7) int *, AS(8) int *,
                     AS(9) int *, AS(10) int *, AS(11) int *, AS(12) int *, AS(13) int *, AS(14) int *, AS(15) int *,
                     AS(16) int *, AS(17) int *, AS(18) int *, AS(19) int *, AS(20) int *, AS(19) int *, AS(18) int *,
                     AS(4) int *, AS(20) int **, AS(0) int *);

// Lists in which components recur, some of them qualified by address space and cv together.
typedef float float4 __attribute__((ext_vector_type(4)));
typedef float4 A;
typedef const float4 *B;
typedef AS(1) float4 *C;
typedef AS(1) const float4 *D;
typedef AS(4) const volatile A *AS(1) const *E;
typedef AS(4) volatile _Atomic(int) *F;
typedef AS(4) const D *G;
#define EACH(M, ...) M(A, __VA_ARGS__) M(B, __VA_ARGS__) M(C, __VA_ARGS__) M(D, __VA_ARGS__) M(E, __VA_ARGS__) M(F, __VA_ARGS__) M(G, __VA_ARGS__)
#define LISTS(X) EACH(PAIR, X)
#define PAIR(Y, X) TRIPLE(A, Y, X) TRIPLE(B, Y, X) TRIPLE(C, Y, X) TRIPLE(D, Y, X) TRIPLE(E, Y, X) TRIPLE(F, Y, X) TRIPLE(G, Y, X)
#define TRIPLE(Z, Y, X) void OVERLOAD list(X, Y, Z);
LISTS(A) LISTS(B) LISTS(C) LISTS(D) LISTS(E) LISTS(F) LISTS(G)
#undef TRIPLE
#define TRIPLE(Z, Y, X) list((X)0, (Y)0, (Z)0);

void use(void) {
  LISTS(A) LISTS(B) LISTS(C) LISTS(D) LISTS(E) LISTS(F) LISTS(G)
  half4 h; bfloat4 b;
  blocks(0, 0, 0, 0, 0); restricts(0, 0, 0); scalars(0, h, 0, b, 0, 0, 0, 0, 0); atomics(0, 0, 0, 0); outer(0, 0); inner(0, 0, 0);
  functions(0, 0, 0); spaces(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
