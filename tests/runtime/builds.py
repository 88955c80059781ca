"""What is checked of each program: from which target, level, recipe and extensions its SPIR-V is made."""

import typing

from recipes import VECTORISERS

OPT_LEVELS = ["O0", "O1", "O2", "O3", "Os"]
DEFAULT_STD = "-cl-std=CL3.0"
# What a translation may use: nothing, everything, and everything but what Intel's runtime refuses to read.
NONE, ALL, READABLE = "", "+all", "+all,-SPV_KHR_poison_freeze,-SPV_KHR_fma"
SUFFIXES = {NONE: "", ALL: "-all", READABLE: "-readable"}


class Build(typing.NamedTuple):
    """How SPIR-V is made of a program."""

    target: str
    opt: str
    recipe: str = ""
    extensions: str = NONE

    def label(self):
        recipe = "+" + self.recipe if self.recipe else ""
        suffix = SUFFIXES.get(self.extensions, f"-{self.extensions}")
        return f"{self.target}-{self.opt}{recipe}{suffix}"

    def options(self):
        """The translator's."""
        return ["--spirv-ext=" + self.extensions] if self.extensions else []


class Check(typing.NamedTuple):
    """One check of a program: `source`, or a build's `direct` translation, or that once around."""

    stage: str
    build: Build | None = None

    def label(self):
        return "source" if self.stage == "source" else self.build.label() + ("-roundtrip" if self.stage == "roundtrip" else "")


def cl_options(source):
    """The options of a program: its `// options:` first line, or the default."""
    with open(source) as file:
        first = file.readline()
    given = first.removeprefix("// options:").split() if first.startswith("// options:") else []
    if not any(option.startswith("-cl-std=") for option in given):
        given.insert(0, DEFAULT_STD)
    return given


def plan(args):
    """The checks of every program, in order."""
    if args.source_only:
        return [Check("source")]
    if args.optimiser:
        return both_stages(
            Build(target, opt, recipe, extensions)
            for target in ("spir64", "spir") for opt in args.optimiser
            for recipe in args.recipe or ["", *VECTORISERS] for extensions in (NONE, ALL)
        )
    builds = [Build("spir64", opt) for opt in args.opt]
    builds += [Build("spirv64", opt) for opt in args.spirv64]
    builds += [
        Build("spir", opt, recipe, extensions)
        for opt in args.spir for recipe in args.recipe or ["masks"] for extensions in (NONE, ALL)
    ]
    return [Check("source"), *both_stages(builds)]


def both_stages(builds):
    return [Check(stage, build) for build in builds for stage in ("direct", "roundtrip")]
