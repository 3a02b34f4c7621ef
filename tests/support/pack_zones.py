"""Write sandbox/module/zone.bin from the tzdata package that is installed."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from macrocell.sandbox.module.zone import pack_zones


def installed_zones() -> dict[str, bytes]:
    """Rules by name, as tzdata lists them."""
    package = resources.files("tzdata")
    names = package.joinpath("zones").read_text(encoding="utf-8").split()
    return {name: package.joinpath("zoneinfo", *name.split("/")).read_bytes() for name in names}


if __name__ == "__main__":
    target = Path(__file__).parents[2] / "sandbox" / "module" / "zone.bin"
    target.write_bytes(pack_zones(installed_zones()))
