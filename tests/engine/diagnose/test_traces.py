"""A program's log is followed in whatever form it prints, and its first wrong round is found."""

from pathlib import Path
from typing import Any

import pytest
from approved import Reviewed
from chores import as_asked
from deal_choice import JUDGES, plan_of, wrong_programs
from hypothesis import given, settings
from hypothesis import strategies as st
from log_styles import Style, rounds_played, styles
from log_styles import log_of as styled_log
from quick import slow

from engine import Deal, Pack, Rules, deal_cards, diagnose
from engine.diagnose import Kind, Program, first_difference, logs
from engine.formats import NotationError
from engine.rules import PLAYABLE, rules_called
from engine.wording.sentences import plain

check_log, trace_diff = as_asked(logs.check_log), as_asked(diagnose.trace_diff)  # as pages ask a worker
DEAL = deal_cards(Pack(13, 4), seed=2, number=5)
SOME = 40  # rounds in a log


def shown(deal: Deal, rules: Rules, text: str) -> str:
    """Return all that is found out about a log."""
    try:
        found = trace_diff(deal, rules, text)
    except NotationError as error:
        (fault,) = error.faults
        return f"    {fault.line}:{fault.column} {fault.token}, expected {fault.expected}. {fault.repair}"
    if found.round is None:
        return f"    {found.read_as}: as the rules have it"
    where = f"round {found.round}, line {found.line}: {found.got} instead of {found.expected}"
    program = found.program.code if found.program else "no program"
    gives = f"{program} gives {found.reproduces} of {found.states}"
    return f"    {found.read_as}: {where}; {gives}: {plain(found.sentence)}"


def rows(name: str) -> list[str]:
    """Return the lines of a text beside this file."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()


def test_what_is_found_out_about_logs(reviewed: Reviewed) -> None:
    """Of rows with \\n for the end of a line."""
    output = []
    for row in rows("logs.txt"):
        output.append(row)
        if not row.startswith("#"):
            deal, judge, text = row.split(" | ", 2)
            text = text.encode().decode("unicode_escape")
            output.append(shown(Deal.parse(deal), rules_called(judge), text))
    reviewed("\n".join(output))


def test_cards_in_lines_in_every_alphabet(reviewed: Reviewed) -> None:
    output = []
    for row in rows("log_lines.txt"):
        output.append(f"{row}\n    {logs.marked(row)}")
        for one in logs.ALPHABETS:
            decks, cards = (logs.Line.of(logs.marked(row), of, one) for of in (one.run, one.single))
            output.append(f"    {one.name}: {decks.rest} {[*decks.runs.values()]} {[*cards.runs.values()]}")
    reviewed("\n".join(output))


WRONG = (
    *("3.LOSER_FIRST.DRAW.DRAW.HIGH", "3.WINNER_FIRST.DRAW.DRAW.HIGH", "2.PLAYER_1_FIRST.DRAW.DRAW.HIGH"),
    "codingame+ties-to-2",
)


@pytest.mark.parametrize("turn", [0, *(slow(turn) for turn in range(1, 16))])
def test_the_rule_that_explains_a_log_is_found(turn: int) -> None:
    rules = PLAYABLE["codingame"]
    for place, style in enumerate(styles(letters=True)[turn % 4 :: 4]):
        wrong = Program.parse(WRONG[(place + turn // 4) % len(WRONG)])
        found = trace_diff(DEAL, rules, styled_log(wrong, DEAL, style, most=SOME))
        assert found.explained, (style.name, wrong.code)
        first = first_difference(DEAL, wrong, found.program).cards if found.program else None
        assert found.program == wrong or first is None or first > SOME, (style.name, wrong.code)
        parts = first_difference(DEAL, Program(rules), wrong)
        if found.shows == "decks" and parts.decks and style.shows == "decks":
            assert found.round == parts.decks, (style.name, wrong.code)


def test_how_cards_are_dealt_before_the_rounds_is_not_taken_for_them() -> None:
    deal = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
    dealt = [deal.rank_text(rank) for both in zip(deal.deck_1, deal.deck_2, strict=True) for rank in both]
    text = [f"dealt {rank} to player {1 + place % 2}" for place, rank in enumerate(dealt)]
    for this in Program.parse("advent-of-code-22").rounds(deal):
        one, other = map(deal.rank_text, this.face_up[0])
        text.append(f"round {this.number}: {one} vs {other}")
    found = trace_diff(deal, PLAYABLE["code-golf"], "\n".join(text))
    assert (found.states, found.round) == (len(text) - len(dealt), 25)


def test_a_log_too_long_is_refused() -> None:
    with pytest.raises(NotationError, match="2,000,000"):
        check_log("x" * 2_000_001, DEAL)


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="AKQJT98765432 /|,[]\n:vsround10P", max_size=200))
def test_any_log_is_compared_or_refused(text: str) -> None:
    try:
        found = trace_diff(Deal.parse("AK2/Q39"), Rules(), text)
    except NotationError:
        return
    assert 0 <= found.agree <= found.reproduces <= found.states
    assert (found.round is None) == (found.agree == found.states)


DISTINCT = ("advent-of-code-22", "codeforces-546c", "pyanitsa", "dailyprogrammer-320")
"""Judges whose cards have numbers."""
CASES = [
    (judge, style, place)
    for judge in JUDGES
    for place, style in enumerate(styles(letters=judge not in DISTINCT))
]


def dealt(judge: str, place: int, turn: int) -> Deal:
    return plan_of(judge).deals.shuffled((place * 7 + turn * 53) % 200, 200, seed=place * 100 + turn)


def blamed(judge: str, style: Style, place: int, turn: int) -> str:
    """Say what a right program's log is blamed for."""
    deal, rules = dealt(judge, place, turn), PLAYABLE[judge]
    text = styled_log(Program(rules), deal, style, most=(120, 30, 400)[turn % 3], plain=turn % 2 == 1)
    try:
        diff = trace_diff(deal, rules, text)
    except NotationError:
        # One lonely line, as of a game of one round, may say nothing.
        return "" if len(text.splitlines()) <= 2 else f"{judge}, {style.name}, {deal.text}: not read"
    return "" if diff.round is None else f"{judge}, {style.name}, {deal.text}: round {diff.round}"


