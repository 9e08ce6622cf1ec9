#!/usr/bin/env python3
"""check_text.py FILE PROGRAM ARGUMENT...: is the file what the program prints? With WRITE=1 in the environment it is written."""
import difflib
import os
import subprocess
import sys

page, command = sys.argv[1], sys.argv[2:]
printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
if os.environ.get('WRITE'):
    os.makedirs(os.path.dirname(page), exist_ok=True)
    with open(page, 'w', encoding='utf-8') as out:
        out.write(printed)
kept = open(page, encoding='utf-8').read() if os.path.exists(page) else ''
sys.stdout.writelines(difflib.unified_diff(kept.splitlines(True), printed.splitlines(True), page, 'printed'))
if kept != printed:
    sys.exit(f'{page} is not current: WRITE=1 {" ".join(sys.argv)}')
