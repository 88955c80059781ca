"""From LLVM IR for a device to x86 executables.

A program is linked of three objects: what it is itself, the builtins that it declares, and the core. Those are kept in a
folder, by what they are made of, for all programs: most programs need no more than their own code compiled.
"""

import hashlib
import os
import pathlib

import flatten
import opencl_builtins
from commands import command

HERE = pathlib.Path(__file__).resolve().parent
MARCH = "x86-64-v3"
# What the code may ask of the host's libm; `host_NAME` holds the address.
LIBM = """sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p cbrt erf
erfc lgamma tgamma logb atan2 pow hypot fmod remainder ldexp frexp lgamma_r nextafter nextafterf fmodf sinf cosf
expf logf powf""".split()
OF_ALL = f"""#include "{HERE}/ops.clcpp"
#include "{HERE}/images.clcpp"
extern "C" size_t get_local_size(uint) __asm__("_Z14get_local_sizej");
extern "C" uint rt_fence(const void *);
"""


class Compiler:
    """Makes executables of IR; they are linked to where they will lie."""

    next_base = 0x10000000

    def __init__(self, bits, objects, clang):
        self.bits, self.objects, self.clang = bits, pathlib.Path(objects), clang
        self.target = flatten.TRIPLES[bits]
        self.objects.mkdir(parents=True, exist_ok=True)
        self.core, self.core_has = None, set()

    def tool(self, name):
        return name + (self.clang.removeprefix("clang") if self.clang.startswith("clang-") else "")

    def keep(self, name, end, make):
        """The file of a name; made if there is none yet, and put there in one step, as several processes may do so."""
        path = self.objects / (name + end)
        if not path.exists():
            made = self.objects / f"{name}.{os.getpid()}{end}"
            make(made)
            made.replace(path)
        return path

    def object(self, ir, out):
        command(self.tool("llc"), "-O1", "-mtriple=" + self.target, "-mcpu=" + MARCH, "-relocation-model=static",
                "-filetype=obj", "-o", out, ir)

    def read_core(self):
        """The core's object, and what it defines."""
        def compile_core(out):
            thunk = '__asm__(".globl {0}\\n{0}: jmpq *host_{0}\\n"); unsigned long long host_{0};\n'
            source = out.with_suffix(".c")
            source.write_text(f'#include "{HERE}/core.c"\n' + "".join(thunk.format(name) for name in LIBM))
            command(self.clang, "-target", self.target, "-O1", "-ffreestanding", "-fno-stack-protector", "-fno-pic",
                    "-march=" + MARCH, "-S", "-emit-llvm", "-Wno-parentheses", "-o", out, source)

        if not self.core:
            ir = self.keep(f"core{self.bits}", ".ll", compile_core)
            self.core = self.keep(f"core{self.bits}", ".o", lambda out: self.object(ir, out))
            self.core_has = set(flatten.definitions(ir.read_text()))
        return self.core, self.core_has

    def builtins(self, declared):
        """An object with the builtins that are declared."""
        def compile_builtins(out):
            source, ir = out.with_suffix(".clcpp"), out.with_suffix(".ll")
            source.write_text(text)
            command(self.clang, "-x", "clcpp", "-cl-std=clc++2021", "-cl-no-stdinc", "-O1", "-ffp-contract=off", "-w",
                    "-target", "spir" if self.bits == 32 else "spir64", "-S", "-emit-llvm", "-o", ir, source)
            flat = flatten.flatten(ir.read_text(), self.bits)
            for i in reversed(range(len(made))):
                flat = flat.replace(f"@builtin{i}(", f'@"{made[i].symbol}"(')
            ir.write_text(flat)
            self.object(ir, out)

        made = [opencl_builtins.Builtin(*one) for one in sorted(declared)]
        text = OF_ALL + "".join(one.definition(f"builtin{i}") for i, one in enumerate(made))
        named = text + "".join(one.symbol for one in made)
        return self.keep(f"builtins{self.bits}-{hashlib.sha256(named.encode()).hexdigest()}", ".o", compile_builtins)

    def executable(self, path):
        """An executable of a module for a device (assembly), made for a place of its own."""
        program = path.read_text()
        text = flatten.stubs(flatten.flatten(program, self.bits) + flatten.wrappers(program), self.bits)
        core, has = self.read_core()
        declared = [one for one in flatten.declarations(text) if one[0] not in has]
        flat, made, out = (path.with_name(path.name + end) for end in (".flat.ll", ".o", ".elf"))
        flat.write_text(text)
        self.object(flat, made)
        machine = "elf32_x86_64" if self.bits == 32 else "elf_x86_64"
        command(self.tool("ld.lld"), "-m", machine, "-static", "--no-pie", f"--image-base={self.place():#x}", "-e", "enter",
                "-z", "separate-loadable-segments", "-o", out, core, made, self.builtins(declared))
        return out

    @staticmethod
    def place():
        """Other low memory is from 0x40000000 on. A process keeps far fewer programs than there are places."""
        base = Compiler.next_base
        Compiler.next_base = base + 0x1000000 if base < 0x3E000000 else 0x10000000
        return base
