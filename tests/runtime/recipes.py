"""How a program's LLVM IR is made: by clang alone, or by clang's front end and LLVM's `opt` with what a recipe says.

The targets of SPIR-V tell LLVM's vectorisers of no vector registers, so that they do next to nothing at -O3. The recipes
tell them of those of an x86 processor, or to disregard what it costs; others run passes that clang does not. What comes
out is IR for the target that it was made for, such as a driver's or a library's own pipeline would give.
"""

import re

from commands import command

HOST = {32: "i386-linux-gnu", 64: "x86_64-linux-gnu"}
SLP = ["-slp-threshold=-100", "-slp-min-reg-size=16", "-slp-max-reg-size=1024", "-slp-vectorize-non-power-of-2"]
MASKED = ["-prefer-predicate-over-epilogue=predicate-dont-vectorize", "-enable-masked-interleaved-mem-accesses",
          "-enable-interleaved-mem-accesses"]


def as_host(cpu):
    return ["-mtriple={host}", f"-mcpu={cpu}"]


# What the vectorisers make where they are let loose.
VECTORISERS = {
    # Straight-line code, into vectors of any length and i2 to i16 of comparisons.
    "slp": SLP,
    # That, and loops: 8 wide, twice, with masks for what is left over, with gathers and scatters.
    "masks": as_host("skylake-avx512") + SLP + MASKED + ["-force-vector-width=8", "-force-vector-interleave=2"],
    # Loops three wide, vectors of vectors.
    "illegal": as_host("skylake-avx512") + ["-force-vector-width=3", "-slp-threshold=-50", "-slp-revec"],
}


FOLD_BRANCHES = ("simplifycfg<bonus-inst-threshold=8;forward-switch-cond;switch-range-to-icmp;switch-to-arithmetic;"
                 "switch-to-lookup;hoist-common-insts;sink-common-insts;speculate-unpredictables>")
# Passes that clang's pipelines do not have, or not there: the passes, and flags.
PIPELINES = {
    # Arithmetic, comparisons, branches.
    "scalars": (
        "default<{level}>,function(aggressive-instcombine,constraint-elimination,newgvn,gvn-hoist,gvn-sink,slsr,"
        "separate-const-offset-from-gep<lower-gep>,nary-reassociate,consthoist,dfa-jump-threading,jump-threading,"
        "callsite-splitting,speculative-execution,float2int,tailcallelim,sink,mergeicmps,mldst-motion,"
        + FOLD_BRANCHES + ")", as_host("x86-64-v3")),
    # Nothing is inlined: arguments promoted and dropped, functions specialised, merged, split, taken out of others.
    # (Not `attributor`: what LLVM 22 makes of bits/space_filling with it computes something else before any translation.)
    "functions": (
        "default<{level}>,cgscc(argpromotion),ipsccp<func-spec>,deadargelim,mergefunc,hotcoldsplit,"
        "partial-inliner,loop-extract,iroutliner,globalsplit,called-value-propagation,"
        "function(sroa,instcombine<no-verify-fixpoint>,simplifycfg)",
        ["-inline-threshold=-1000", "-force-specialization", "-funcspec-min-function-size=1",
         "-ir-sim-calls-by-name"]),
    # Control flow in other shapes.
    "control": (
        "default<{level}>,function(lower-switch,fix-irreducible,unify-loop-exits,structurizecfg,mergereturn,"
        "break-crit-edges)", []),
    # Loops flattened, interchanged, jammed, fused, split, versioned, unrolled by three.
    "loops": (
        "default<O1>,function(loop-simplify,lcssa,loop(loop-flatten,loop-interchange,loop-unroll-and-jam),loop-fusion,"
        "loop-distribute,loop-versioning,loop-load-elim,loop-mssa(loop-versioning-licm,simple-loop-unswitch<nontrivial>),"
        "loop(loop-predication,loop-bound-split,indvars,loop-idiom-vectorize,loop-reduce,loop-term-fold,canon-freeze),"
        "irce,loop-data-prefetch,loop-unroll<O3;partial;runtime;upperbound>,instcombine<no-verify-fixpoint>)",
        as_host("x86-64-v3") + ["-enable-unroll-and-jam", "-allow-unroll-and-jam", "-unroll-runtime", "-unroll-count=3"]),
    # Neighbouring accesses joined, then every value through memory.
    "memory": (
        "default<{level}>,function(load-store-vectorizer,vector-combine,interleaved-load-combine,reg2mem)",
        as_host("skylake-avx512")),
    # No vectors, or only short ones of wide elements.
    "scalarised": (
        "default<{level}>,function(scalarizer<load-store;variable-insert-extract>,expand-reductions)",
        as_host("x86-64-v3")),
    "narrow": (
        "default<{level}>,function(scalarizer<load-store;min-bits=32>,instcombine<no-verify-fixpoint>,bdce,"
        "correlated-propagation)", []),
    # Values taken apart, and nothing else.
    "raw": ("function(sroa,early-cse,sroa,memcpyopt,dse)", []),
    # As LLVM's own backend for SPIR-V sees the target: address spaces are inferred.
    "spirv": (
        "default<{level}>,function(infer-address-spaces,instcombine<no-verify-fixpoint>,sroa,gvn)",
        ["-mtriple={spirv}"]),
    # Targets with longer vectors, or interleaved ones.
    "hexagon": ("default<{level}>", ["-mtriple=hexagon-unknown-elf", "-mcpu=hexagonv68", "-hexagon-autohvx",
                                     "-mattr=+hvx,+hvx-length128b", "-slp-threshold=-20", "-force-vector-interleave=2"]),
    "aarch64": ("default<{level}>", ["-mtriple=aarch64-linux-gnu", "-mcpu=cortex-a76", "-slp-threshold=-20",
                                     "-force-vector-interleave=4"]),
    # For size, over the whole program.
    "small": ("default<Oz>,module-inline,mergefunc", as_host("x86-64-v3")),
    "whole": ("lto-pre-link<{level}>,lto<{level}>", []),
}


