#!/usr/bin/env python3
"""Rules for the source tree that no compiler holds. `lint.py ROOT [RULE]` checks one rule, or all; each finding is one line.
Rules: layers, sizes, vulkan-calls, registered, options, text. tests/lint/allowed.txt has exceptions ("RULE PATH"), and may only shrink:
an exception that is no longer needed is a finding too."""
import os
import re
import subprocess
import sys

# What each folder of src may include besides itself. A row for a subfolder replaces that of its module.
LAYERS = {
    "util": [],
    "dxbc": ["util"],
    "spirv": ["util"],
    "translate": ["util", "dxbc", "spirv"],
    "translate/ir": ["util"],
    "translate/lift": ["util", "dxbc", "translate/ir", "translate"],
    "translate/passes": ["util", "translate/ir", "translate"],
    "translate/emit": ["util", "spirv", "translate/ir", "translate"],
    "vk": ["util"],
    "gpu": ["util", "vk", "spirv/shader_binary.h"],
    "wsi": ["util", "vk"],
    # dxgi.dll owns the instance and the adapters, so it knows their classes; the calls themselves stay in vk.
    "dxgi": ["util", "vk", "gpu", "wsi"],
    "d3d11": ["util", "gpu", "translate", "dxbc", "spirv/shader_binary.h", "vk/caps.h", "dxgi/contract.h", "dxgi/com_bases.h"],
    # The tables from D3D11's values to the backend's hold Vulkan's enums.
    "d3d11/tables": ["d3d11", "util", "gpu", "vk/caps.h", "vk/fns.h"],
    # d3d10core.dll calls d3d11.dll by its exports, as a program does.
    "d3d10core": ["util", "dxgi/contract.h"],
    "tools": ["util", "dxbc", "spirv", "translate", "vk", "gpu", "wsi", "dxgi", "d3d11"],
}
# What a folder must not include although its row would let it.
FORBIDDEN = {"d3d11": ["gpu/record"], "d3d11/tables": ["gpu/record"]}
# System headers that show a layer reaching too high; the folders in which they must not be.
SYSTEM = [
    (re.compile(r"vulkan/|vk_video/"), ["util", "dxbc", "spirv", "translate"]),
    (re.compile(r"d3d\d*[^/]*\.h|dxgi[^/]*\.h|unknwn\.h|windows\.h|ole2\.h"), ["util", "dxbc", "spirv", "translate", "vk", "gpu"]),
    (re.compile(r"d3d11[^/]*\.h"), ["dxgi"]),
]
SYSTEM_EXEMPT = {"src/util/com_object.h", "src/util/private_data.h", "src/util/platform_win32.cpp",
                 "src/util/platform_event_win32.cpp", "src/util/platform_gdi_win32.cpp"}

STOP_LINES = 1000
CODE = (".cpp", ".h", ".inc", ".hlsl", ".hlsli", ".glsl", ".comp", ".vert", ".frag", ".geom", ".py", ".sh")

# The project speaks of itself alone.
WORDS = re.compile(r"\b(agents?|sub-?agents?|claude|chatgpt|llms?|the lead|the brief)\b|(?<![\w.])/work/|\.\./shared\b", re.I)


def tracked_files(root):
    """Paths relative to root: what git has or would add, else every file outside the build folder."""
    listing = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    if listing.returncode == 0 and listing.stdout:
        return sorted(path for path in listing.stdout.splitlines() if os.path.isfile(os.path.join(root, path)))
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "build")]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in files]
    return sorted(found)


class Tree:
    def __init__(self, root):
        self.root = root
        self.files = tracked_files(root)
        self.texts = {}

    def text(self, path):
        if path not in self.texts:
            with open(os.path.join(self.root, path), "rb") as file:
                self.texts[path] = file.read().decode("utf-8", errors="replace")
        return self.texts[path]

    def under(self, folder, endings):
        return [path for path in self.files if path.startswith(folder + "/") and path.endswith(endings)]


def folder_of(path):
    """The row of LAYERS for a path below src."""
    parts = path.split("/")
    two = "/".join(parts[:2])
    return two if two in LAYERS else parts[0]


def covers(entry, own, header):
    """Whether an entry of LAYERS (a header, a module, or a folder with a row of its own) lets in the header."""
    if header == entry:
        return True
    if "/" in entry:
        return folder_of(header) == entry
    if own.startswith(entry + "/"):
        return folder_of(header) == entry  # the module's own files, without its other subfolders
    return header.startswith(entry + "/")


