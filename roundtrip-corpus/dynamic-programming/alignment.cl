// Sequence comparison by dynamic programming in local memory, one pair per
// work-group, an anti-diagonal at a time: Levenshtein distance with three
// rolling diagonals, and Needleman-Wunsch with its moves kept, packed, for
// the trace back.
#define MAX_LEN 48

typedef struct {
    ushort a_at, a_len, b_at, b_len;
} pair_t;

static int min3(int a, int b, int c)
{
    return min(a, min(b, c));
}

__kernel void levenshtein(__global const uchar *text, __global const pair_t *pairs,
                          __global int *out)
{
    __local int diag[3][MAX_LEN + 1];
    const pair_t p = pairs[get_group_id(0)];
    __global const uchar *a = text + p.a_at, *b = text + p.b_at;
    const int m = p.a_len, n = p.b_len, lid = get_local_id(0);

    for (int d = 0; d <= m + n; ++d) {
        __local int *now = diag[d % 3], *last = diag[(d + 2) % 3], *before = diag[(d + 1) % 3];
        // Cell i of diagonal d is row i, column d - i.
        for (int i = lid; i <= m; i += get_local_size(0)) {
            const int j = d - i;
            if (j < 0 || j > n)
                continue;
            if (i == 0 || j == 0)
                now[i] = i + j;
            else
                now[i] = min3(last[i - 1] + 1, last[i] + 1, before[i - 1] + (a[i - 1] != b[j - 1]));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        out[get_group_id(0)] = diag[(m + n) % 3][m];
}

// Scores: +2 for a match, -1 for a mismatch, -2 for a gap. The moves are packed
// two bits each.
enum { DIAGONAL = 0, UP = 1, LEFT = 2 };

static void set_move(__local uint *moves, int cell, uint move)
{
    atomic_or(&moves[cell / 16], move << (cell % 16 * 2));
}

static uint get_move(__local const uint *moves, int cell)
{
    return (moves[cell / 16] >> (cell % 16 * 2)) & 3u;
}

__kernel void needleman_wunsch(__global const uchar *text, __global const pair_t *pairs,
                               __global int *score, __global uchar *script,
                               __local int *table, __local uint *moves)
{
    const pair_t p = pairs[get_group_id(0)];
    __global const uchar *a = text + p.a_at, *b = text + p.b_at;
    const int m = p.a_len, n = p.b_len, lid = get_local_id(0), size = get_local_size(0);
    const int pitch = n + 1, cells = (m + 1) * pitch;
    for (int k = lid; k < (cells + 15) / 16; k += size)
        moves[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int d = 0; d <= m + n; ++d) {
        for (int i = max(0, d - n) + lid; i <= min(d, m); i += size) {
            const int j = d - i, cell = i * pitch + j;
            int best = 0;
            uint move = DIAGONAL;
            if (i == 0 || j == 0) {
                best = -2 * d;
                move = i ? UP : LEFT;
            } else {
                best = table[cell - pitch - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
                const int up = table[cell - pitch] - 2, left = table[cell - 1] - 2;
                if (up > best) {
                    best = up;
                    move = UP;
                }
                if (left > best) {
                    best = left;
                    move = LEFT;
                }
            }
            table[cell] = best;
            set_move(moves, cell, move);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    // Back from the corner: the edit script in reverse, padded with '.'.
    if (lid == 0) {
        __global uchar *s = script + get_group_id(0) * 2 * MAX_LEN;
        score[get_group_id(0)] = table[cells - 1];
        int i = m, j = n, k = 0;
        while (i > 0 || j > 0) {
            switch (get_move(moves, i * pitch + j)) {
            case UP:
                --i;
                s[k++] = 'D';
                break;
            case LEFT:
                --j;
                s[k++] = 'I';
                break;
            default:
                --i;
                --j;
                s[k++] = a[i] == b[j] ? 'M' : 'S';
            }
        }
        while (k < 2 * MAX_LEN)
            s[k++] = '.';
    }
}