class Recipe:
    """Passes, with `{level}` where the level goes, and flags."""

    def __init__(self, passes, flags):
        self.passes, self.flags = passes, flags

    def words(self, level, bits):
        words = ["-passes=" + self.passes.replace("{level}", level), *self.flags]
        return [word.replace("{host}", HOST[bits]).replace("{spirv}", f"spirv{bits}-unknown-unknown") for word in words]


RECIPES = {name: Recipe("default<{level}>", flags) for name, flags in VECTORISERS.items()}
RECIPES |= {name: Recipe(*both) for name, both in PIPELINES.items()}


def bits_of(target):
    return 64 if target.endswith("64") else 32


class IrMaker:
    """Makes LLVM IR of a program, in files of a folder."""

    def __init__(self, clang, source, options, folder):
        self.clang, self.source, self.options, self.folder = clang, source, options, folder
        self.fronts = {}

    def words(self, target, level):
        return [self.clang, "-target", target, *self.options, f"-{level}", "-Xclang", "-finclude-default-header"]

    def front(self, target, level):
        """What the front end makes, before any pass: the same for each recipe. Assembly, and warnings."""
        if (target, level) not in self.fronts:
            path = self.folder / f"{target}-{level}.plain.ll"
            warnings = command(*self.words(target, level), "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-S",
                               self.source, "-o", path)
            self.fronts[target, level] = path, warnings
        return self.fronts[target, level]

    def make(self, target, level, recipe):
        """Bitcode, or assembly if a recipe made it; and what clang warns of."""
        out = self.folder / f"{target}-{level}"
        if not recipe:
            path = out.with_name(out.name + ".bc")
            return path, command(*self.words(target, level), "-emit-llvm", "-c", self.source, "-o", path)
        plain, warnings = self.front(target, level)
        path = out.with_name(f"{out.name}+{recipe}.ll")
        opt = self.clang.replace("clang", "opt")
        command(opt, *RECIPES[recipe].words(level, bits_of(target)), "-pass-remarks=^$", "-S", plain, "-o", path)
        # As it was made for another target, it says so.
        made, before = path.read_text(), plain.read_text()
        for key in ("target triple", "target datalayout"):
            line = re.search(f"^{key} = .*$", before, flags=re.M)[0]
            made = re.sub(f"^{key} = .*$", lambda _: line, made, flags=re.M)
        path.write_text(made)
        return path, warnings
