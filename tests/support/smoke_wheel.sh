#!/bin/sh
# Build the wheel, install it into a new environment, and use it from a folder without the source.
# Usage: smoke_wheel.sh PYTHON
set -eu
python=$1
here=$(pwd)
room=$(mktemp -d)
trap 'rm -rf "$room" "$here/build"' EXIT
"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$room" "$here"
"$python" "$here/tests/support/wheel_content.py" "$room"/macrocell-*.whl
"$python" -m venv "$room/venv"
"$room/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$room"/macrocell-*.whl
cd "$room"
"$room/venv/bin/macrocell" run --new --mode write -e "workbook.sheets[0]['A1'] = 41" --out made.xlsx
result=$("$room/venv/bin/macrocell" run made.xlsx -e "workbook.sheets[0]['A1'].value + 1")
[ "$result" = "42" ] || { echo "the installed wheel answered '$result', not 42" >&2; exit 1; }
"$room/venv/bin/python" -I -c "import macrocell, sys; assert macrocell.__file__.startswith(sys.prefix), macrocell.__file__"
echo "the wheel works outside the source tree"
