"""How a paste was read, on the pages: each reading said in full, with the first cards of both decks."""

import pytest
from apps import opened_at
from streamlit.testing.v1 import AppTest

PACK = "23456789TJQKA" * 4
NUMBERS = " ".join(map(str, range(1, 27))) + "\n" + " ".join(map(str, range(27, 53)))
BOXES = {"game": "paste_text", "diagnose": "diagnose_deal"}
KEYS = {"game": "reading_", "diagnose": "diagnose_"}


def pasted(view: str, text: str) -> AppTest:
    app = opened_at(view, {})
    if view == "game":
        app.segmented_control(key="source").set_value("Paste").run()
    app.text_area(key=BOXES[view]).set_value(text).run()
    assert not app.exception
    return app


def offers(app: AppTest, view: str) -> dict[str, str]:
    """Return label -> first cards of the readings that are offered."""
    labels = [button.label for button in app.button if str(button.key).startswith(KEYS[view])]
    return dict(zip(labels, [code.value for code in app.code], strict=False))


@pytest.mark.parametrize("view", BOXES)
def test_two_readings_of_a_pack_have_two_labels_and_their_first_cards(view: str) -> None:
    app = pasted(view, PACK)
    assert offers(app, view) == {
        "A pack dealt in halves": "1  2 3 4 5 6 7 8 9 …\n2  2 3 4 5 6 7 8 9 …",
        "A pack dealt alternately": "1  2 4 6 8 10 Q A 3 …\n2  3 5 7 9 J K 2 4 …",
    }
    said = "\n".join(str(element.value) for element in app.markdown)
    assert "[One whole pack, the first half to player 1, the second to player 2.]" in said
    assert "[One whole pack, a card to player 1, a card to player 2, and so on.]" in said


@pytest.mark.parametrize("view", BOXES)
def test_card_numbers_are_asked_about_and_the_answer_is_played(view: str) -> None:
    app = pasted(view, NUMBERS)
    assert any("52 numbers, each once" in text.value for text in app.text)
    assert [cards.splitlines()[0] for cards in offers(app, view).values()] == [
        "1  1 2 3 4 5 6 7 8 …",
        "1  3 4 5 6 7 8 9 10 …",
        "1  2 2 2 2 3 3 3 3 …",
        "1  2 3 4 5 6 7 8 9 …",
        "1  A 2 3 4 5 6 7 8 …",
        "1  A A A A 2 2 2 2 …",
    ]
    app.button(key=f"{KEYS[view]}remainder").click().run()
    assert not app.exception
    said = "\n".join(str(element.value) for element in (*app.text, *app.markdown))
    assert "Read as card numbers by remainder: 26 and 26 cards." in said


def passed_over(app: AppTest) -> str:
    (fold,) = (fold for fold in app.expander if fold.label == "What was passed over")
    return str(fold.text[0].value)


WORDS = (
    "My deal:\nTen of Hearts, Nine of Spades, Two of Clubs\nJack of Spades, Queen of Diamonds, Ace of Hearts"
)


@pytest.mark.parametrize("view", BOXES)
def test_a_reading_of_words_waits_for_a_yes(view: str) -> None:
    app = pasted(view, WORDS)
    assert "Read as: 10 9 2 / J Q A. Play this?" in [text.value for text in app.text]
    assert offers(app, view) == {"Yes, play this": "1  10 9 2\n2  J Q A"}
    assert passed_over(app) == "1: My deal:"
    assert "T92/JQA" not in str(app.query_params)
    app.button(key=f"{KEYS[view]}found").click().run()
    assert not app.exception
    said = "\n".join(str(element.value) for element in (*app.text, *app.markdown))
    assert "Read as cards in words, tables or code: 3 and 3 cards." in said


PAGE = "Two **tests**\n\nInput: AKQ, KQJ\nOutput: True\n<img src=x>\nInput: 23, 45\nOutput: False"


@pytest.mark.parametrize("view", BOXES)
def test_deals_among_words_are_found_and_the_lines_passed_over_are_shown(view: str) -> None:
    app = pasted(view, PAGE)
    texts = "\n".join(str(element.value) for element in app.text)
    assert "2 deals found, 2 lines passed over" in texts
    assert passed_over(app) == "1: Two **tests**\n5: <img src=x>"
    assert not [element for element in app.markdown if "tests" in str(element.value)]


def test_the_verdicts_found_are_what_the_judge_expects() -> None:
    app = pasted("diagnose", PAGE)
    assert app.text_area(key="diagnose_expected").value == "True\nFalse"
    app.text_area(key="diagnose_got").set_value("False\nFalse").run()
    assert app.query_params["deals"] == "AKQ/KQJ_23/45"
    assert app.query_params["expected"] == "True_False"


@pytest.mark.parametrize("view", BOXES)
def test_what_is_no_deal_at_all_gets_one_line(view: str) -> None:
    app = pasted(view, "Dear all,\nAda dealt me a bad deck: an ace and a deuce.\nWhat can be done?")
    (line,) = [line for text in app.text for line in str(text.value).splitlines() if "expected" in line]
    assert line.startswith("Line 1, column 1: found Dear all,; a pair of decks was expected.")
