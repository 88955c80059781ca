#!/usr/bin/env python3
"""Writes the licences of what is linked into the program and the C library, with their texts; fails for one that is not allowed.

    scripts/licences.py > LICENCES.md
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

# The packages whose dependencies are linked into what is installed.
LINKED = ["llvm-spirv-rs", "llvm-spirv-c"]
ALLOWED = {"Apache-2.0", "MIT", "Zlib", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Unicode-3.0", "Unlicense", "Apache-2.0 WITH LLVM-exception"}


def metadata():
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", host()]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def host():
    version = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    return re.search(r"^host: (.*)$", version, re.M).group(1)


def linked(data):
    """Returns the packages of others that are linked, by name and version: no build scripts, no macros, no tests."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    found, todo = {}, [package["id"] for package in data["packages"] if package["name"] in LINKED]
    while todo:
        node = todo.pop()
        if node in found:
            continue
        found[node] = packages[node]
        for dependency in nodes[node]["deps"]:
            is_macro = any("proc-macro" in target["kind"] for target in packages[dependency["pkg"]]["targets"])
            if not is_macro and any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    others = [package for package in found.values() if package["source"]]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def is_allowed(licence):
    """Whether one side of each `OR` and all sides of each `AND` are allowed."""
    alternatives = re.split(r"\s+OR\s+|/", licence.replace("(", "").replace(")", ""))
    return any(all(part.strip() in ALLOWED for part in one.split(" AND ")) for one in alternatives)


def texts(package):
    """Returns the texts of the licences that a package holds, by the names of their files."""
    folder = pathlib.Path(package["manifest_path"]).parent
    names = sorted(path for path in folder.iterdir() if re.match(r"(?i)(licen[cs]e|copying|notice|unlicense)", path.name))
    return [(path.name, path.read_text(errors="replace")) for path in names if path.is_file()]


def main():
    packages = linked(metadata())
    refused = [f"{p['name']} {p['version']}: {p['license']}" for p in packages if not is_allowed(p["license"] or "none")]
    if refused:
        sys.exit("licences that are not allowed (scripts/licences.py):\n" + "\n".join(refused))
    print("# Licences of what is linked into llvm-spirv-rs\n")
    print("| crate | version | licence |\n| --- | --- | --- |")
    for package in packages:
        print(f"| {package['name']} | {package['version']} | {package['license']} |")
    # Most hold the same text of a licence: each text once, with the crates that have it.
    holders = collections.defaultdict(list)
    for package in packages:
        for name, text in texts(package):
            holders["\n".join(line.strip() for line in text.splitlines()).strip()].append(f"{package['name']} {package['version']} ({name})")
    for text, crates in holders.items():
        print(f"\n## {', '.join(crates)}\n\n```text\n{text}\n```")


main()
