"""zoneinfo: time zones from rules that were loaded with this module, since a worker has no files.

The rules are the tz database as the PyPI package tzdata compiles it, packed into zone.bin: reading its 598 files took
11 to 18 ms at each start, where the pack takes none; unpacking it takes 1.5 ms, in the runs that ask for a zone.
"""

from __future__ import annotations

import io
import zlib
import zoneinfo
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ..realm import Realm
from ..stand_in import StandIn
from .family import Family

PACK: Final = (Path(__file__).parent / "zone.bin").read_bytes()
"""55 kB, made by `make zones`; a test compares it with the tzdata package that development installs."""

_KEY_SHOWN = 80


def pack_zones(zones: Mapping[str, bytes]) -> bytes:
    """Rules by name, packed: names with the number of their rules, the rules' sizes, and each rules once."""
    rules = sorted(set(zones.values()))
    number = {data: index for index, data in enumerate(rules)}
    names = " ".join(f"{name}={number[zones[name]]}" for name in sorted(zones))
    sizes = " ".join(str(len(data)) for data in rules)
    return zlib.compress(f"{names}\n{sizes}\n".encode() + b"".join(rules), 9)


def unpack_zones(pack: bytes) -> dict[str, bytes]:
    """What pack_zones packed."""
    names, sizes, data = zlib.decompress(pack).split(b"\n", 2)
    rules: list[bytes] = []
    start = 0
    for size in map(int, sizes.split()):
        rules.append(data[start : start + size])
        start += size
    pairs = (entry.split("=") for entry in names.decode().split())
    return {name: rules[int(number)] for name, number in pairs}


class ZoneInfoClass(StandIn):
    """zoneinfo.ZoneInfo as a macro sees it. One zone of a name is one object within a run, and no cache outlives it."""

    __slots__ = ("_made", "_zones")

    def __init__(self, zones: Mapping[str, bytes]) -> None:
        super().__init__(zoneinfo.ZoneInfo)
        self._zones = zones
        self._made: dict[str, zoneinfo.ZoneInfo] = {}

    def __call__(self, key: Any) -> zoneinfo.ZoneInfo:
        """Of an exact text."""
        if type(key) is not str:
            raise TypeError(f"the name of a time zone must be plain text, not {type(key).__name__[:80]}")
        zone = self._made.get(key)
        if zone is None:
            data = self._zones.get(key)
            if data is None:
                raise zoneinfo.ZoneInfoNotFoundError(f"No time zone found with key {key[:_KEY_SHOWN]}")
            zone = self._made[key] = zoneinfo.ZoneInfo.from_file(io.BytesIO(data), key=key)
        return zone


def _build(realm: Realm) -> Mapping[str, object]:
    zones = unpack_zones(PACK)
    made = ZoneInfoClass(zones)
    realm.stand_ins[zoneinfo.ZoneInfo] = made

    def available_timezones() -> set[str]:
        return set(zones)

    return {
        "ZoneInfo": made,
        "ZoneInfoNotFoundError": zoneinfo.ZoneInfoNotFoundError,
        "available_timezones": available_timezones,
    }


FAMILY: Final = Family("zoneinfo", frozenset(("ZoneInfo", "ZoneInfoNotFoundError", "available_timezones")), _build)
"""Without TZPATH and reset_tzpath, which are the machine's."""
