#!/usr/bin/env python3
"""Finds which tests call which method: scan_tests.py METHODS SOURCE... OUTPUT

A method counts for a test when the test's body, or a function of the same file that the body calls, has a call `->Method(`
on an object whose type is that interface or one that extends it. Names that only one interface has need no type. The output
is a C++ list of {interface, method, tests}, included by coverage.cpp.
"""
import collections
import os
import re
import sys

# What the fixtures' short ways give.
GIVES = {'texture': 'ID3D11Texture2D', 'texture1': 'ID3D11Texture1D', 'texture3': 'ID3D11Texture3D', 'buffer': 'ID3D11Buffer',
         'query': 'ID3D11Query', 'target': 'ID3D11RenderTargetView', 'resourceView': 'ID3D11ShaderResourceView',
         'accessView': 'ID3D11UnorderedAccessView', 'sampler': 'ID3D11SamplerState', 'makeChain': 'IDXGISwapChain4',
         'factory': 'IDXGIFactory6', 'adapter': 'IDXGIAdapter4', 'deferred': 'ID3D11DeviceContext', 'context': 'ID3D11DeviceContext',
         'device': 'ID3D11Device', 'surface': 'IDXGISurface1', 'output': 'IDXGIOutput6', 'at': 'ID3D11Device', 'got': 'ID3D11ClassInstance', 'created': 'ID3D11ClassInstance'}
# Classes of the tests that hand on to an interface.
STANDS_FOR = {'Rig': 'ID3D11Device', 'Chain': 'IDXGISwapChain4'}


def read_methods(path):
    base, owner = {}, collections.defaultdict(list)
    for line in open(path, encoding='utf-8'):
        if found := re.match(r'INTERFACE\((\w+), (\w+)\)', line):
            base[found[1]] = found[2]
        elif found := re.match(r'METHOD\((\w+), (\w+),', line):
            owner[found[2]].append(found[1])
    return base, owner


def without_comments(text):
    def keep_lines(match):
        return re.sub(r'[^\n]', ' ', match[0])
    text = re.sub(r'R"(\w*)\((?:.|\n)*?\)\1"', keep_lines, text)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', lambda m: '"' + ' ' * (len(m[0]) - 2) + '"', text)
    return re.sub(r'//[^\n]*|/\*(?:.|\n)*?\*/', keep_lines, text)


def closing(text, start):
    """The end of the braces that open at `start`."""
    depth = 0
    for at in range(start, len(text)):
        if text[at] == '{':
            depth += 1
        elif text[at] == '}':
            depth -= 1
            if not depth:
                return at
    return len(text)


def spans(text):
    """Tests, rows of rules and other functions: (kind, name, start, end)."""
    found = []
    for m in re.finditer(r'\b(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*\{', text):
        found.append(('test', m[1] + '.' + m[2], m.start(), closing(text, m.end() - 1)))
    for m in re.finditer(r'^    (?:Rule)?\{(\d+), ', text, re.M):
        found.append(('test', f'rule {m[1]}', m.start(), closing(text, text.index('{', m.start()))))
    for m in re.finditer(r'\b(\w+)\s*\(([^;{}]*)\)\s*(?:const\s*)?(?:override\s*)?(?:noexcept\s*)?(?::[^;{}]*)?\{', text):
        if m[1] in ('if', 'for', 'while', 'switch', 'catch') or m[1].startswith('TEST'):
            continue
        found.append(('helper', m[1], m.start(), closing(text, m.end() - 1)))
    return found


def declarations(text, base):
    """Where which name gets which interface: (position, name, interface)."""
    found = []
    for m in re.finditer(r'\bCom<(\w+)>\s*&?\s*((?:\w+(?:\[\w*\])?(?:\([^()]*\)|\{[^{}]*\}| = [^;]*?)?\s*,\s*)*\w+)', text):
        for name in re.findall(r'\b\w+\b', re.sub(r'\([^()]*\)|\{[^{}]*\}', '', m[2])):
            found.append((m.start(), name, m[1]))
    for m in re.finditer(r'\b(\w+)\s*[*&]+\s*(?:const\s+)?(\w+)\b', text):
        kind = STANDS_FOR.get(m[1], m[1])
        if kind in base:
            found.append((m.start(), m[2], kind))
    for m in re.finditer(r'\bChain\s+((?:\w+\([^;]*?\)\s*,\s*)*\w+)', text):
        for name in re.findall(r'\b(\w+)\s*(?=\(|$|,)', m[1]):
            found.append((m.start(), name, STANDS_FOR['Chain']))
    for m in re.finditer(r'\bauto\*?\s+(\w+)\s*=\s*([^;]*)', text):
        for part in re.split(r',\s*(?=\w+\s*=)', m[1] + ' = ' + m[2]):
            name, _, value = part.partition('=')
            kind = value_type(value.strip())
            if kind:
                found.append((m.start(), name.strip(), kind))
    found.sort()
    return found


