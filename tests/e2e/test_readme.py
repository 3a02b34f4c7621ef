"""Every Python example in the documentation runs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import macrocell
import pytest

ROOT = Path(macrocell.__file__).resolve().parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = [
    pytest.param(block, id=f"{document.name}:{number}")
    for document in DOCUMENTS
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL), 1)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_documentation_runs(example: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "examples/make_workbook.py"), "book.xlsx"], cwd=tmp_path, check=True)
    done = subprocess.run([sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    expected = re.findall(r"# => (.*)", example)
    assert done.stdout.splitlines() == expected


def test_the_shell_commands_of_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text()
    targets = set(re.findall(r"^make ([a-z]+)", text, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text()
    assert targets
    assert {target for target in targets if f"\n{target}:" not in makefile} == set()
    assert shutil.which("sh")
