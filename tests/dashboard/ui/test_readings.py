"""How a paste was read, on the pages: each reading said in full, with the first cards of both decks."""

import pytest
from approved import Reviewed
from apps import opened_at
from streamlit.testing.v1 import AppTest

BOXES = {"game": "paste_text", "diagnose": "diagnose_deal"}
KEYS = {"game": "reading_", "diagnose": "diagnose_"}
CARDS = "Ten of Hearts, Nine of Spades, Two of Clubs\nJack of Spades, Queen of Diamonds, Ace of Hearts"
PAGE = "Two **tests**\n\nInput: AKQ, KQJ\nOutput: True\n<img src=x>\nInput: 23, 45\nOutput: False"
PASTES = {
    "23456789TJQKA" * 4: 1,
    " ".join(map(str, range(1, 27))) + "\n" + " ".join(map(str, range(27, 53))): 2,
    f"My deal:\n{CARDS}": 0,
    PAGE: None,
    "Dear all,\nAda dealt me a bad deck: an ace and a deuce.\nWhat can be done?": None,
}
"""What is pasted, and which of the readings that are offered is chosen."""


def pasted(view: str, text: str) -> AppTest:
    app = opened_at(view, {})
    if view == "game":
        app.segmented_control(key="source").set_value("Paste").run()
    app.text_area(key=BOXES[view]).set_value(text).run()
    return app


def output(app: AppTest) -> list[str]:
    """Return what is said of a paste in text, code, notes and folds."""
    folds = [
        f"{fold.label}: {fold.text[0].value}" for fold in app.expander if fold.label.startswith("Skipped")
    ]
    notes = [str(element.value) for element in app.markdown if element.value.startswith(":small[:gray[")]
    return [*folds, *(str(element.value) for element in (*app.text, *app.code)), *notes]


@pytest.mark.parametrize("view", BOXES)
def test_how_a_paste_was_read(view: str, reviewed: Reviewed) -> None:
    lines, before = list[str](), {*output(pasted(view, ""))}

    def new(app: AppTest) -> list[str]:
        return [line for line in output(app) if line not in before]

    for text, choice in PASTES.items():
        app = pasted(view, text)
        offers = [button for button in app.button if str(button.key).startswith(KEYS[view])]
        assert "T92/JQA" not in str(app.query_params), "nothing is played before somebody says yes"
        lines += [f"# {text!r}", *(f"[{button.label}]" for button in offers), *new(app)]
        if choice is not None:
            offers[choice].click().run()
            lines += [f"## {choice}", *new(app)]
    reviewed("\n".join(lines))


def test_the_verdicts_found_are_what_the_judge_expects() -> None:
    app = pasted("diagnose", PAGE)
    assert app.text_area(key="diagnose_expected").value == "True\nFalse"
    app.text_area(key="diagnose_got").set_value("False\nFalse").run()
    assert app.query_params["deals"] == "AKQ/KQJ_23/45"
    assert app.query_params["expected"] == "True_False"
