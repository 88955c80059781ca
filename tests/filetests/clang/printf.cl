// RUN: spir64 O1 forward
kernel void hello(int a) {
    printf("%d\n", a);
}
