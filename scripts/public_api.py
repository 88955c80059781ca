#!/usr/bin/env python3
"""Lists the public interface of the library, an item a line, from rustdoc's JSON.

  scripts/public_api.py          compares it with docs/reference/public-api.txt; exit code 1 where they differ
  scripts/public_api.py --bless  writes docs/reference/public-api.txt

`RUSTC_BOOTSTRAP=1` lets a stable toolchain write the JSON; of its format only what is read below must stay.
"""
import difflib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTING = ROOT / "docs/reference/public-api.txt"
NOT_LISTED = {"StructuralPartialEq", "Freeze", "UnsafeUnpin"}


def documentation():
    """Returns what rustdoc knows of the library."""
    command = ["cargo", "rustdoc", "--quiet", "--package", "llvm-spirv", "--lib", "--target-dir", "target/public-api"]
    command += ["--", "-Z", "unstable-options", "--output-format", "json"]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"RUSTC_BOOTSTRAP": "1"}, check=True)
    return json.loads((ROOT / "target/public-api/doc/llvm_spirv.json").read_text())


def arguments(args):
    """Returns the generic arguments of a path."""
    if not args or "angle_bracketed" not in args:
        return ""
    each = [next(iter(a.values())) if isinstance(a, dict) else a for a in args["angle_bracketed"]["args"]]
    shown = [a if isinstance(a, str) else shown_type(a) for a in each]
    shown += [f"{c['name']} = {shown_type(c['binding']['equality']['type'])}" for c in args["angle_bracketed"]["constraints"]]
    return f"<{', '.join(shown)}>" if shown else ""


def shown_path(path):
    """Returns a path with its generic arguments."""
    return path.get("path", path.get("name", "")).split("::")[-1] + arguments(path.get("args"))


def shown_bound(bound):
    """Returns a bound of a type: a trait or a lifetime."""
    return shown_path(bound["trait_bound"]["trait"]) if "trait_bound" in bound else str(next(iter(bound.values())))


def shown_type(ty):
    """Returns a type as Rust writes it."""
    if ty is None:
        return "()"
    kind, of = next(iter(ty.items()))
    if kind in ("primitive", "generic"):
        return of
    if kind == "resolved_path":
        return shown_path(of)
    if kind == "borrowed_ref":
        lifetime = f"{of['lifetime']} " if of["lifetime"] else ""
        return f"&{lifetime}{'mut ' if of['is_mutable'] else ''}{shown_type(of['type'])}"
    if kind == "slice":
        return f"[{shown_type(of)}]"
    if kind == "tuple":
        return f"({', '.join(map(shown_type, of))})"
    if kind == "impl_trait":
        return "impl " + " + ".join(map(shown_bound, of))
    if kind == "qualified_path":
        return f"{shown_type(of['self_type'])}::{of['name']}"
    return kind


def signature(function):
    """Returns the arguments and the result of a function."""
    of = function["sig"]
    inputs = ", ".join(f"{name}: {shown_type(ty)}" for name, ty in of["inputs"])
    return f"({inputs}) -> {shown_type(of['output'])}" if of["output"] else f"({inputs})"


def listed(index, identifier, prefix, lines):
    """Adds the lines of an item and of what is in it."""
    item = index.get(str(identifier))
    if item is None:
        return
    kind, of = next(iter(item["inner"].items()))
    path = f"{prefix}::{item['name']}" if prefix else item["name"]
    open_ended = "#[non_exhaustive] " if "non_exhaustive" in str(item["attrs"]) else ""
    if kind == "module":
        lines.append(f"mod {path}")
        for inner in of["items"]:
            listed(index, inner, path, lines)
    elif kind == "use":
        target = index.get(str(of["id"]))
        if target:
            listed(index, of["id"], prefix, lines)
    elif kind == "function":
        lines.append(f"fn {path}{signature(of)}")
    elif kind in ("struct", "enum"):
        lines.append(f"{open_ended}{kind} {path}")
        fields = of.get("variants") or (of["kind"].get("plain", {}).get("fields", []) if isinstance(of.get("kind"), dict) else [])
        for inner in fields:
            listed(index, inner, path, lines)
        implemented(index, of["impls"], path, lines)
    elif kind == "struct_field":
        lines.append(f"field {path}: {shown_type(of)}")
    elif kind == "variant":
        lines.append(f"variant {path}")
        inner = of["kind"].get("struct", {}).get("fields", []) if isinstance(of["kind"], dict) else []
        for field in inner:
            listed(index, field, path, lines)
    elif kind in ("constant", "assoc_const"):
        lines.append(f"const {path}: {shown_type(of['type'])}")
    elif kind == "type_alias":
        lines.append(f"type {path} = {shown_type(of['type'])}")


def implemented(index, impls, path, lines):
    """Adds the methods and traits of a type; not what every type has."""
    traits = []
    for identifier in impls:
        of = index[str(identifier)]["inner"]["impl"]
        if of["is_synthetic"] or of["blanket_impl"]:
            continue
        if of["trait"] is None:
            for inner in of["items"]:
                listed(index, inner, path, lines)
        elif of["trait"]["path"] not in NOT_LISTED:
            traits.append(shown_path(of["trait"]))
    lines.append(f"traits {path}: {', '.join(sorted(traits))}")


def main():
    """Compares or writes."""
    found = documentation()
    lines = []
    listed(found["index"], found["root"], "", lines)
    text = "\n".join(sorted(set(lines), key=lambda line: line.removeprefix("#[non_exhaustive] ").split(" ", 1)[1])) + "\n"
    if "--bless" in sys.argv:
        LISTING.write_text(text)
        return 0
    kept = LISTING.read_text()
    sys.stdout.writelines(difflib.unified_diff(kept.splitlines(True), text.splitlines(True), str(LISTING), "the library"))
    return int(kept != text)


if __name__ == "__main__":
    sys.exit(main())
