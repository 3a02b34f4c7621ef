"""The text of a defined name carried through a step."""

from __future__ import annotations

from .pieces import Piece, pieces, write_pieces
from .step import DropStep, RenameStep, Step, carry


def carry_name(text: str, scope: str | None, step: Step) -> str:
    """A name's text after a step; scope is the id of the sheet it belongs to, if it does.

    A reference without dollar signs means other cells wherever the name is used, so that no edit of cells moves it.
    """
    changed = False
    carried: list[Piece] = []
    for part in pieces(text):
        new: Piece = part
        if not isinstance(part, str) and (all(part.fixed) or part.rect is None or type(step) in (RenameStep, DropStep)):
            new = carry(part, step, scope or "")
        changed = changed or new is not part
        carried.append(new)
    return write_pieces(carried) if changed else text