def value_type(value):
    """The interface of an expression, where that can be told."""
    if cast := re.search(r'(?:\.as|->as|deviceAs|made|static_cast)<(\w+)\*?>\([^()]*(?:\([^()]*\))?[^()]*\)\s*$', value):
        return cast[1]
    if call := re.match(r'(?:r\.|this->)?(\w+)\(', value):
        return GIVES.get(call[1])
    return None


def receiver(text, at):
    """The expression before the arrow at `at`."""
    end, depth = at, 0
    while at > 0:
        c = text[at - 1]
        if c in ')]':
            depth += 1
        elif c in '([':
            if not depth:
                break
            depth -= 1
        elif not depth and not (c.isalnum() or c in '_.<>:' or text[at - 2:at] in ('->',) or text[at - 1:at + 1] == '->'):
            break
        at -= 1
    return text[at:end].strip()


def receiver_type(expression, at, declared, base):
    expression = re.sub(r'(\.get\(\)|\.array\(\))$', '', expression)
    if kind := value_type(expression):
        return kind
    if expression.startswith('Chain('):
        return STANDS_FOR['Chain']
    name = re.sub(r'\[[^\]]*\]$', '', expression).split('.')[-1].split('->')[-1]
    if call := re.match(r'(\w+)\(.*\)$', name, re.S):
        return GIVES.get(call[1])
    best = None
    for where, declared_name, kind in declared:
        if declared_name == name and (where <= at or best is None):
            best = kind
    return best or GIVES.get(name)


def calls(text, base, owner):
    """(position, interface, method) of each call that can be told."""
    declared = declarations(text, base)
    for m in re.finditer(r'&(\w+)::(\w+)', text): # tables of member functions
        if m[1] in owner.get(m[2], ()):
            yield m.start(), m[1], m[2]
    for m in re.finditer(r'(->|\.)(\w+)\(', text):
        method = m[2]
        if method not in owner:
            continue
        if len(owner[method]) == 1 and m[1] == '->':
            yield m.start(), owner[method][0], method
            continue
        kind = receiver_type(receiver(text, m.start()), m.start(), declared, base)
        while kind in base and kind not in owner[method]:
            kind = base[kind]
        if kind in owner[method]:
            yield m.start(), kind, method


def scan(path, base, owner, touched):
    text = without_comments(open(path, encoding='utf-8').read())
    parts = spans(text)
    tests = [p for p in parts if p[0] == 'test']
    helpers = [p for p in parts if p[0] == 'helper']

    tables = [('helper', m[1], m.start(), closing(text, m.end() - 1))
              for m in re.finditer(r'\b(\w+)\[\]\s*=?\s*\{', text)]
    helpers += tables

    def tests_of(at, seen):
        inside = [p[1] for p in tests if p[2] <= at <= p[3]]
        if inside:
            return set(inside)
        result = set()
        for _, name, start, end in helpers:
            if not start <= at <= end or name in seen:
                continue
            for use in re.finditer(r'\b' + re.escape(name) + r'\b', text):
                if not start <= use.start() <= end:
                    result |= tests_of(use.start(), seen | {name})
        return result

    fixture = 'support' in path.replace('\\', '/').split('/') or not tests
    for at, interface, method in calls(text, base, owner):
        names = {'the fixture'} if fixture else tests_of(at, frozenset())
        touched[interface, method] |= names or {'the fixture of ' + os.path.basename(path)}


def main(arguments):
    base, owner = read_methods(arguments[1])
    touched = collections.defaultdict(set)
    for source in arguments[2:-1]:
        if source.endswith(('.cpp', '.h')):
            scan(source, base, owner, touched)
    with open(arguments[-1], 'w', encoding='utf-8') as out:
        for (interface, method), tests in sorted(touched.items()):
            order = sorted(tests, key=lambda t: (t.startswith('the fixture'), t))
            out.write(f'{{"{interface}", "{method}", "{", ".join(order)}"}},\n')


if __name__ == '__main__':
    main(sys.argv)
