// y = a * x + y
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void saxpy(float a, global const float *x, global float *y, uint count)
{
    size_t i = get_global_id(0);
    if (i < count)
        y[i] = a * x[i] + y[i];
}
