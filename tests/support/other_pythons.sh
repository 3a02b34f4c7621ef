#!/bin/sh
# The language's own tests on each other supported Python on the PATH. One that is not there is named and left out.
set -eu
for version in 3.12 3.13; do
    python="python$version"
    if ! "$python" -c "import sys" 2>/dev/null; then
        echo "$python is not here: its node set, golden walk and conformance files were not run"
        continue
    fi
    venv=".venv-$version"
    if [ ! -e "$venv/.ready" ] || [ pyproject.toml -nt "$venv/.ready" ]; then
        "$python" -m venv "$venv"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
        touch "$venv/.ready"
    fi
    echo "$python:"
    "$venv/bin/python" -m pytest -q tests/attack/test_language_*.py tests/attack/test_facade_walk.py tests/unit/sandbox/test_guard.py \
        tests/unit/sandbox/test_interpreter.py tests/unit/sandbox/test_language_cases.py \
        tests/unit/sandbox/test_module.py tests/unit/sandbox/test_policy.py tests/unit/sandbox/test_program.py \
        tests/unit/sandbox/test_result.py
done
