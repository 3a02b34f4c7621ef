"""The measured matrix as the table of SECURITY.md: which layer stops which attack, whichever layer is off."""

from __future__ import annotations

from .matrix import LAYERS, choices

Found = dict[str, dict[str, str]]

COLUMNS = ("all layers", *(f"without {layer}" for layer in LAYERS))
ORDER = ("seccomp", "namespaces", "landlock", "privileges", "limits")
"""Of the layers that stop an attack alone the first in this order is named."""

UNTOUCHED = ("use a descriptor of its base", "see the environment of the application")
"""What no layer has to stop: a worker begins without them."""

NOTHING_GAINED = "what it makes lies in its own memory, counts against its limits, and ends with it"
OPEN = {
    ("ask netlink for interfaces", "seccomp"): "it sees the one interface of its own, empty network namespace",
    ("map memory to execute", "seccomp"): "it runs as machine code what it could run as bytecode",
    ("make memory executable", "seccomp"): "it runs as machine code what it could run as bytecode",
    ("make a file in memory (memfd)", "seccomp"): NOTHING_GAINED,
    ("open a performance counter", "seccomp"): "it counts its own events: a better clock for side channels",
    ("catch page faults (userfaultfd)", "seccomp"): "its own page faults; a tool for exploiting a bug of the kernel",
    ("use the key ring", "seccomp"): "keys of its own user id; the application keeps none there",
    ("make shared memory", "seccomp"): "in its own IPC namespace, which ends with the engine",
    ("set a limit of its base", "seccomp"): "it can lower the limits of the base of its own unit, and so end it",
    ("map 1 TiB", "limits"): "memory of the machine: the operating system's own limits have to stop it",
}
"""Every cell that is open, by attack and the layer that is off, and what that costs."""


def stoppers(found: Found, attack: str) -> list[str]:
    """The layers that stop it alone, in order."""
    return [layer for layer in ORDER if found[f"only {layer}"][attack] != "open"]


def cell(found: Found, attack: str, column: str) -> str:
    """What stops the attack in this column, or "open"."""
    if found[column][attack] == "open":
        return "open"
    if found["no layer"][attack] != "open":
        return "always"
    off = choices()[column]
    names = [layer for layer in stoppers(found, attack) if layer not in off]
    if not names:
        return "together"
    return ", ".join(names) if column == "all layers" else names[0]


def table(found: Found) -> str:
    """All attacks."""
    lines = [f"| attack | {' | '.join(COLUMNS)} |", f"|---|{'---|' * len(COLUMNS)}"]
    for attack in found["no layer"]:
        cells = (cell(found, attack, column) for column in COLUMNS)
        lines.append(f"| {attack} | {' | '.join(mark(text) for text in cells)} |")
    return "\n".join(lines)


def difference(found: Found, other: Found) -> str:
    """The attacks whose row is another one under other."""
    rows, others = table(found).splitlines(), table(other).splitlines()
    return "\n".join([*others[:2], *(line for line in others[2:] if line not in rows)])


def reasons() -> str:
    """The open cells, and what each costs."""
    lines = [f"- {attack}, without {layer}: {reason}." for (attack, layer), reason in OPEN.items()]
    return "\n".join(lines)


def mark(text: str) -> str:
    return f"**{text}**" if text == "open" else text
