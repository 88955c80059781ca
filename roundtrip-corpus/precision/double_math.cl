// Double precision: elementary functions, compensated sums, root finding,
// and taking numbers apart.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define FUNCTIONS 12

kernel void elementary(global const double *x, global const double *y,
                       global double *out) {
  const size_t i = get_global_id(0);
  const double a = x[i], b = y[i];
  global double *o = out + i * FUNCTIONS;
  double cosine;
  o[0] = sincos(a, &cosine);
  o[1] = cosine;
  o[2] = exp(a);
  o[3] = log(b);
  o[4] = pow(b, a);
  o[5] = atan2(a, b);
  o[6] = hypot(a, b);
  o[7] = cbrt(a);
  o[8] = tanh(a);
  o[9] = log1p(b);
  o[10] = sqrt(b);
  o[11] = fma(a, b, -a);
}

typedef struct {
  double sum, lost;
} Compensated;

// Neumaier's variant of Kahan's sum; must not be reassociated or contracted.
static Compensated add(Compensated s, double x) {
  const double sum = s.sum + x;
  s.lost += fabs(s.sum) >= fabs(x) ? (s.sum - sum) + x : (x - sum) + s.sum;
  s.sum = sum;
  return s;
}

kernel void compensated_sums(global const double *x, global double *sums, int run) {
  const size_t i = get_global_id(0);
  Compensated s = {0.0, 0.0};
  for (int k = 0; k < run; ++k)
    s = add(s, x[i * run + k]);
  sums[i] = s.sum + s.lost;
}

static double cubic(double4 c, double x) {
  return fma(fma(fma(c.w, x, c.z), x, c.y), x, c.x);
}

// The root of a rising cubic between -bound and bound, by bisection down to
// neighbouring doubles.
kernel void bisect(global const double4 *cubics, global double *roots, double bound) {
  const size_t i = get_global_id(0);
  double low = -bound, high = bound;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high)
      break;
    if (cubic(cubics[i], middle) < 0.0)
      low = middle;
    else
      high = middle;
  }
  roots[i] = high;
}

// Everything here is exact.
kernel void parts(global const double *x, global double *mantissas,
                  global int *exponents, global double *fractions,
                  global double *wholes, global double *rebuilt,
                  global ulong *bits, global long *rounded) {
  const size_t i = get_global_id(0);
  int exponent;
  double whole;
  mantissas[i] = frexp(x[i], &exponent);
  exponents[i] = exponent;
  fractions[i] = modf(x[i], &whole);
  wholes[i] = whole;
  rebuilt[i] = ldexp(mantissas[i], exponent + 1) + copysign(0.0, x[i]);
  bits[i] = as_ulong(x[i]) ^ (as_ulong(nextafter(x[i], (double)INFINITY)) << 1);
  rounded[i] = convert_long_sat_rte(x[i]);
}
