"""A URL makes the store that it names, or says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from macrocell.engine.errors import NotAvailable, StoreUnavailable, StoreUrlInvalid
from macrocell.engine.store import MemoryStore, open_store
from macrocell.engine.store.contract_case import made
from macrocell.engine.store.sqlite import SqliteStore

FORMS = "memory:, sqlite:///relative.db or sqlite:////absolute.db"


def test_memory_is_a_store_of_its_own_each_time() -> None:
    first, second = open_store("memory:"), open_store("memory:")
    made(first)
    assert isinstance(first, MemoryStore)
    assert second.units() == ()


def test_three_slashes_are_relative_to_the_folder_of_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store("sqlite:///a b%20.db")
    monkeypatch.chdir("/")
    made(store)
    store.close()
    assert (tmp_path / "a b%20.db").is_file()
    assert isinstance(store, SqliteStore)
    assert store.url == f"sqlite:///{tmp_path}/a b%20.db"


def test_four_slashes_are_absolute_and_its_own_url_opens_it_again(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/store.db")
    unit = made(store)
    store.close()
    assert isinstance(store, SqliteStore)
    again = open_store(store.url)
    assert again.units() == (unit,)
    again.close()


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "book.db",
            "no URL of a store: it has no scheme",
            f"Write {FORMS}; a file is sqlite:///book.db.",
        ),
        (
            "",
            "no URL of a store: it has no scheme",
            f"Write {FORMS}.",
        ),
        (
            "mysql://me:secret@host/x",
            "no URL of a store: 'mysql' is no scheme of one",
            f"Write {FORMS}.",
        ),
        (
            "sqlite://store.db",
            "no URL of a store: sqlite: is followed by three slashes, and then by the path",
            "Write sqlite:///relative.db or sqlite:////absolute.db.",
        ),
        (
            "sqlite:store.db",
            "no URL of a store: sqlite: is followed by three slashes, and then by the path",
            "Write sqlite:///relative.db or sqlite:////absolute.db.",
        ),
        (
            "sqlite:///",
            "no URL of a store: sqlite:/// without a file",
            "Name a file, or write memory: for a store in memory.",
        ),
        (
            "sqlite:///:memory:",
            "no URL of a store: sqlite:/// without a file",
            "Name a file, or write memory: for a store in memory.",
        ),
        (
            "sqlite:///a.db?mode=ro",
            "no URL of a store: 'a.db?mode=ro' cannot be the name of its file",
            "Name a file, without options behind a question mark.",
        ),
        (
            "sqlite:///folder/",
            "no URL of a store: 'folder/' cannot be the name of its file",
            "Name a file, without options behind a question mark.",
        ),
        (
            "sqlite:///a\0b",
            "no URL of a store: 'a\\x00b' cannot be the name of its file",
            "Name a file, without options behind a question mark.",
        ),
        (
            "postgresql+psycopg://me:secret@host/x",
            "no URL of a store: 'postgresql+psycopg' is no scheme of one",
            f"Write {FORMS}.",
        ),
        ("memory://", "no URL of a store: memory: is followed by nothing", "Write memory:."),
    ],
)
def test_what_is_no_url_is_told_without_a_password(text: str, message: str, hint: str) -> None:
    with pytest.raises(StoreUrlInvalid) as caught:
        open_store(text)
    assert (caught.value.message, caught.value.hint, caught.value.code) == (message, hint, "usage")


def test_a_store_in_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        open_store(f"sqlite:///{tmp_path}/none/store.db")
    assert caught.value.message == (f"{tmp_path}/none/store.db: it cannot be opened (unable to open database file)")
    assert caught.value.hint == (
        "The folder must be there, and this user must have the right to write the file and the folder."
    )


@pytest.mark.parametrize("text", ["postgresql://me:secret@host/base", "postgres://me:secret@host/base"])
def test_postgresql_is_not_there_yet(text: str) -> None:
    with pytest.raises(NotAvailable) as caught:
        open_store(text)
    assert "secret" not in str(caught.value)
    assert caught.value.hint == f"Write {FORMS}."
