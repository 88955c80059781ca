// RUN: spir64 O0 forward
// options: none
int first(int *p) { return *p; }

kernel void generic_pointers(global int *g, local int *l) {
    int x = 1;
    *g = first(g) + first(l) + first(&x);
}
