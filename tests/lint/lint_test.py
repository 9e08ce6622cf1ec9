#!/usr/bin/env python3
"""Each rule of lint.py finds what it is there for, in a small tree made for the purpose."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lint  # noqa: E402


class Rules(unittest.TestCase):
    def findings(self, rule, files):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            return [path for path, _ in lint.RULES[rule](lint.Tree(root))]

    def layers(self, path, header):
        return bool(self.findings("layers", {path: f"#include {header}\n"}))

    def test_layers_point_down(self):
        self.assertFalse(self.layers("src/gpu/record/a.cpp", '"vk/device.h"'))
        self.assertFalse(self.layers("src/gpu/a.cpp", '"gpu/record/b.h"'))
        self.assertTrue(self.layers("src/vk/a.cpp", '"gpu/record/b.h"'))
        self.assertTrue(self.layers("src/util/a.h", '"vk/device.h"'))

    def test_layers_know_single_headers(self):
        self.assertFalse(self.layers("src/gpu/a.h", '"spirv/shader_binary.h"'))
        self.assertTrue(self.layers("src/gpu/a.h", '"spirv/module_builder.h"'))
        self.assertFalse(self.layers("src/d3d11/a.h", '"dxgi/contract.h"'))
        self.assertTrue(self.layers("src/d3d11/a.h", '"dxgi/factory.h"'))

    def test_layers_know_subfolders(self):
        self.assertTrue(self.layers("src/translate/ir/a.h", '"dxbc/program.h"'))
        self.assertFalse(self.layers("src/translate/lift/a.h", '"dxbc/program.h"'))
        self.assertTrue(self.layers("src/translate/passes/a.h", '"dxbc/program.h"'))

    def test_layers_know_system_headers(self):
        self.assertTrue(self.layers("src/dxbc/a.h", "<vulkan/vulkan.h>"))
        self.assertTrue(self.layers("src/gpu/a.h", "<d3d11_4.h>"))
        self.assertTrue(self.layers("src/util/a.h", "<windows.h>"))
        self.assertFalse(self.layers("src/util/platform_win32.cpp", "<windows.h>"))
        self.assertFalse(self.layers("src/gpu/a.h", "<vector>"))

    def test_sizes_have_a_stop(self):
        self.assertFalse(self.findings("sizes", {"src/util/a.h": "\n" * 1000}))
        self.assertTrue(self.findings("sizes", {"src/util/a.h": "\n" * 1001}))

    def test_vulkan_calls_stay_below(self):
        self.assertTrue(self.findings("vulkan-calls", {"src/d3d11/a.cpp": "    vkCmdDraw(c, 1);\n"}))
        self.assertTrue(self.findings("vulkan-calls", {"src/dxgi/a.cpp": "    fns.CmdDraw(c, 1);\n"}))
        self.assertFalse(self.findings("vulkan-calls", {"src/d3d11/a.cpp": "    // vkCmdDraw(c) is the backend's\n"}))
        self.assertFalse(self.findings("vulkan-calls", {"src/gpu/a.cpp": "    vkCmdDraw(c, 1);\n"}))

    def test_tests_are_registered(self):
        build = "executable('x', files('a_test.cpp', 'sub/b_test.cpp'))\n"
        files = {"tests/unit/x/meson.build": build, "tests/unit/x/a_test.cpp": "\n", "tests/unit/x/sub/b_test.cpp": "\n"}
        self.assertEqual(self.findings("registered", files), [])
        files["tests/unit/x/forgotten_test.cpp"] = "\n"
        self.assertEqual(self.findings("registered", files), ["tests/unit/x/forgotten_test.cpp"])

    def test_options_are_read(self):
        files = {"src/util/option_table.h": "enum class Option : int {\n    First,\n    Second,\n    Count\n};\n",
                 "src/gpu/a.cpp": "int a = get(Option::First);\n"}
        self.assertEqual(len(self.findings("options", files)), 1)
        files["src/gpu/a.cpp"] += "int b = get(Option::Second);\n"
        self.assertEqual(self.findings("options", files), [])

    def test_text_is_clean(self):
        self.assertTrue(self.findings("text", {"src/util/a.h": "// no pragma\n"}))
        self.assertTrue(self.findings("text", {"src/util/a.cpp": "int a; \n"}))
        self.assertTrue(self.findings("text", {"README.md": "see ..%sshared for it\n" % "/"}))
        self.assertFalse(self.findings("text", {"src/util/a.cpp": "int shared;\n"}))


unittest.main()
