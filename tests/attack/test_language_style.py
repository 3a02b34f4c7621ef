"""Looks and the openpyxl modules as ways out: what a macro may hold of them leads to nothing but more of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell import Engine, Limits, Runtime
from support.books import plain_book

IMPORTS = "from openpyxl.styles import Alignment, Border, Color, Font, GradientFill, NamedStyle, PatternFill, Side\n"
CELL = "cell = workbook['Data']['A1']\n"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def runtime(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    with engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        yield runtime


REFUSED = {
    "a look's class": ("cell.font.__class__.__mro__", 'attribute "__mro__" cannot be used in a macro'),
    "a look's init": ("cell.font.__init__(name='x')", 'attribute "__init__" cannot be used in a macro'),
    "a look's fields": ("cell.font.__struct_fields__", 'attribute "__struct_fields__" cannot be used in a macro'),
    "a maker's function": ("Font._call", 'attribute "_call" cannot be used in a macro'),
    "a named style's look": ("NamedStyle(name='x')._look", 'attribute "_look" cannot be used in a macro'),
    "a style by its number": ("cell._style", 'attribute "_style" cannot be used in a macro'),
    "a private name of a module": (
        "from openpyxl.styles import __builtins__ as b",
        'name "__builtins__" cannot be used in a macro',
    ),
    "the module's own modules": (
        "from openpyxl.styles import sys",
        '"sys" cannot be imported from openpyxl.styles',
    ),
    "openpyxl's reader": (
        "import openpyxl.reader.excel",
        'module "openpyxl.reader.excel" cannot be imported by a macro',
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_private_ways_are_refused_before_the_run(runtime: Runtime, name: str) -> None:
    code, message = REFUSED[name]
    outcome = runtime.execute(IMPORTS + CELL + code, mode="write")
    assert outcome.error is not None
    assert outcome.error.code == "refused"
    assert [refusal.message for refusal in outcome.error.refusals] == [message]


RAISED = {
    # namedtuple's own names are the one kind with an underscore that a macro may write
    "a maker's part by a name of namedtuple": ("Font._make", "'Maker' object has no attribute '_make'"),
    "a look's part by a name of namedtuple": (
        "cell.font._replace(bold=1)",
        "'Font' object has no attribute '_replace'",
    ),
    "deriving from a font": (
        "class Mine(Font):\n    pass",
        "a class cannot derive from a value of type Maker in a macro",
    ),
    "deriving from a look's type": (
        "class Mine(type(cell.font)):\n    pass",
        "a class cannot derive from Font in a macro",
    ),
    "making one through type": ("type(cell.font)(name='x')", "a macro cannot make a Font"),
    "setting a maker's part": ("Font.bold = True", "attributes of Maker cannot be set or deleted by a macro"),
    "setting a part by setattr": (
        "setattr(cell.font, 'bold', True)",
        "a Font never changes, so its bold cannot be set",
    ),
    "deleting a part": ("del cell.font.bold", "a Font never changes, so its bold cannot be deleted"),
    "adding to a part": ("cell.font.size += 1", "a Font never changes, so its size cannot be set"),
    "a private part by getattr": (
        "getattr(cell.font, '__struct_' + 'fields__')",
        'attribute "__struct_fields__" is not available to a macro',
    ),
    "a private part by format": (
        "'{0.__class__}'.format(cell.font)",
        'attribute "__class__" is not available to a macro',
    ),
    "setting a name of the module": (
        "import openpyxl\nopenpyxl.styles.Font = 1",
        "attributes of a module cannot be set or deleted by a macro",
    ),
    "private arguments": ("Font(**{'_x': 1})", "Font has no argument '_x'"),
    "private changes": ("cell.font.copy(**{'__class__': 1})", "copy has no argument '__class__'"),
    "arguments whose names lie": (
        """class Name(str):
    def __hash__(self): return hash('bold')
    def __eq__(self, other): return True
