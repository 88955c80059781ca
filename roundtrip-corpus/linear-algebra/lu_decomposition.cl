// LU decomposition with partial pivoting of a batch of small matrices, one
// work-group each, and the solution of A x = b from it.

#define N 24

typedef struct {
  float size;
  int row;
} Pivot;

static Pivot larger(Pivot a, Pivot b) {
  return b.size > a.size || (b.size == a.size && b.row < a.row) ? b : a;
}

// All N work-items take part; `lid` owns row `lid` of the matrix.
static int choose_pivot(local const float (*m)[N + 1], local Pivot *found, int k, int lid) {
  found[lid] = (Pivot){lid >= k ? fabs(m[lid][k]) : -1.0f, lid};
  barrier(CLK_LOCAL_MEM_FENCE);
  Pivot best = found[k];
  for (int i = k + 1; i < N; ++i)
    best = larger(best, found[i]);
  return best.row;
}

kernel __attribute__((reqd_work_group_size(N, 1, 1)))
void factorise(global float *matrices, global int *permutations, global int *singular) {
  local float m[N][N + 1];
  local Pivot found[N];
  const int lid = get_local_id(0), batch = get_group_id(0);
  global float *matrix = matrices + batch * N * N;
  global int *permutation = permutations + batch * N;

  for (int row = 0; row < N; ++row)
    m[row][lid] = matrix[row * N + lid];
  permutation[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

  for (int k = 0; k < N; ++k) {
    const int pivot = choose_pivot(m, found, k, lid);
    if (m[pivot][k] == 0.0f) { // the same in all work-items
      if (lid == 0)
        singular[batch] = 1;
      return;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (pivot != k) {
      const float kept = m[k][lid];
      m[k][lid] = m[pivot][lid];
      m[pivot][lid] = kept;
      if (lid == 0) {
        const int row = permutation[k];
        permutation[k] = permutation[pivot];
        permutation[pivot] = row;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid > k) {
      const float factor = m[lid][k] / m[k][k];
      m[lid][k] = factor;
      for (int j = k + 1; j < N; ++j)
        m[lid][j] -= factor * m[k][j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  for (int row = 0; row < N; ++row)
    matrix[row * N + lid] = m[row][lid];
  if (lid == 0)
    singular[batch] = 0;
}

// One system per work-item, by substitution in a private array.
kernel void solve(global const float *matrices, global const int *permutations,
                  global const float *b, global float *x) {
  const int batch = get_global_id(0);
  global const float *lu = matrices + batch * N * N;
  float y[N];
  for (int i = 0; i < N; ++i) {
    float sum = b[batch * N + permutations[batch * N + i]];
    for (int j = 0; j < i; ++j)
      sum -= lu[i * N + j] * y[j];
    y[i] = sum;
  }
  for (int i = N - 1; i >= 0; --i) {
    for (int j = i + 1; j < N; ++j)
      y[i] -= lu[i * N + j] * y[j];
    y[i] /= lu[i * N + i];
    x[batch * N + i] = y[i];
  }
}
