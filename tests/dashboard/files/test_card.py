"""Pictures of links: where what is written and drawn stands, and where words are cut."""

from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest

from dashboard.files.card import Canvas, Card, png
from engine.tables.outcomes import OUTCOME_NAMES
from engine.wording.sentences import Part

TITLE = (
    Part("42.1 % of games never end", "endless"),
    Part("; "),
    Part("player 1", "player 1"),
    Part(" wins more of the others than anyone had expected, by far."),
)
LONG = "a line that has to be cut before it ends, since no card is as wide as all that, nor as any more words"
SHARES = dict(zip(OUTCOME_NAMES, ((0.48, "48.0 %"), (0.3, "30.0 %"), (0.0005, "0.1 %")), strict=False))
CARDS = {
    "nothing but words": Card(TITLE, f"This is {LONG}", f"Rules with {LONG}"),
    "one bar": Card(TITLE, "A line", "Rules", bars={"": SHARES}),
    "rule sets": Card(TITLE[:1], "", "Rules", bars={"One": SHARES, f"Two, {LONG}": SHARES}),
    "twelve rule sets": Card(TITLE[:1], "", "Rules", bars={f"Rules {place}": SHARES for place in range(12)}),
    "sentences": Card(TITLE, "A line", "Rules", ["One.", f"Two: {LONG}", *["More."] * 9]),
    "one word": Card((Part("M" * 99),), "A line", "Rules"),
}


def test_a_turned_card_is_drawn_whole_and_a_line_as_broad_as_two_signs() -> None:
    canvas = Canvas()
    canvas.line((100, 100), (200, 100), "#000000")
    assert canvas.image.convert("L").histogram()[0] == 2 * 101
    canvas = Canvas()
    canvas.card((300, 300), (100, 150), 30, "#000000", "#000000")
    assert 100 * 150 * 0.97 < canvas.image.convert("L").histogram()[0] < 100 * 150


@pytest.mark.parametrize("name", CARDS)
def test_what_stands_where(name: str, reviewed: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[str]()

    def noted(method: str) -> Callable[..., None]:
        drawn = getattr(Canvas, method)

        def call(canvas: Canvas, place: Any, *what: Any) -> None:
            at = ", ".join(f"{number:.0f}" for number in place)
            bound = signature(drawn).bind(canvas, place, *what)
            bound.apply_defaults()
            calls.append(f"{method} {at}: {', '.join(map(str, bound.args[2:]))}")
            drawn(canvas, place, *what)

        return call

    for method in ("text", "line", "bar", "card"):
        monkeypatch.setattr(Canvas, method, noted(method))
    assert png(CARDS[name])[:8] == b"\x89PNG\r\n\x1a\n"
    reviewed("\n".join(calls))
