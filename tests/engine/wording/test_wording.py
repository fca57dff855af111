"""Rules, verdicts and mistakes in words: all there are, as an approval file."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from engine import Deal, Game, Reason, play, rules_called
from engine.diagnose import Program
from engine.diagnose.search import explanation_words
from engine.numbers import count
from engine.rules import ENUMS, PLAYABLE, RULE_DESCRIPTIONS, description_of
from engine.wording import explained, plain, sentences

VALUES: dict[str, tuple[Any, ...]] = {name: tuple(kind) for name, kind in ENUMS.items()}
USUAL = "1.LOSER_FIRST.LOSES.DRAW.HIGH"


def test_every_value_of_every_rule(snapshot: SnapshotAssertion) -> None:
    rows = []
    for name, values in {"face_down": (0, 1, 2, 10, 11, 99), **VALUES}.items():
        rule = RULE_DESCRIPTIONS[name]
        rows.append(f"{name}: {rule.label} | {rule.varied}")
        for value in values:
            output = description_of(value)
            rows += [
                f"  {output.text}: {output.brief} | {output.cell} | {output.rare}",
                f"    {sentences.value_in_words(value)}",
                f"    Your program {output.does}. The judge {output.does}.",
            ]
    assert "\n".join(rows) == snapshot


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_rule_of_every_preset_is_one_plain_sentence_with_its_deciding_words(name: str) -> None:
    shown = sentences.rules_in_words(PLAYABLE[name])
    assert list(shown) == ["face_down", *ENUMS]
    for field, sentence in shown.items():
        text = plain(sentence)
        assert (text.endswith("."), text.count("."), "*" in text) == (True, 1, False)
        assert [part.about for part in sentence].count("key") == 1
        assert all(part.text for part in sentence)
        assert text == sentences.value_in_words(getattr(PLAYABLE[name], field))


CALLED = (
    *PLAYABLE,
    *(f"{cards}.{rest}" for cards in (1, 2, 3) for rest in ("LOSER_FIRST.LOSES.DRAW.HIGH",)),
    *("2.PLAYER_2_FIRST.LOSES.DRAW.HIGH", "3.PLAYER_1_FIRST.LOSES.DRAW.HIGH", "3.RANDOM.STEAL.DRAW.HIGH"),
    *("0.RANDOM.STEAL.PLAYER_1.LOW_WINS", "1.WINNER_FIRST.LOSES.DRAW.HIGH"),
)


def test_rule_sets_are_called_after_what_they_change(snapshot: SnapshotAssertion) -> None:
    rows = [
        f"{name}: {' | '.join(sentences.named(name))} | {sentences.in_brief(rules_called(name))}"
        for name in CALLED
    ]
    assert "\n".join(rows) == snapshot
    # Of equally near presets the first that is asked for is named.
    code = "1.PLAYER_1_FIRST.LOSES.DRAW.HIGH"
    near = (), ("programming-challenges",), ("kbwar",), ("norvig", "kbwar"), ("kbwar", "norvig")
    ends = [sentences.named(code, near[at])[1] for at in range(3)]
    ends += [sentences.named("3.RANDOM.FEWER_DOWN.DRAW.HIGH", near[at])[1] for at in (3, 4)]
    assert [end.removeprefix("all other rules as in ") for end in ends] == [
        *("Code golf", "Programming Challenges", "Code golf", "Norvig", "kbWar")
    ]


LAST_CARD = "1.LOSER_FIRST.LAST_CARD.DRAW.HIGH"
GAMES = (
    *(("A/2", "code-golf"), ("2/A", "code-golf"), ("2/22", "code-golf"), ("2A/2K", "code-golf")),
    ("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47", "code-golf"),
    *(("AAAAA2/AAAAAK", "code-golf"), ("2/2", "programming-challenges-code")),
    ("22/22", "1.LOSER_FIRST.LOSES.PLAYER_1.HIGH"),
    *(("2222/22222", "codingame"), ("22222/2222", "codingame"), ("222/22", "codingame")),
    *(("2232222/2242222", LAST_CARD), ("23/4", "code-golf"), ("234/343", "code-golf")),
    *(("/", "code-golf"), ("2/", "code-golf"), ("/2", "code-golf")),
)


def test_verdicts(snapshot: SnapshotAssertion) -> None:
    games: list[Game] = [play(Deal.parse(deal), rules_called(rules)) for deal, rules in GAMES]
    games.append(play(Deal.parse("2A3K/2A4Q"), rules_called("code-golf"), limit=1))
    assert {game.outcome.reason for game in games} == {*Reason} == {*sentences.REASON_WORDS}
    rows = [
        f"{game.deal.text}: {plain(sentences.verdict(game))} {plain(sentences.because(game))}"
        f" ({sentences.REASON_WORDS[game.outcome.reason]})"
        for game in games
    ]
    assert "\n".join(rows) == snapshot
    second = sentences.Part("Player 2", "player 2")
    assert sentences.verdict(games[1])[0] == second == sentences.player(2, capital=True)
    assert sentences.player(1) == sentences.Part("player 1", "player 1")
    assert sentences.Part("never ends", "endless") in sentences.verdict(games[12])
    assert [count(number, "war") for number in (0, 1, 31920)] == ["0 wars", "1 war", "31,920 wars"]


EXPLAINED = (
    *(("code-golf", "code-golf"), ("3.WINNER_FIRST.LOSES.DRAW.HIGH", USUAL), ("codingame", "code-golf")),
    *(("wikipedia", "norvig"), ("0.AS_DEALT.STEAL.DRAW.HIGH", "code-golf")),
    (USUAL, "11.RANDOM.LOSES.DRAW.HIGH"),
    *(
        (f"{rules}+{mistakes}", "code-golf")
        for rules, mistakes in (
            *(("code-golf", "10-as-1"), ("advent-of-code-22", "10-as-1+one-too-many")),
            *(("code-golf", "stops-at-1000-drawn"), ("code-golf", "stops-at-100-more")),
            *(("code-golf", "queue-of-26-loses-new"), ("code-golf", "10-as-1+counts-battles+one-too-few")),
        )
    ),
)


def test_what_a_program_does_otherwise_than_its_judge(snapshot: SnapshotAssertion) -> None:
    rows = [
        f"{program} / {judge}: {plain(explanation_words(Program.parse(program), rules_called(judge)))}"
        for program, judge in EXPLAINED
    ]
    assert "\n".join(rows) == snapshot
    parts = explanation_words(Program(PLAYABLE["advent-of-code-22"]), PLAYABLE["code-golf"])
    deciding = [part.text for part in parts if part.about == "key"]
    assert deciding == ["all of the winner’s cards first", "all of the loser’s cards first"]


def test_words_of_the_glossary_are_found_in_texts(snapshot: SnapshotAssertion) -> None:
    texts = (
        "Half of the games end by round 168.",
        "So it is in 95\xa0% of runs.",
        "± 3 points, 95\xa0% intervals; the median of decided games on the same deals, seed 7",
        "The judge’s PAT: 1,312 plays, 3 battles, two wars deep; a pick-up; it never ends or is cut off.",
        "Rewards, warning, seeded, judged: none of these.",
    )
    rows = [f"{text}: {', '.join(term.word for term in explained(text))}" for text in texts]
    assert "\n".join(rows) == snapshot
