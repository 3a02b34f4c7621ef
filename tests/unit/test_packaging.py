"""The package list, the floors and the documents agree with what is in the tree."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import macrocell
import pytest

ROOT = Path(macrocell.__file__).resolve().parent
FLOORS = ("engine", "facade", "sandbox")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def folders() -> list[str]:
    found = ["macrocell"]
    for floor in FLOORS:
        for file in (ROOT / floor).rglob("__init__.py"):
            found.append(".".join(("macrocell", *file.parent.relative_to(ROOT).parts)))
    return sorted(found)


def test_every_subpackage_is_listed_for_the_wheel() -> None:
    assert PROJECT["tool"]["setuptools"]["packages"] == folders()


def test_only_the_public_face_stands_at_the_root() -> None:
    assert [file.name for file in ROOT.glob("*.py")] == ["__init__.py"]


def test_folders_of_tests_and_benchmarks_are_no_packages() -> None:
    assert [*ROOT.glob("tests/**/__init__.py"), *ROOT.glob("benchmarks/**/__init__.py")] == []


def test_the_checkout_is_imported_under_one_name_only() -> None:
    strangers = [
        name
        for name, module in sys.modules.items()
        if (origin := getattr(module, "__file__", None))
        and Path(origin).is_relative_to(ROOT)
        and Path(origin).relative_to(ROOT).parts[0] in {*FLOORS, "__init__.py"}
        and name.split(".")[0] != "macrocell"
    ]
    assert strangers == []


def test_the_diagram_shows_the_floors_that_the_linter_holds() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    diagram = re.search(r"```floors\n(.*?)```", text, re.DOTALL)
    assert diagram is not None
    drawn = [re.findall(r"[a-z]+", line) for line in diagram[1].splitlines() if re.match(r"\s*│", line)]
    (contract,) = PROJECT["tool"]["importlinter"]["contracts"]
    held = [re.findall(r"[a-z]+", layer) for layer in contract["layers"]]
    assert drawn == held


def test_the_architecture_names_files_that_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    named = re.findall(r"`((?:engine|facade|sandbox)/[\w/]+(?:\.py|/\*))`", text)
    assert len(named) > 20
    assert [name for name in named if not list(ROOT.glob(name))] == []


@pytest.mark.parametrize("floor", ["sandbox", "engine"])
def test_the_architecture_speaks_of_every_module_of_a_floor(floor: str) -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    modules = {file.stem for file in (ROOT / floor).glob("*.py")} - {"__init__", "errors"}
    assert sorted(module for module in modules if f"`{module}`" not in text) == []


@pytest.mark.parametrize("name", sorted(folder for folder in folders() if folder != "macrocell"))
def test_public_names_are_real(name: str) -> None:
    file = ROOT.joinpath(*name.split(".")[1:], "__init__.py")
    tree = ast.parse(file.read_text())
    lists = [
        [ast.literal_eval(item) for item in node.value.elts]
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.List)
        and any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    ]
    for names in lists:
        module = __import__(name, fromlist=["x"])
        missing = [public for public in names if not hasattr(module, public)]
        assert missing == []


def test_modules_keep_to_their_size() -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for floor in FLOORS
        for file in (ROOT / floor).rglob("*.py")
        if (lines := len(file.read_text().splitlines())) > 800
    }
    assert long == {}


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) < 150


def test_importing_the_face_loads_no_floor() -> None:
    import subprocess

    code = "import macrocell, sys; print(sorted(m for m in sys.modules if m.startswith('macrocell.')))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_both_floors_know_macro_code_by_the_same_name() -> None:
    from macrocell.facade import unit
    from macrocell.sandbox import stop

    assert unit.MACRO_FILE == stop.MACRO_FILE
