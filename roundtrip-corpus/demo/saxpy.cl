// y = a * x + y, the kernel that `make demo` shows.
kernel void saxpy(float a, global const float *restrict x, global float *restrict y, uint count) {
    size_t i = get_global_id(0);
    if (i < count)
        y[i] = fma(a, x[i], y[i]);
}
