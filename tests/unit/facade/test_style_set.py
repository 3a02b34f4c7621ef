"""style.set: what it refuses, what it leaves behind when it is taken back, and how its changes are told."""

from __future__ import annotations

import pytest
from macrocell.facade.change import Change
from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.model import style as model_style
from macrocell.facade.workbook.model.look import (
    Alignment,
    Border,
    Color,
    Font,
    GradientFill,
    NamedLook,
    PatternFill,
    Protection,
    Side,
    Stop,
)
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import StylePatch, StyleSet, apply_all, decode, encode, take_back
from macrocell.facade.workbook.mutation.wire import VERSION
from macrocell.facade.workbook.style_diff import described
from support.models import apply, everything, sample, sample_host

A1 = Rect(0, 0, 0, 0)
OWN = NamedLook("own", font=Font(bold=True))


def style_set(patch: StylePatch, *rects: Rect) -> StyleSet:
    return StyleSet(sheet="s1", rects=rects or (A1,), patch=patch)


def test_a_named_style_comes_with_its_first_cell_and_goes_when_that_is_taken_back() -> None:
    model = sample()
    before = everything(model)
    applied = apply_all(model, [style_set(StylePatch(style=OWN, font=OWN.font))])
    assert model.styles.named["own"] == OWN
    take_back(model, applied)
    assert (set(model.styles.named), everything(model)) == ({"Normal"}, before)


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (NamedLook("own"), "the named style 'own' of the workbook looks different"),
        (NamedLook("OWN", font=Font(bold=True)), "there is a named style 'own', and names differ by more than case"),
    ],
)
def test_another_style_of_the_same_name_is_a_conflict(look: NamedLook, message: str) -> None:
    model = sample()
    apply_all(model, [style_set(StylePatch(style=OWN))])
    with pytest.raises(MutationConflict) as caught:
        apply_all(model, [style_set(StylePatch(style=look))])
    assert str(caught.value) == message


def test_one_format_too_many_is_a_conflict_before_anything_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_style, "MAX_STYLES", 2)
    model = sample()
    apply_all(model, [style_set(StylePatch(font=Font(bold=True)), Rect(0, 0, 9, 9))])
    before = everything(model)
    with pytest.raises(MutationConflict) as caught:
        apply_all(model, [style_set(StylePatch(font=Font(italic=True)), Rect(0, 0, 0, 0), Rect(30, 0, 30, 0))])
    assert str(caught.value) == "a workbook holds at most 64,000 different cell formats"
    assert everything(model) == before


HOSTILE: list[tuple[dict[str, object], str]] = [
    ({"font": {"name": "a\x00"}}, "Expected `str` matching regex"),
    ({"font": {"name": "x" * 256}}, "Expected `str` of length <= 255"),
    ({"font": {"size": float("nan")}}, "Expected `float` >= 0.1"),
    ({"font": {"size": 1e9}}, "Expected `float` <= 1000.0"),
    ({"font": {"underline": '"/><x'}}, "Invalid enum value"),
    ({"font": {"color": {"rgb": "FF0000"}}}, "Expected `str` matching regex"),
    ({"font": {"color": {"rgb": "FF000000\n"}}}, "Expected `str` matching regex"),
    ({"font": {"bold": 1}}, "Expected `bool`, got `int`"),
    ({"font": {"bald": True}}, "Object contains unknown field `bald`"),
    ({"fill": {"fill": "pattern", "pattern_type": "plaid"}}, "Invalid enum value"),
    ({"fill": {"fill": "picture"}}, "Invalid value"),
    ({"fill": {"fill": "gradient", "stops": [[0.0, {}]] * 257}}, "Expected `array` of length <= 256"),
    ({"border": {"left": {"style": "wavy"}}}, "Invalid enum value"),
    ({"alignment": {"text_rotation": 256}}, "Expected `int` <= 255"),
    ({"style": {"name": ""}}, "Expected `str` of length >= 1"),
    ({"style": {"name": "a\nb"}}, "Expected `str` matching regex"),
    ({"style": {"name": "a", "number_format": "0\x00"}}, "a number format with a control character"),
    ({"colour": "red"}, "Object contains unknown field `colour`"),
    ({}, "a style patch that sets nothing"),
]


@pytest.mark.parametrize(("patch", "message"), HOSTILE, ids=[str(number) for number in range(len(HOSTILE))])
def test_a_look_that_breaks_the_schema_is_refused(patch: dict[str, object], message: str) -> None:
    import msgspec

    mutation = {"type": "style.set", "sheet": "s1", "rects": [[0, 0, 0, 0]], "patch": patch}
    with pytest.raises(MutationInvalid, match=message):
        decode(msgspec.msgpack.encode([VERSION, [mutation]]), from_run=True)


def test_changes_are_told_by_property_in_a_few_words() -> None:
    patch = StylePatch(font=Font(name="Arial", size=9.0, bold=True), alignment=Alignment(horizontal="center"))
    told = apply(sample_host(), "t1", encode([style_set(patch, Rect(0, 0, 1, 1), Rect(2, 0, 2, 0))])).changes
    assert told == (
        Change(kind="font", sheet="Data", range="A1:B2", before="Calibri 11", after="Arial 9 bold", cells=4),
        Change(kind="font", sheet="Data", range="A3", before="Calibri 11", after="Arial 9 bold", cells=1),
        Change(kind="alignment", sheet="Data", range="A1:B2", before="none", after="center", cells=4),
        Change(kind="alignment", sheet="Data", range="A3", before="none", after="center", cells=1),
    )


def test_a_large_change_is_told_by_the_rectangle_that_was_written() -> None:
    patch = StylePatch(fill=PatternFill("solid", Color(rgb="FFFF0000")))
    told = apply(sample_host(), "t1", encode([style_set(patch, Rect(0, 0, 2999, 99))])).changes
    assert told == (
        Change(kind="fill", sheet="Data", range="A1:CV3000", before="none", after="solid FFFF0000", cells=300_000),
    )


def test_a_look_that_was_there_already_is_no_change() -> None:
    assert apply(sample_host(), "t1", encode([style_set(StylePatch(protection=Protection()))])).changes == ()


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (Font(), "none"),
        (
            Font("Arial", 9.5, True, True, "double", True, Color(theme=4, tint=0.25), "subscript"),
            "Arial 9.5 bold italic strike underline double subscript color theme 4 tint 0.25",
        ),
        (Font(color=Color(indexed=5)), "color indexed 5"),
        (Font(color=Color(auto=True)), "color auto"),
        (PatternFill("darkUp", Color(rgb="FF000000"), Color(rgb="FFFFFFFF")), "darkUp FF000000 on FFFFFFFF"),
        (PatternFill(None, Color(rgb="FF000000")), "none"),
        (
            GradientFill(stops=(Stop(0.0, Color(rgb="FF000000")), Stop(1.0, Color(rgb="FFFFFFFF")))),
            "linear gradient FF000000 FFFFFFFF",
        ),
        (Border(*[Side("thin")] * 4), "all thin"),
        (Border(bottom=Side("thick", Color(rgb="FF000000")), diagonal=Side("hair"), diagonal_up=True),
         "bottom thick FF000000, diagonal hair"),
        (Alignment("left", "top", 45, True, True, 2), "left vertical top rotated 45 wrap shrink indent 2"),
        (Protection(False, True), "unlocked hidden"),
        ("0.00", "0.00"),
        (None, None),
    ],
)  # fmt: skip
def test_a_look_in_words(look: object, words: str | None) -> None:
    assert described(look) == words
