void saxpy(float a, const float *x, float *y, int n) {
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
int sum(const int *x, int n) {
  int total = 0;
#pragma omp target map(tofrom: total)
  { for (int i = 0; i < n; i++) total += x[i]; }
  return total;
}
