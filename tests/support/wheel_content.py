"""Fail if a wheel holds anything but the package and its metadata."""

import sys
import zipfile
from pathlib import PurePosixPath

ALLOWED = ("macrocell/engine/", "macrocell/facade/", "macrocell/sandbox/")
names = zipfile.ZipFile(sys.argv[1]).namelist()
strange = [
    name
    for name in names
    if not name.startswith(ALLOWED)
    and name not in {"macrocell/__init__.py", "macrocell/py.typed"}
    and ".dist-info/" not in name
]
strange += [
    name
    for name in names
    if PurePosixPath(name).suffix not in {".py", ".typed", ".tsv", ".json", ".bin"} and ".dist-info/" not in name
]
missing = {"macrocell/py.typed", "macrocell/sandbox/module/zone.bin"} - set(names)
if strange or missing:
    sys.exit(f"the wheel holds what it should not: {strange}, or lacks {sorted(missing)}")
