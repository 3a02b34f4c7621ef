"""uuid: the real values behind a constructor of exact types; uuid4 draws from a generator of the run's seed."""

from __future__ import annotations

import random
import uuid
from collections.abc import Mapping
from typing import Any, Final

from ..realm import Realm
from ..stand_in import StandIn
from .exact import require_bytes, require_int, require_text
from .family import Family

_NAMESPACES: dict[str, object] = {
    name: getattr(uuid, name) for name in ("NAMESPACE_DNS", "NAMESPACE_OID", "NAMESPACE_URL", "NAMESPACE_X500")
}


class UuidClass(StandIn):
    """uuid.UUID as a macro sees it: of text, bytes or an int, and with no say on is_safe."""

    __slots__ = ()

    def __call__(
        self,
        hex: Any = None,  # noqa: A002
        bytes: Any = None,  # noqa: A002
        *,
        int: Any = None,  # noqa: A002
        version: Any = None,
    ) -> uuid.UUID:
        """As the real one."""
        return uuid.UUID(
            None if hex is None else require_text(hex, "hex"),
            None if bytes is None else require_bytes(bytes, "bytes"),
            int=None if int is None else require_int(int, "int"),
            version=None if version is None else require_int(version, "version"),
        )


_UUID = UuidClass(uuid.UUID)


def _build(realm: Realm) -> Mapping[str, object]:
    generator = random.Random(f"uuid {realm.seed}")  # noqa: S311 - reproducible on purpose
    realm.stand_ins[uuid.UUID] = _UUID

    def uuid4() -> uuid.UUID:
        return uuid.UUID(int=generator.getrandbits(128), version=4)

    return {**_NAMESPACES, "UUID": _UUID, "uuid3": uuid3, "uuid4": uuid4, "uuid5": uuid5}


def uuid3(namespace: Any, name: Any) -> uuid.UUID:
    """As uuid.uuid3."""
    return uuid.uuid3(_namespace(namespace), require_text(name, "the name"))


def uuid5(namespace: Any, name: Any) -> uuid.UUID:
    """As uuid.uuid5."""
    return uuid.uuid5(_namespace(namespace), require_text(name, "the name"))


def _namespace(value: Any) -> uuid.UUID:
    if type(value) is not uuid.UUID:
        raise TypeError(f"a namespace must be a UUID, not {type(value).__name__[:80]}")
    return value


FAMILY: Final = Family("uuid", frozenset((*_NAMESPACES, "UUID", "uuid3", "uuid4", "uuid5")), _build)
"""Without uuid1 and its like, which tell the machine's address and time."""
