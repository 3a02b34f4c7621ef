"""The modules of openpyxl that a macro may import, made of this project's own values. Security-critical.

Each is a bare module object that holds exactly the names listed here; openpyxl itself is nowhere within reach.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final, get_args

from ..model import look
from ..xlsx.date import EPOCH_1900, EPOCH_1904
from . import reference
from .maker import CELLS, LOOKS

_COLORS: Final = {
    "BLACK": "00000000",
    "WHITE": "00FFFFFF",
    "RED": "00FF0000",
    "DARKRED": "00800000",
    "BLUE": "000000FF",
    "DARKBLUE": "00000080",
    "GREEN": "0000FF00",
    "DARKGREEN": "00008000",
    "YELLOW": "00FFFF00",
    "DARKYELLOW": "00808000",
}
_NUMBERS: Final = {
    "FORMAT_GENERAL": "General",
    "FORMAT_TEXT": "@",
    "FORMAT_NUMBER": "0",
    "FORMAT_NUMBER_00": "0.00",
    "FORMAT_NUMBER_COMMA_SEPARATED1": "#,##0.00",
    "FORMAT_NUMBER_COMMA_SEPARATED2": "#,##0.00_-",
    "FORMAT_PERCENTAGE": "0%",
    "FORMAT_PERCENTAGE_00": "0.00%",
    "FORMAT_DATE_YYYYMMDD2": "yyyy-mm-dd",
    "FORMAT_DATE_YYMMDD": "yy-mm-dd",
    "FORMAT_DATE_DDMMYY": "dd/mm/yy",
    "FORMAT_DATE_DMYSLASH": "d/m/y",
    "FORMAT_DATE_DMYMINUS": "d-m-y",
    "FORMAT_DATE_DMMINUS": "d-m",
    "FORMAT_DATE_MYMINUS": "m-y",
    "FORMAT_DATE_XLSX14": "mm-dd-yy",
    "FORMAT_DATE_XLSX15": "d-mmm-yy",
    "FORMAT_DATE_XLSX16": "d-mmm",
    "FORMAT_DATE_XLSX17": "mmm-yy",
    "FORMAT_DATE_XLSX22": "m/d/yy h:mm",
    "FORMAT_DATE_DATETIME": "yyyy-mm-dd h:mm:ss",
    "FORMAT_DATE_TIME1": "h:mm AM/PM",
    "FORMAT_DATE_TIME2": "h:mm:ss AM/PM",
    "FORMAT_DATE_TIME3": "h:mm",
    "FORMAT_DATE_TIME4": "h:mm:ss",
    "FORMAT_DATE_TIME5": "mm:ss",
    "FORMAT_DATE_TIME7": "i:s.S",
    "FORMAT_DATE_TIME8": "h:mm:ss@",
    "FORMAT_DATE_TIMEDELTA": "[hh]:mm:ss",
    "FORMAT_CURRENCY_USD_SIMPLE": '"$"#,##0.00_-',
    "FORMAT_CURRENCY_USD": "$#,##0_-",
    "FORMAT_CURRENCY_EUR_SIMPLE": "[$EUR ]#,##0.00_-",
}
"""Format codes under openpyxl's names for them."""


def _words(prefix: str, words: Any) -> dict[str, str]:
    return {f"{prefix}_{word.upper()}": word for word in get_args(words)}


def _fill_words() -> dict[str, str]:
    """FILL_SOLID, FILL_PATTERN_DARKGRAY and the like."""
    found = {f"FILL_PATTERN_{word.upper()}": word for word in get_args(look.Pattern) if word != "solid"}
    return {"FILL_NONE": "none", "FILL_SOLID": "solid", **found}


_LETTERS: Final = (
    "absolute_coordinate", "cols_from_range", "column_index_from_string", "coordinate_to_tuple", "get_column_interval",
    "get_column_letter", "quote_sheetname", "range_boundaries", "range_to_tuple", "rows_from_range",
)  # fmt: skip
_REFERENCES: Final = {name: getattr(reference, name) for name in _LETTERS}
_STYLES: Final = {name: maker for name, maker in LOOKS.items() if name not in ("Stop",)}

_CONTENT: Final[dict[str, dict[str, Any]]] = {
    "openpyxl.styles.alignment": {"Alignment": LOOKS["Alignment"]},
    "openpyxl.styles.borders": {
        "Border": LOOKS["Border"],
        "Side": LOOKS["Side"],
        **_words("BORDER", look.Line),
        "BORDER_NONE": None,
    },
    "openpyxl.styles.colors": {"Color": LOOKS["Color"], **_COLORS},
    "openpyxl.styles.fills": {
        **{name: LOOKS[name] for name in ("Fill", "GradientFill", "PatternFill", "Stop")},
        **_fill_words(),
    },
    "openpyxl.styles.fonts": {"Font": LOOKS["Font"]},
    "openpyxl.styles.named_styles": {"NamedStyle": LOOKS["NamedStyle"]},
    "openpyxl.styles.numbers": {**_NUMBERS, "is_date_format": reference.is_date_format},
    "openpyxl.styles.protection": {"Protection": LOOKS["Protection"]},
    "openpyxl.styles": {**_STYLES, "is_date_format": reference.is_date_format},
    "openpyxl.utils.cell": {**_REFERENCES, "coordinate_from_string": reference.coordinate_from_string},
    "openpyxl.utils.datetime": {
        "from_excel": reference.from_excel,
        "to_excel": reference.to_excel,
        "WINDOWS_EPOCH": EPOCH_1900,
        "MAC_EPOCH": EPOCH_1904,
        "CALENDAR_WINDOWS_1900": EPOCH_1900,
        "CALENDAR_MAC_1904": EPOCH_1904,
    },
    "openpyxl.utils": dict(_REFERENCES),
    "openpyxl.cell.cell": {name: CELLS[name] for name in ("Cell", "MergedCell")},
    "openpyxl.cell": {name: CELLS[name] for name in ("Cell", "MergedCell")},
    "openpyxl.worksheet.worksheet": {"Worksheet": CELLS["Worksheet"]},
    "openpyxl.worksheet": {},
    "openpyxl.workbook.workbook": {"Workbook": CELLS["Workbook"]},
    "openpyxl.workbook": {"Workbook": CELLS["Workbook"]},
    "openpyxl": {},
}
"""By module, the names it holds; a package also holds its modules, under their last names."""


def openpyxl_modules() -> dict[str, ModuleType]:
    """Fresh module objects by their full names."""
    modules: dict[str, ModuleType] = {}
    for full_name, content in _CONTENT.items():
        module = modules[full_name] = ModuleType(full_name)
        names = vars(module)
        names.clear()  # above all __name__: with a text there, an import would fall back to sys.modules
        names.update(content)
    for full_name, module in modules.items():
        package, _, name = full_name.rpartition(".")
        if package:
            vars(modules[package])[name] = module
    return modules
