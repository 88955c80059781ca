// A stack machine for small integer programs. Every work-item runs the same
// code on an input of its own, until it halts, fails or runs out of fuel.

#define STACK 16
#define REGISTERS 8

enum Status { HALTED, BAD_OPCODE, STACK_FAULT, DIVIDED_BY_ZERO, OUT_OF_FUEL };

typedef struct {
  int stack[STACK];
  int registers[REGISTERS];
  int depth;
  int pc;
} Machine;

typedef struct {
  int result;
  int status;
  int steps;
} Outcome;

// How many values each opcode takes from the stack and puts on it.
constant char taken[52] = {0, 0, 1, 1, 2, 2, 3, 0, 1, 2, 2, 2, 2, 2, 1, 1, 2, 2,
                           2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2,
                           2, 2, 2, 2, 2, 2, 3, 3, 3, 0, 1, 1, 2, 2, 0, 2};
constant char given[52] = {0, 1, 0, 2, 2, 3, 3, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                           1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1};

static int run(Machine *m, global const int *code, int length, int *steps, int fuel) {
  while (*steps < fuel) {
    if (m->pc < 0 || m->pc >= length)
      return BAD_OPCODE;
    const int word = code[m->pc++], op = word & 0xff, operand = word >> 8;
    ++*steps;
    if (op >= 52)
      return BAD_OPCODE;
    if (m->depth < taken[op] || m->depth - taken[op] + given[op] > STACK)
      return STACK_FAULT;

    int *top = m->stack + m->depth; // just above the topmost value
    const int c = taken[op] > 0 ? top[-1] : 0;
    const int b = taken[op] > 1 ? top[-2] : 0;
    const int a = taken[op] > 2 ? top[-3] : 0;
    int *r = top - taken[op]; // where results go
    m->depth += given[op] - taken[op];

    switch (op) {
    case 0: return HALTED;
    case 1: r[0] = operand; break;
    case 2: break;
    case 3: r[1] = c; break;
    case 4: r[0] = c; r[1] = b; break;
    case 5: r[2] = b; break;
    case 6: r[0] = b; r[1] = c; r[2] = a; break;
    case 7: r[0] = m->registers[operand & (REGISTERS - 1)]; break;
    case 8: m->registers[operand & (REGISTERS - 1)] = c; break;
    case 9: r[0] = (int)((uint)b + (uint)c); break;
    case 10: r[0] = (int)((uint)b - (uint)c); break;
    case 11: r[0] = (int)((uint)b * (uint)c); break;
    case 12:
    case 13:
      if (c == 0)
        return DIVIDED_BY_ZERO;
      if (b == INT_MIN && c == -1)
        r[0] = op == 12 ? INT_MIN : 0;
      else
        r[0] = op == 12 ? b / c : b % c;
      break;
    case 14: r[0] = (int)(0u - (uint)c); break;
    case 15: r[0] = ~c; break;
    case 16: r[0] = b & c; break;
    case 17: r[0] = b | c; break;
    case 18: r[0] = b ^ c; break;
    case 19: r[0] = !c; break;
    case 20: r[0] = (int)((uint)b << (c & 31)); break;
    case 21: r[0] = b >> (c & 31); break;
    case 22: r[0] = (int)((uint)b >> (c & 31)); break;
    case 23: r[0] = (int)rotate((uint)b, (uint)c); break;
    case 24: r[0] = b == c; break;
    case 25: r[0] = b != c; break;
    case 26: r[0] = b < c; break;
    case 27: r[0] = b <= c; break;
    case 28: r[0] = (uint)b < (uint)c; break;
    case 29: r[0] = (uint)b <= (uint)c; break;
    case 30: r[0] = min(b, c); break;
    case 31: r[0] = max(b, c); break;
    case 32: r[0] = popcount(c); break;
    case 33: r[0] = clz(c); break;
    case 34: r[0] = (int)abs(c); break;
    case 35: r[0] = (int)abs_diff(b, c); break;
    case 36: r[0] = add_sat(b, c); break;
    case 37: r[0] = sub_sat(b, c); break;
    case 38: r[0] = mul_hi(b, c); break;
    case 39: r[0] = (int)mul_hi((uint)b, (uint)c); break;
    case 40: r[0] = hadd(b, c); break;
    case 41: r[0] = rhadd(b, c); break;
    case 42: r[0] = clamp(a, min(b, c), max(b, c)); break;
    case 43: r[0] = a ? b : c; break;
    case 44: r[0] = bitselect(a, b, c); break;
    case 45: m->pc = operand; break;
    case 46: if (c == 0) m->pc = operand; break;
    case 47: if (c != 0) m->pc = operand; break;
    case 48: if (b < c) m->pc = operand; break;
    case 49: if (b == c) m->pc = operand; break;
    case 50: { // count register 0 down; jump while it is not zero
      if (--m->registers[0] != 0)
        m->pc = operand;
      break;
    }
    case 51: r[0] = (int)upsample((short)b, (ushort)c); break;
    }
  }
  return OUT_OF_FUEL;
}

kernel void execute(global const int *code, int length, global const int *inputs,
                    global Outcome *outcomes, int fuel) {
  const size_t i = get_global_id(0);
  Machine m;
  for (int k = 0; k < STACK; ++k)
    m.stack[k] = 0;
  for (int k = 0; k < REGISTERS; ++k)
    m.registers[k] = 0;
  m.depth = 1;
  m.pc = 0;
  m.stack[0] = inputs[i];

  Outcome out = {0, 0, 0};
  out.status = run(&m, code, length, &out.steps, fuel);
  out.result = m.depth > 0 ? m.stack[m.depth - 1] : 0;
  outcomes[i] = out;
}
