"""The image's recipe agrees with the project: what it copies, which Python, which user."""

import re
import tomllib
from pathlib import Path

import macrocell

ROOT = Path(macrocell.__file__).resolve().parent
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = (ROOT / "compose.yaml").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_image_is_built_from_everything_that_the_wheel_holds() -> None:
    floors = sorted(set(PROJECT["tool"]["setuptools"]["package-dir"].values()) - {"."})
    assert re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE) == floors
    (files,) = re.findall(r"^COPY (.+) \./$", DOCKERFILE, re.MULTILINE)
    expected = {"pyproject.toml", "__init__.py", PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]}
    assert set(files.split()) == expected | {"py.typed"}


def test_nothing_else_is_sent_to_the_builder() -> None:
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    copied = set(re.findall(r"^COPY (.+) (?:\./|\w+)$", DOCKERFILE, re.MULTILINE))
    names = {name for group in copied if "--from" not in group for name in group.split()}
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == names


def test_the_image_has_a_supported_python_with_the_gnu_library_and_an_ordinary_user() -> None:
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"python:3.11-slim-bookworm"}
    assert PROJECT["project"]["requires-python"].startswith(">=3.11")
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE) == ["1000:1000"]
    assert 'ENTRYPOINT ["macrocell"]' in DOCKERFILE
    assert "macrocell" in PROJECT["project"]["scripts"]


def test_the_sample_asks_for_less_than_dockers_defaults_and_for_nothing_more() -> None:
    assert 'user: "1000:1000"' in COMPOSE
    for wish in ("privileged", "cap_add", "seccomp", "apparmor", "network_mode: host", "pid: host"):
        assert wish not in COMPOSE.replace("seccomp profile", "").replace("seccomp filters", "")