SHORT = "3J7JJ74/Q47QT8JQ33Q4T738498"
STYLED = (
    # Two cards turned are not all that a program kept of the deal.
    ("names of players", SHORT, "codingame", "codingame"),
    ("wars marked", "KK7AT7/ATTA7K", "codingame", "codingame"),
    ("pairs from 0", "392339627T964A7/782T3A8A4468674", "codingame", "codingame"),
    # A program that keeps two cards of the deal is named all the same.
    ("a bar between", SHORT, "codingame+only-last-cards", "codingame"),
    ("two numbers", SHORT, "codingame+only-last-cards", "codingame"),
    ("battles", SHORT, "codingame+only-last-cards", "codingame"),
    ("top card last", SHORT, "codingame", "codingame"),
    ("top card last", DEAL.text, "3.WINNER_FIRST.DRAW.DRAW.HIGH", "codingame"),
    ("hexadecimal", DEAL.text, "code-golf", "code-golf"),
    # Half of the lines, those before a round, agree.
    ("before and after", "72Q47/4QQ74", "code-golf+war-after-win-of-1", "code-golf"),
    ("indices from 1", DEAL.text, "code-golf", "code-golf"),
    # A game of one round, printed as ranks and suits, whose numbers are anything but the deal.
    ("objects", "2/77K4K7T7T4222", "dailyprogrammer-320", "dailyprogrammer-320"),
)


def test_what_is_found_out_about_logs_in_styles(reviewed: Reviewed) -> None:
    output = []
    for name, text, code, judge in STYLED:
        style = next(style for style in styles(letters=name != "objects") if style.name == name)
        deal = Deal.parse(text)
        log = styled_log(Program.parse(code), deal, style, plain=name == "objects")
        output.append(f"{name}, {text}, {code} for {judge}\n{shown(deal, PLAYABLE[judge], log)}")
    reviewed("\n".join(output))


# In which ways logs are written, in turn: some of them in two, and slowly all in each.
TURNS = [[0, 1], *(slow([turn]) for turn in range(5))]


def faults(judged: Any, cases: list[Any], turns: list[int], few: int) -> list[str]:
    some = cases if len(turns) == 1 else cases[:: len(cases) // few]
    return [*filter(None, (judged(*case, turn=turns[place % len(turns)]) for place, case in enumerate(some)))]


@pytest.mark.parametrize("turns", TURNS)
def test_a_right_log_is_blamed_in_no_style(turns: list[int]) -> None:
    assert faults(blamed, CASES, turns, 24) == []


def rounds_that_differ(right: Program, wrong: Program, deal: Deal, most: int) -> set[int | None]:
    """Return in which round the decks first differ; a game over early may be shown in any way."""
    read = wrong.reads(deal)
    if (read.deck_1, read.deck_2) != (deal.deck_1, deal.deck_2):
        return {0, 1}  # the deal itself may not be shown
    mine = rounds_played(wrong, deal, most)
    number = 0
    for number, this in enumerate(rounds_played(right, deal, most), 1):
        its = next(mine, None)
        if its and number == 1 and its.before != this.before:
            return {0, 1}  # a deck that is a stack lies the other way round
        if its is None or this.decks != its.decks:
            return {number} if this.winner and its and its.winner else {number, number + 1, None}
    return {number + 1} if next(mine, None) else {None}


def misjudged(judge: str, style: Style, place: int, turn: int) -> str:
    """Say what is wrong with the first differing round of a wrong program's log that shows decks."""
    deal, rules = dealt(judge, place, turn), PLAYABLE[judge]
    programs = [wrong for wrong in wrong_programs(judge) if not wrong.of(Kind.STOPPING)]
    wrong = programs[(place * 31 + turn * 17) % len(programs)]
    rounds_right = rounds_that_differ(Program(rules), wrong, deal, 120)
    lonely = len([*rounds_played(wrong, deal, 3)]) < 2 + turn % 2
    unwritten = wrong.reads(deal).decimal and judge not in DISTINCT  # a count taken for a card
    if deal.size < 9 or None in rounds_right or lonely or unwritten:
        return ""  # of a game of one round, or of two without the deal, there are lines that fit some reading
    logs = [styled_log(each, deal, style, plain=turn % 2 == 1) for each in (Program(rules), wrong)]
    if logs[0] == logs[1]:
        return ""
    diff = trace_diff(deal, rules, logs[1])
    right = diff.round in rounds_right or diff.program == wrong  # that is named may be shown otherwise
    return (
        "" if right else f"{judge}, {style.name}, {deal.text}, {wrong.code}: {diff.round} not {rounds_right}"
    )


SHOWING_DECKS = [case for case in CASES if case[1].shows.startswith("decks")]


@pytest.mark.parametrize("turns", TURNS)
def test_of_wrong_logs_that_show_decks_the_first_wrong_round_is_right(turns: list[int]) -> None:
    assert faults(misjudged, SHOWING_DECKS, turns, 20) == []