Font(**{Name('x'): 1})""",
        "the names of Font's arguments are plain text",
    ),
    "names that lie to a named style": (
        "class Name(str):\n    def __str__(self): return 1\nNamedStyle(**{Name('name'): 'x'})",
        "NamedStyle has no argument 'name'",
    ),
    "a colour that lies": (
        "class Hex(str):\n    pass\nFont(color=Hex('FF0000'))",
        "Font(color=...) takes a colour as text, not Hex",
    ),
    "a name that lies": ("class Name(str):\n    pass\nFont(name=Name('x'))", "Font(name=...) takes text, not Name"),
    "a number that lies": (
        "class Size(int):\n    def __le__(self, other): return True\nFont(size=Size(9**9))",
        "Font(size=...) takes a number, not Size",
    ),
    "a truth that lies": (
        "class Yes:\n    def __bool__(self): return True\nFont(bold=Yes())",
        "Font(bold=...) takes True or False, not Yes",
    ),
    "a list that lies": (
        "class Many(list):\n    pass\nGradientFill(stop=Many(['FF0000', '00FF00']))",
        "GradientFill(stop=...) takes a list of colours, not Many",
    ),
    "a side that lies": (
        "class Line:\n    style = 'thin'\n    color = None\nBorder(left=Line())",
        "Border(left=...) takes a Side, not Line",
    ),
    "a font that lies": (
        "class Mine:\n    name = 'x'\n    size = 1\ncell.font = Mine()",
        "font takes a Font, not Mine",
    ),
    "the wrong look": ("cell.font = PatternFill()", "font takes a Font, not PatternFill"),
    "a maker as a value": ("cell.font = Font", "font takes a Font, not Maker"),
    "a style that lies": (
        "class Name(str):\n    pass\ncell.style = Name('Good')",
        "style takes the name of a named style or a NamedStyle, not Name",
    ),
    "a huge name": (
        "Font(name='x' * 10**6)",
        "Font(name=...) takes a font's name of 1 to 31 printable characters",
    ),
    "a control character": (
        "Font(name='a\\x00b')",
        "Font(name=...) takes a font's name of 1 to 31 printable characters",
    ),
    "a lone surrogate": (
        "Font(name='a\\ud800b')",
        "Font(name=...) takes a font's name of 1 to 31 printable characters",
    ),
    "a surrogate in a style's name": (
        "NamedStyle(name='\\ud800')",
        "the name of a style is 1 to 255 printable characters",
    ),
    "a control character in a style's name": (
        "NamedStyle(name='a\\nb')",
        "the name of a style is 1 to 255 printable characters",
    ),
    "not a number": ("Font(size=float('nan'))", "Font(size=...) takes 1 to 409"),
    "an infinite number": ("Color(theme=1, tint=float('inf'))", "Color(tint=...) takes -1 to 1"),
    "an endless number": ("Font(size=10**400)", "Font(size=...) takes 1 to 409"),
    "markup as a colour": (
        "Color('\"/><x/>')",
        "Color(rgb=...) has no colour '\"/><x/>'",
    ),
    "markup as a border": ("Side(style='thin\"/>')", "Side(style=...) has no choice 'thin\"/>'"),
    "more stops than any": (
        "GradientFill(stop=['FF0000'] * 10**6)",
        "GradientFill(stop=...) takes 2 to 256 colours",
    ),
    "a reference of every cell": (
        "from openpyxl.utils import rows_from_range\nrows_from_range('A1:XFD1048576')",
        "'A1:XFD1048576' has more than 1,000,000 cells",
    ),
    "a reference that lies": (
        "from openpyxl.utils import coordinate_to_tuple\nclass Ref(str):\n    pass\ncoordinate_to_tuple(Ref('A1'))",
        "Ref is no cell",
    ),
    "an epoch that lies": (
        """import datetime
from openpyxl.utils.datetime import from_excel
from_excel(1, epoch=datetime.datetime(2000, 1, 1))""",
        "an epoch is WINDOWS_EPOCH or MAC_EPOCH",
    ),
}


@pytest.mark.parametrize("name", RAISED)
def test_what_lies_or_overflows_raises_an_ordinary_error(runtime: Runtime, name: str) -> None:
    code, message = RAISED[name]
    outcome = runtime.execute(IMPORTS + CELL + code, mode="write")
    assert outcome.error is not None
    assert outcome.error.message == message
    assert outcome.changes == ()


def test_a_subclass_check_and_an_instance_check_tell_and_give_nothing(runtime: Runtime) -> None:
    code = (
        "class Mine:\n    pass\n"
        "return [isinstance(cell.font, Font), isinstance(Mine(), Font), isinstance(Font, Font), issubclass(Mine, Font),"
        " type(cell.font).__name__, repr(Font), cell.font == cell.font.copy(), len({cell.font, cell.font.copy()})]"
    )
    outcome = runtime.execute(IMPORTS + CELL + code)
    assert outcome.error is None
    assert outcome.value == [True, False, False, False, "Font", "<class 'Font'>", True, 1]


def test_markup_in_a_font_s_name_is_text_in_the_file(runtime: Runtime, tmp_path: Path) -> None:
    import openpyxl

    name = "a\"/><b val='1'/>&lt;"
    code = (
        f"cell.font = Font(name={name!r}, size=11)\nstyle = NamedStyle(name={name!r})\ncell.offset(1, 0).style = style"
    )
    assert runtime.execute(IMPORTS + CELL + code, mode="write").error is None
    saved = runtime.save(str(tmp_path / "saved.xlsx"))
    sheet = openpyxl.load_workbook(saved)["Data"]
    assert (sheet["A1"].font.name, sheet["A1"].font.b, sheet["A2"].style) == (name, False, name)


def test_more_formats_than_a_file_holds_are_a_limit(runtime: Runtime) -> None:
    code = (
        "ws = workbook['Data']\n"
        "for tint in range(300):\n    for size in range(300):\n"
        "        color = Color(theme=1, tint=tint / 300)\n"
        "        ws.cell(tint + 1, size + 1).font = Font(name='x', size=1 + size, color=color)\n"
    )
    before = runtime.state_hash()
    outcome = runtime.execute(IMPORTS + code, mode="write", limits=Limits(mutations=1_000_000))
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.message, outcome.error.hint) == (
        "limit",
        "a workbook holds at most 64,000 different cell formats",
        "Use fewer different fonts, fills and formats, or number formats.",
    )
    assert runtime.state_hash() == before


def test_a_read_run_changes_no_look(runtime: Runtime) -> None:
    for code in (
        "cell.font = Font()",
        "cell.style = 'Good'",
        "workbook['Data']['A1:B2'].alignment = Alignment()",
    ):
        outcome = runtime.execute(IMPORTS + CELL + code)
        assert outcome.error is not None
        assert (outcome.error.code, outcome.changes) == ("read_only", ())
