"""Why a file is refused. After each of these nothing was changed, and the process that read the file lives on.

FacadeError
└── FileRefusedError            part names the member of the package, "" for the whole file
    ├── EncryptedFileError      password-protected: an OLE container around an encrypted package
    ├── LegacyFileError         .xls of Excel 97-2003, or older
    ├── NotXlsxError            text, CSV, .xlsb, .ods, .docx, any other file
    ├── CorruptFileError        an xlsx that is damaged: container, part, reference or cell
    ├── ZipBombError            a member that inflates out of all proportion, or into another one
    ├── XmlBombError            a document type definition, or markup nested too deep
    └── TooLargeError           more members, bytes, rows or columns than there may be
"""

from __future__ import annotations

from typing import Final

from ...errors import FacadeError


class FileRefusedError(FacadeError):
    """The root: the file cannot be read. part is the member the trouble lies in, "" for the whole file."""

    code = "file_refused"
    cure = "Open it in a spreadsheet application and save it again as .xlsx."

    def __init__(
        self,
        message: str,
        *,
        part: str = "",
        hint: str | None = None,
        limit: float | None = None,
        observed: float | None = None,
    ) -> None:
        text = f"{part}: {message}" if part else message
        super().__init__(text, hint=hint if hint is not None else self.cure, limit=limit, observed=observed)
        self.part = part


class EncryptedFileError(FileRefusedError):
    """The workbook is password-protected."""

    code = "encrypted"
    cure = "Open it with its password in a spreadsheet application and save a copy without a password."


class LegacyFileError(FileRefusedError):
    """A workbook in the binary format of Excel 97-2003 or older."""

    code = "legacy_xls"
    cure = "Open it in a spreadsheet application and save it as .xlsx."


class NotXlsxError(FileRefusedError):
    """Something else than an xlsx workbook."""

    code = "not_xlsx"
    cure = "Give an .xlsx or .xlsm file."


class CorruptFileError(FileRefusedError):
    """An xlsx workbook that is damaged."""

    code = "corrupt"
    cure = "Open it in a spreadsheet application, let it repair the file, and save it as .xlsx."


class ZipBombError(FileRefusedError):
    """A package made to exhaust memory when it is inflated."""

    code = "zip_bomb"
    cure = "Do not trust this file. If it is yours, save it again in a spreadsheet application."


class XmlBombError(FileRefusedError):
    """Markup made to exhaust memory when it is parsed."""

    code = "xml_bomb"
    cure = "Do not trust this file. If it is yours, save it again in a spreadsheet application."


class TooLargeError(FileRefusedError):
    """More than this reader takes."""

    code = "too_large"
    cure = "Split the workbook, or delete what it does not need."


FILE_ERRORS: Final[frozenset[type[Exception]]] = frozenset(
    {
        EncryptedFileError,
        LegacyFileError,
        NotXlsxError,
        CorruptFileError,
        ZipBombError,
        XmlBombError,
        TooLargeError,
    }
)
"""The exact types that reading a file raises."""
