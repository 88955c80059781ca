import numpy as np

from harness import In, Out, case

OUTCOME = np.dtype([("result", "i4"), ("status", "i4"), ("steps", "i4")])
HALTED, BAD_OPCODE, STACK_FAULT, DIVIDED_BY_ZERO, OUT_OF_FUEL = range(5)
STACK, INT_MIN, INT_MAX = 16, -(2**31), 2**31 - 1


def wrap(x):
    return (x + 2**31) % 2**32 - 2**31


def u(x):
    return x % 2**32


def quotient(b, c):
    return abs(b) // abs(c) * (1 if (b < 0) == (c < 0) else -1)


def saturate(x):
    return max(INT_MIN, min(INT_MAX, x))


# Opcodes that only compute: name -> (number, function of the values taken,
# deepest first). Several results come as a tuple.
PURE = {
    "drop": (2, lambda c: ()), "dup": (3, lambda c: (c, c)), "swap": (4, lambda b, c: (c, b)),
    "over": (5, lambda b, c: (b, c, b)), "rot": (6, lambda a, b, c: (b, c, a)),
    "add": (9, lambda b, c: b + c), "sub": (10, lambda b, c: b - c),
    "mul": (11, lambda b, c: b * c), "div": (12, quotient),
    "rem": (13, lambda b, c: b - c * quotient(b, c)), "neg": (14, lambda c: -c),
    "inv": (15, lambda c: ~c), "and": (16, lambda b, c: b & c), "or": (17, lambda b, c: b | c),
    "xor": (18, lambda b, c: b ^ c), "not": (19, lambda c: c == 0),
    "shl": (20, lambda b, c: b << c % 32), "sar": (21, lambda b, c: b >> c % 32),
    "shr": (22, lambda b, c: u(b) >> c % 32),
    "rotl": (23, lambda b, c: u(b) << c % 32 | u(b) >> (32 - c % 32)),
    "eq": (24, lambda b, c: b == c), "ne": (25, lambda b, c: b != c),
    "lt": (26, lambda b, c: b < c), "le": (27, lambda b, c: b <= c),
    "ltu": (28, lambda b, c: u(b) < u(c)), "leu": (29, lambda b, c: u(b) <= u(c)),
    "min": (30, lambda b, c: min(b, c)), "max": (31, lambda b, c: max(b, c)), "pop": (32, lambda c: u(c).bit_count()),
    "clz": (33, lambda c: 32 - u(c).bit_length()), "abs": (34, lambda c: abs(c)),
    "diff": (35, lambda b, c: abs(b - c)), "adds": (36, lambda b, c: saturate(b + c)),
    "subs": (37, lambda b, c: saturate(b - c)), "mulh": (38, lambda b, c: b * c >> 32),
    "mulhu": (39, lambda b, c: u(b) * u(c) >> 32), "hadd": (40, lambda b, c: b + c >> 1),
    "rhadd": (41, lambda b, c: b + c + 1 >> 1),
    "clamp": (42, lambda a, b, c: sorted([a, b, c])[1]),
    "sel": (43, lambda a, b, c: b if a else c),
    "bits": (44, lambda a, b, c: a & ~c | b & c),
    "up": (51, lambda b, c: (b & 0xFFFF) << 16 | c & 0xFFFF),
}
BY_NUMBER = {number: function for number, function in PURE.values()}
EFFECTS = {2: 0, 3: 2, 4: 2, 5: 3, 6: 3}  # values given, where not one
CONTROL = {"halt": 0, "push": 1, "load": 7, "store": 8, "jmp": 45, "jz": 46, "jnz": 47,
           "jlt": 48, "jeq": 49, "loop": 50}


def assemble(text):
    """Words of one program; `name:` is a label, `@name` refers to it."""
    labels, words = {}, []
    for token in text.split():
        if token.endswith(":"):
            labels[token[:-1]] = len(words)
        elif token.lstrip("-").isdigit() or token[0] == "@":
            words[-1] = (words[-1][0], token)
        else:
            words.append((PURE[token][0] if token in PURE else CONTROL[token], "0"))
    return np.array([op | (labels[x[1:]] if x[0] == "@" else int(x)) << 8 for op, x in words],
                    np.int32)