def check_layers(tree):
    for path in tree.under("src", (".cpp", ".h", ".inc")):
        own = folder_of(path[len("src/"):])
        if own not in LAYERS:
            yield path, f"{own} is no module; add it to LAYERS in tests/lint/lint.py"
            continue
        allowed = [own]
        allowed += LAYERS[own]
        for number, line in enumerate(tree.text(path).splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^">]+)[">]', line)
            if not match:
                continue
            quoted, header = match.group(1) == '"', match.group(2)
            known = header.split("/")[0] in LAYERS
            if quoted and known and not any(covers(one, own, header) for one in allowed):
                yield path, f"line {number}: {own} must not include {header}"
            for folder in FORBIDDEN.get(own, []):
                if quoted and header.startswith(folder + "/"):
                    yield path, f"line {number}: {own} must not include {header}"
            if path not in SYSTEM_EXEMPT:
                for pattern, folders in SYSTEM:
                    if not (quoted and known) and pattern.fullmatch(header) and own.split("/")[0] in folders:
                        yield path, f"line {number}: {own} must not include {header}"
                    elif not (quoted and known) and pattern.match(header) and header.startswith("v") and own.split("/")[0] in folders:
                        yield path, f"line {number}: {own} must not include {header}"


def check_sizes(tree):
    for path in tree.files:
        if path.endswith(CODE):
            lines = tree.text(path).count("\n")
            if lines > STOP_LINES:
                yield path, f"{lines} lines; the stop is {STOP_LINES}"


def check_vulkan_calls(tree):
    call = re.compile(r"(?<![\w.])vk[A-Z]\w*\s*\(|\bfns\s*(\.|->|\(\)\.)\s*\w+\s*\(")
    for folder in ("src/dxgi", "src/d3d11"):
        for path in tree.under(folder, (".cpp", ".h", ".inc")):
            for number, line in enumerate(tree.text(path).splitlines(), 1):
                if call.search(line.split("//")[0]):
                    yield path, f"line {number}: a Vulkan call above the backend"


def check_registered(tree):
    """Each test source is named in some meson.build of tests, by its path from there."""
    builds = [path for path in tree.under("tests", ("meson.build",))]
    for path in tree.under("tests", (".cpp", ".c")):
        if not any(f"'{os.path.relpath(path, os.path.dirname(build))}'" in tree.text(build) for build in builds):
            yield path, "no meson.build names this file, so it is never built"


def check_text(tree):
    for path in tree.files:
        if path.endswith((".png", ".dxbc", ".bin", ".spv", ".ico")):
            continue
        text = tree.text(path)
        if not text:
            continue
        if "\r" in text:
            yield path, "carriage returns"
        if not text.endswith("\n"):
            yield path, "no line end at the end"
        if path != "tests/lint/lint.py":
            for number, line in enumerate(text.splitlines(), 1):
                match = WORDS.search(line)
                if match:
                    yield path, f'line {number}: "{match.group(0)}" has no place here'
                if path.endswith(CODE) and line != line.rstrip():
                    yield path, f"line {number}: blanks at the end"
        if path.endswith(".h") and (path.startswith("src/") or path.startswith("tests/support/")):
            if not text.startswith("#pragma once"):
                yield path, "#pragma once comes first"


def check_options(tree):
    """An option that no code reads looks like a feature and is none. (The switches of capabilities are read by name.)"""
    table = "src/util/option_table.h"
    if table not in tree.files:
        return
    names = re.search(r"enum class Option[^{]*\{(.*?)\n\};", tree.text(table), re.S).group(1)
    names = [name for name in re.findall(r"^ *(\w+),", names, re.M) if not name.startswith("GpuDisable")]
    readers = "".join(tree.text(path) for path in tree.under("src", (".cpp", ".h")) if "option_table" not in path)
    for name in names:
        if f"Option::{name}" not in readers:
            yield table, f"no code reads Option::{name}"


RULES = {
    "layers": check_layers,
    "sizes": check_sizes,
    "vulkan-calls": check_vulkan_calls,
    "registered": check_registered,
    "options": check_options,
    "text": check_text,
}


def main():
    root = sys.argv[1]
    wanted = sys.argv[2:] or list(RULES)
    tree = Tree(root)
    exceptions = set()
    for line in tree.text("tests/lint/allowed.txt").splitlines():
        line = line.split("#")[0].split()
        if len(line) == 2:
            exceptions.add(tuple(line))
    findings = 0
    for rule in wanted:
        used = set()
        for path, what in RULES[rule](tree):
            if (rule, path) in exceptions:
                used.add((rule, path))
                continue
            findings += 1
            print(f"{rule}: {path}: {what}")
        for entry in sorted(entry for entry in exceptions - used if entry[0] == rule):
            findings += 1
            print(f"{rule}: tests/lint/allowed.txt: {entry[1]} needs no exception any more")
    print(f"{findings} findings in {len(tree.files)} files")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
