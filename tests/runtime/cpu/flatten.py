"""LLVM IR for a device to LLVM IR for x86: one address space, handles as pointers, and for each kernel a function that
takes its arguments from memory. Text to text: whatever else the program does stays as it is."""

import re

TRIPLES = {32: "x86_64-unknown-linux-gnux32", 64: "x86_64-unknown-linux-gnu"}
LAYOUTS = {
    32: "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    64: "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
}
TYPE = r"(?:ptr|void|half|float|double|i\d+|<\d+ x [a-z]\w*>|%\"[^\"]+\"|%[\w.$-]+|\[[^\]]*\]|\{[^}]*\})"


def flatten(text, bits):
    """The module with one address space."""
    text = re.sub(r'^target triple.*$', f'target triple = "{TRIPLES[bits]}"', text, flags=re.M)
    text = re.sub(r'^target datalayout.*$', f'target datalayout = "{LAYOUTS[bits]}"', text, flags=re.M)
    text = re.sub(r'target\("spirv\.[^)]*\)', "ptr", text)
    # Variables in local memory are known by their section.
    text = re.sub(r"^(@.*addrspace\(3\) .*?)(, align \d+)?((?:, !.*)?)$",
                  r'\1, section "local_memory"\2\3', text, flags=re.M)
    text = re.sub(r" addrspace\(\d+\)", "", text)
    text = re.sub(r"\baddrspacecast\b", "bitcast", text)
    text = re.sub(r"\bspir_(func|kernel) ", "", text)
    # Small integers are extended by who uses them: a builtin's object is not told what its callers did.
    text = re.sub(r"\b(signext|zeroext) ", "", text)
    text = re.sub(r"(@llvm\.[\w.]*?)((?:\.p[0-4])+)\b", lambda m: m[1] + re.sub("[1-4]", "0", m[2]), text)
    return without_repeats(text)


def without_repeats(text):
    """What differed by address spaces only is declared once."""
    seen, lines = set(), []
    for line in text.split("\n"):
        if line.startswith("declare "):
            name = re.search(r"@[^(]+", line)[0]
            if name in seen:
                continue
            seen.add(name)
        lines.append(line)
    return "\n".join(lines)


def declarations(text):
    """The functions that a module declares and nobody else has: (name, result, parameters)."""
    found = []
    for match in re.finditer(rf'^declare (?:[a-z_]+ )*?({TYPE}) @"?([\w.$]+)"?\((.*)\)', text, flags=re.M):
        if not match[2].startswith("llvm."):
            found.append((match[2], match[1], [parameter_type(p) for p in parameters(match[3])]))
    return found


def parameters(text):
    """A list of parameters, cut at its commas."""
    parts, depth = [""], 0
    for c in text:
        if c == ")" and depth == 0:
            break
        depth += (c in "<{([") - (c in ">})]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip() not in ("", "...")]


def parameter_type(text):
    return re.match(TYPE, text)[0]


def kernels(text):
    """The kernels of a module for a device: names and parameters."""
    return re.findall(r'^define [^@\n]*\bspir_kernel void @"?([\w.$]+)"?\((.*)', text, flags=re.M)


def wrappers(text):
    """For each kernel `run.NAME(ptr)`, which gets a pointer to pointers to the arguments."""
    made = []
    for name, rest in kernels(text):
        lines, arguments = [], []
        for i, parameter in enumerate(parameters(flatten(rest, 32))):
            ty = parameter_type(parameter)
            lines.append(f"%s{i} = getelementptr ptr, ptr %args, i32 {i}\n%p{i} = load ptr, ptr %s{i}")
            if by_value := re.search(r"byval\((.*?)\)( align \d+)?", parameter):
                arguments.append(f"ptr {by_value[0]} %p{i}")
            else:
                lines.append(f"%v{i} = load {ty}, ptr %p{i}, align 1")
                arguments.append(f"{ty} %v{i}")
        body = "\n".join(lines)
        made.append(f'define void @"run.{name}"(ptr %args) {{\n{body}\ncall void @"{name}"({", ".join(arguments)})\nret void\n}}\n')
    return "".join(made)


def stubs(text, bits):
    """Definitions of the builtins that take or give an `ndrange_t` by value, which is no type of C's."""
    size, made = f"i{bits}", []
    for match in re.finditer(r"^declare [^@]*(%[\w.]+) @(_Z\d+__spirv_BuildNDRange_1D[jm]{3})\(", text, flags=re.M):
        lines = [f"%a = insertvalue {match[1]} zeroinitializer, i32 1, 0"]
        for field, value in enumerate("abc", 1):
            lines.append(f"%{chr(97 + field)} = insertvalue {match[1]} %{value}, {size} %{field - 1}, {field}, 0")
        head = f"define {match[1]} @{match[2]}({size} %0, {size} %1, {size} %2)"
        made.append((match[2], head, lines + [f"ret {match[1]} %d"]))
    for match in re.finditer(r"^declare [^@]*@(_Z\d+__spirv_EnqueueKernel\w+)\((.*)\)", text, flags=re.M):
        types = [parameter_type(p) for p in parameters(match[2])]
        locals_ = len(types) - 10
        lines = [f"%range = alloca {types[2]}", f"store {types[2]} %2, ptr %range"]
        lines.append(f"%sizes = alloca [4 x {size}]")
        for i in range(locals_):
            lines += [f"%w{i} = zext i32 %{10 + i} to i64", f"%z{i} = trunc i64 %w{i} to i32"]
            lines += [f"%s{i} = getelementptr {size}, ptr %sizes, i32 {i}",
                      f"store {size} %{'z' if bits == 32 else 'w'}{i}, ptr %s{i}"]
        arguments = f"ptr %range, ptr %5, ptr %6, ptr %7, i32 %8, i32 {locals_}, ptr %sizes"
        lines += [f"%r = call i32 @rt_enqueue({arguments})", "ret i32 %r"]
        arguments = ", ".join(f"{ty} %{i}" for i, ty in enumerate(types))
        made.append((match[1], f"define i32 @{match[1]}({arguments})", lines))
    for name, head, lines in made:
        text = re.sub(rf"^declare [^@]*@{name}\(.*$", "", text, flags=re.M) + head + " {\n" + "\n".join(lines) + "\n}\n"
    if "@rt_enqueue(" in text:
        text += "declare i32 @rt_enqueue(ptr, ptr, ptr, ptr, i32, i32, ptr)\n"
    return text


def definitions(text):
    """The functions that a module defines, also in its assembly."""
    return re.findall(r'^define .*?@"?([\w.$]+)"?\(', text, flags=re.M) + re.findall(r'\.globl (\w+)', text)