def interpret(code, value, fuel):
    stack, registers, pc = [value], [0] * 8, 0
    for step in range(fuel):
        if not 0 <= pc < len(code):
            return stack, BAD_OPCODE, step
        op, operand = int(code[pc]) & 0xFF, int(code[pc]) >> 8
        pc, count = pc + 1, step + 1
        if op in BY_NUMBER:
            takes = BY_NUMBER[op].__code__.co_argcount
            if len(stack) < takes:
                return stack, STACK_FAULT, count
            values = stack[len(stack) - takes:]
            if op in (12, 13) and values[1] == 0:
                # The device has taken two and given one, left as it was.
                return stack[:-1], DIVIDED_BY_ZERO, count
            result = BY_NUMBER[op](*values)
            result = result if isinstance(result, tuple) else (result,)
            after = stack[:len(stack) - takes] + [wrap(int(x)) for x in result]
            if len(after) > STACK:
                return stack, STACK_FAULT, count
            stack = after
        elif op == 0:
            return stack, HALTED, count
        elif op in (1, 7):
            if len(stack) == STACK:
                return stack, STACK_FAULT, count
            stack = stack + [operand if op == 1 else registers[operand & 7]]
        elif op == 45:
            pc = operand
        elif op == 50:
            registers[0] = wrap(registers[0] - 1)
            pc = operand if registers[0] else pc
        elif op in (8, 46, 47, 48, 49):
            takes = 2 if op in (48, 49) else 1
            if len(stack) < takes:
                return stack, STACK_FAULT, count
            *stack, c = stack
            if takes == 2:
                *stack, b = stack
            if op == 8:
                registers[operand & 7] = c
            elif {46: c == 0, 47: c != 0, 48: takes == 2 and b < c, 49: takes == 2 and b == c}[op]:
                pc = operand
        else:
            return stack, BAD_OPCODE, count
    return stack, OUT_OF_FUEL, fuel


COLLATZ = """
    store 1  push 0 store 2
again: load 1 push 1 jeq @done  load 2 push 1 add store 2
    load 1 push 1 and jz @even  load 1 push 3 mul push 1 add store 1  jmp @again
even: load 1 push 1 sar store 1  jmp @again
done: load 2 halt
"""
FACTORIAL = "dup store 0 push 1 swap drop  turn: load 0 mul loop @turn halt"
COUNT = """
    push 1 or abs push 9 and store 1
up: load 1 push 1 add dup store 1 push 20 jlt @up2 load 1 halt
up2: load 1 push 3 le load 1 push -1 leu eq jnz @up load 1 push 2 mul store 1 jmp @up
"""
GCD = "push 840 next: dup jz @done swap over rem jmp @next done: drop halt"
FOREVER = "again: push 1 add jmp @again"
OVERFLOW = "again: dup jmp @again"
DIVIDE = "push 1000 swap div halt"
BITS = """
    dup pop swap dup clz rot add swap dup neg rotl push 77 mulh xor
    dup push 12345 mulhu over hadd swap push 99 rhadd sub abs push -7 diff
    push 65537 up inv dup push 3 shl swap push 5 shr or halt
"""


def cases(rng):
    operations = sorted(BY_NUMBER)
    programs = {"collatz": (COLLATZ, 1), "factorial": (FACTORIAL, 1), "gcd": (GCD, 1),
                "forever": (FOREVER, 0), "overflow": (OVERFLOW, 0), "divide": (DIVIDE, -8),
                "bits": (BITS, None), "count": (COUNT, -16)}
    for name, (text, start) in programs.items():
        inputs = (rng.integers(INT_MIN, INT_MAX, 32, dtype=np.int32) if start is None
                  else np.arange(start, start + 32, dtype=np.int32))
        yield one(name, assemble(text), inputs)
    for number in range(6):
        # Straight-line programs of random opcodes; divisors are made nonzero,
        # and the stack is kept deep enough for any opcode.
        words, depth = [], 1
        for op in rng.choice(operations, 60):
            while depth < 5:
                words.append(CONTROL["push"] | int(rng.integers(-(2**23), 2**23)) << 8)
                depth += 1
            if op in (12, 13):
                words += [CONTROL["push"] | 1 << 8, PURE["or"][0]]
            words.append(int(op))
            depth += EFFECTS.get(int(op), 1) - BY_NUMBER[op].__code__.co_argcount
            if depth > 12:
                words.append(PURE["drop"][0])
                depth -= 1
        code = np.array(words + [CONTROL["halt"]], np.int32)
        yield one(f"random {number}", code, rng.integers(INT_MIN, INT_MAX, 32, dtype=np.int32))
    yield one("bad opcode", np.array([200], np.int32), np.arange(4, dtype=np.int32))


def one(name, code, inputs, fuel=1500):
    want = np.zeros(len(inputs), OUTCOME)
    for i, value in enumerate(inputs):
        stack, status, steps = interpret(code, int(value), fuel)
        want[i] = (stack[-1] if stack else 0, status, steps)

    def check(found):
        for i in range(len(inputs)):
            # What a failing machine leaves on its stack is of no interest.
            fields = OUTCOME.names if want[i]["status"] in (HALTED, OUT_OF_FUEL) else OUTCOME.names[1:]
            for field in fields:
                if found[i][field] != want[i][field]:
                    return f"input {inputs[i]}: {found[i]}, not {want[i]}"
        return None

    return case(name=name, kernel="execute", global_size=(len(inputs),),
                args=[In(code), np.int32(len(code)), In(inputs), Out(OUTCOME, len(inputs)),
                      np.int32(fuel)], expect={3: check})
