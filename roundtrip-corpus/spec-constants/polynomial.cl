// A polynomial whose degree and coefficients are specialization constants, at their default values.

int __attribute__((overloadable)) __spirv_SpecConstant(int id, int value);
float __attribute__((overloadable)) __spirv_SpecConstant(int id, float value);

kernel void evaluate(global const float *in, global float *out)
{
    size_t i = get_global_id(0);
    int degree = __spirv_SpecConstant(1, 4);
    float lead = __spirv_SpecConstant(2, 0.5f);
    float sum = lead;
    for (int power = degree; power > 0; --power)
        sum = fma(sum, in[i], (float)power);
    out[i] = sum;
}
