"""A workbook as a macro sees it, without a sandbox around it."""

from __future__ import annotations

from macrocell.facade.workbook.face import Workbook, open_workbook
from macrocell.facade.workbook.model.workbook import Workbook as Model
from macrocell.facade.workbook.session import Session
from macrocell.facade.workbook.xlsx.read import read_workbook

from .models import sample


def blank(*, epoch_1904: bool = False) -> tuple[Session, Workbook]:
    """A new workbook with one sheet, Data."""
    model = Model()
    model.epoch_1904 = epoch_1904
    session = Session(model, read_only=False)
    session.add_sheet("Data")
    return session, open_workbook(session, unit_id="u1", name="book.xlsx")


def filled(*, read_only: bool = False) -> tuple[Session, Workbook]:
    """The sample of models.py."""
    session = Session(sample(), read_only=read_only)
    return session, open_workbook(session, unit_id="u1", name="book.xlsx")


def face_of(data: bytes) -> Workbook:
    """What a macro sees of a file, in write mode."""
    return open_workbook(Session(read_workbook(data), read_only=False), unit_id="u1", name="book.xlsx")
