"""A program's log is followed in whatever form it prints, and its first wrong round is found."""

from collections.abc import Callable, Sequence

import pytest
from chores import as_asked
from hypothesis import given, settings
from hypothesis import strategies as st
from killing import JUDGES, plan_of, wrong_programs
from log_styles import Style, rounds_played, styles
from log_styles import log_of as styled_log

from engine import Deal, Pack, Rules, deal_cards, diagnose
from engine.cards import rank_name
from engine.diagnose import Kind, Program, first_difference, logs, plain, rounds
from engine.formats import NotationError
from engine.game import Round
from engine.rules import PLAYABLE, Pickup

read_log, trace_diff = as_asked(logs.read_log), as_asked(diagnose.trace_diff)
"""As pages ask a worker."""
DEAL = deal_cards(Pack(13, 4), seed=2, number=5)
SOME = 120
"""Rounds in a log."""


def names(deck: Sequence[int], suit: str = "") -> list[str]:
    return [rank_name(rank) + suit for rank in deck]


def letters(deck: Sequence[int]) -> str:
    return "".join("1" if rank == 1 else "T" if rank == 10 else rank_name(rank) for rank in deck)


def as_lists(this: Round) -> list[str]:
    one, other = this.decks
    return [f"[debug] round {this.number} t=0.{this.number:03}", f"P1: {list(one)}", f"P2: {list(other)}"]


def as_line(this: Round) -> list[str]:
    return [f"round {this.number}: {' '.join(names(this.decks[0]))} | {' '.join(names(this.decks[1]))}"]


def as_judge(this: Round) -> list[str]:
    return [
        f"Player {who} : {' '.join(names(deck, 'HS'[who - 1]))}" for who, deck in enumerate(this.decks, 1)
    ]


def as_words(this: Round) -> list[str]:
    return [f"{letters(this.decks[0])} {letters(this.decks[1])}"]


def as_quoted(this: Round) -> list[str]:
    return [f"{names(this.decks[0])} {names(this.decks[1])} cost: 12.5 ms"]


def as_numbers(this: Round) -> list[str]:
    return [f"{this.number}: {len(this.decks[0])} {len(this.decks[1])}"]


def as_sizes(this: Round) -> list[str]:
    return [f"deck 1 has {len(this.decks[0])} cards", f"deck 2 has {len(this.decks[1])} cards", ""]


def as_battles(this: Round) -> list[str]:
    return [f"{rank_name(one)} vs {rank_name(other)}" for one, other in this.face_up]


def as_turned(this: Round) -> list[str]:
    return [
        f"turn {this.number}, p1 plays {rank_name(this.cards_1[0])}H and p2 {rank_name(this.cards_2[0])}D"
    ]


WRITERS: list[Callable[[Round], list[str]]] = [
    as_lists,
    as_line,
    as_judge,
    as_words,
    as_quoted,
    as_numbers,
    as_sizes,
    as_battles,
    as_turned,
]


def log_of(program: Program, write: Callable[[Round], list[str]], deal: Deal = DEAL) -> str:
    """Return what a program prints, with noise before and after."""
    lines = ["Compiling war v1.2 ... ok", "reading 52 cards"]
    for this in rounds(program, deal):
        lines += write(this)
        if this.number == SOME:
            break
    return "\n".join([*lines, "done in 0.013 s"])


@pytest.mark.parametrize("write", WRITERS)
def test_a_right_log_is_right(write: Callable[[Round], list[str]]) -> None:
    rules = PLAYABLE["codingame"]
    found = trace_diff(DEAL, rules, log_of(Program(rules), write))
    assert (found.round, found.line, found.program) == (None, None, None)
    assert found.agree == found.states == found.reproduces >= SOME
    assert found.explained


WRONG = (
    "3.LOSER_FIRST.DRAW.DRAW.HIGH",
    "3.WINNER_FIRST.DRAW.DRAW.HIGH",
    "2.PLAYER_1_FIRST.DRAW.DRAW.HIGH",
    "codingame+10-as-1",
)
LOGS = [
    pytest.param(
        write,
        code,
        id=f"{write.__name__}-{code}",
        marks=() if (row - turn) % len(WRONG) == 0 else pytest.mark.slow,
    )
    for row, write in enumerate(WRITERS)
    for turn, code in enumerate(WRONG)
]
"""What each writer prints of each wrong program: of one each when there is little time."""


@pytest.mark.parametrize(("write", "code"), LOGS)
def test_the_rule_that_explains_a_log_is_found(write: Callable[[Round], list[str]], code: str) -> None:
    rules, wrong = PLAYABLE["codingame"], Program.parse(code)
    if write is as_quoted and "10-as-1" in code:
        wrong = Program.parse("3.LOSER_FIRST.DRAW.DRAW.HIGH")  # '1' in quotes is no card of any alphabet
    found = trace_diff(DEAL, rules, log_of(wrong, write))
    assert found.explained
    assert found.program == wrong
    assert plain(found.sentence).startswith("Your program ")
    parts = first_difference(DEAL, Program(rules), wrong)
    if found.shows == "decks":
        assert parts.decks is not None
        assert found.round == max(parts.decks, 1)
    elif write is as_battles:
        assert found.round == parts.cards


def test_both_sides_are_shown_with_the_line() -> None:
    text = "3 / 23\nnothing here\n32 / 3\n"
    found = trace_diff(Deal.parse("3/23"), Rules(), text)
    assert (found.round, found.line) == (1, 3)
    assert (found.expected, found.got) == (("23", "3"), ("32", "3"))
    assert found.program == Program(Rules(pickup=Pickup.WINNER_FIRST))
    assert found.read_as == "both decks, 2 times"


def test_one_state_can_be_explained() -> None:
    found = trace_diff(Deal.parse("3/23"), Rules(), "after round 1: 32 / 3")
    assert (found.agree, found.reproduces) == (0, 1)
    assert found.program == Program(Rules(pickup=Pickup.WINNER_FIRST))


def test_sizes_are_shown_as_numbers() -> None:
    found = trace_diff(Deal.parse("23/4"), Rules(), "2 1\n1 2\n2 1\n3 0\n")
    assert (found.shows, found.round, found.expected, found.got) == (
        "sizes",
        3,
        ("1", "2"),  # this game never ends: round 3 is round 1 again
        ("3", "0"),
    )


def test_decks_that_differ_from_the_start_are_round_0() -> None:
    deal = Deal.parse("234/567")
    found = trace_diff(deal, Rules(), "432 / 765\n32 / 6547")
    assert (found.round, found.line) == (0, 1)
    assert found.program == Program(Rules(), ("both-upside-down",))
    assert found.explained


def test_a_log_that_goes_on_after_the_end_differs_there() -> None:
    found = trace_diff(Deal.parse("A/2"), Rules(), "A / 2\n2A / \nA2 / \n")
    assert (found.round, found.expected, found.got) == (2, (), ("A2", ""))
    assert found.reproduces == 2
    assert not found.explained
    assert found.program is None


def test_an_empty_deck_is_read_as_one() -> None:
    log = read_log("P1: [14], P2: [2]\nP1: [2, 14], P2: []", Deal.parse("A/2"))
    assert [seen.pair for seen in log.seen] == [((14,), (2,)), ((2, 14), ())]
    log = read_log("P1: [2], P2: [14]\nP1: [], P2: [2, 14]", Deal.parse("2/A"))
    assert [seen.pair for seen in log.seen] == [((2,), (14,)), ((), (2, 14))]


@pytest.mark.parametrize(
    ("deal", "text", "what"),
    [
        ("23/4", "1: 2 4\n2: 3 4", "cards"),
        ("23/34", "2 3\n3 4", "cards"),
        ("23/34", "2 vs 3\n3 vs 4", "cards"),
        ("23/34", "2 3\n3 4\n3\n4 3 2", "decks"),
        ("23/34", "2 2\n1 3\n0 4", "sizes"),
        ("22/23", "#1: 2 2", "cards"),
    ],
)
def test_of_few_cards_a_log_is_read_as_fits_the_game(deal: str, text: str, what: str) -> None:
    found = trace_diff(Deal.parse(deal), PLAYABLE["advent-of-code-22"], text)
    assert (found.shows, found.round) == (what, None)


def test_decks_said_twice_count_once() -> None:
    log = read_log("before: 23 / 4\nafter: 3 / 24\nbefore: 3 / 24\nafter: 23 / 4", Deal.parse("23/4"))
    assert len(log.seen) in (2, 3)
    found = trace_diff(Deal.parse("23/4"), Rules(), "23 / 4\n23 / 4\n3 / 24\n3 / 24\n")
    assert (found.states, found.round) == (2, None)


@pytest.mark.parametrize("text", ["", "hello", "round 1\nround 2\n", "1 2 3 4 5 6 7 8 9"])
def test_a_log_without_a_game_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        trace_diff(DEAL, Rules(), text)
    (fault,) = caught.value.faults
    assert fault.code == "trace"
    assert "AK2 / Q39" in fault.repair


def test_a_log_too_long_is_refused() -> None:
    with pytest.raises(NotationError, match="2,000,000"):
        read_log("x" * 2_000_001, DEAL)


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


@pytest.mark.parametrize(("style", "read_as"), [("hexadecimal", "hex"), ("indices from 1", "from 1")])
def test_a_log_in_hexadecimal_or_counted_from_1_is_read(style: str, read_as: str) -> None:
    rules = PLAYABLE["code-golf"]
    (write,) = (one for one in styles(letters=True) if one.name == style)
    log = read_log(styled_log(Program(rules), DEAL, write, most=SOME), DEAL)
    assert (log.manner.alphabet.name, len(log.seen) >= SOME) == (read_as, True)


def test_there_are_more_than_twenty_styles() -> None:
    assert len({style.name for _, style, _ in CASES}) > 30


def test_a_right_log_is_blamed_in_no_style() -> None:
    some = CASES[:: len(CASES) // 36]
    assert [*filter(None, (blamed(*case, turn=place % 2) for place, case in enumerate(some)))] == []


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(4))
def test_no_right_log_is_blamed_whoever_judges(turn: int) -> None:
    assert [*filter(None, (blamed(*case, turn=turn) for case in CASES))] == []


@pytest.mark.parametrize(
    ("name", "deal", "most"),
    [
        ("names of players", "3J7JJ74/Q47QT8JQ33Q4T738498", 120),
        ("wars marked", "KK7AT7/ATTA7K", 400),
        ("pairs from 0", "392339627T964A7/782T3A8A4468674", 400),
    ],
)
def test_two_cards_turned_are_not_taken_for_all_that_a_program_kept_of_the_deal(
    name: str, deal: str, most: int
) -> None:
    played, rules = Deal.parse(deal), PLAYABLE["codingame"]
    (style,) = (style for style in styles(letters=True) if style.name == name)
    diff = trace_diff(played, rules, styled_log(Program(rules), played, style, most=most))
    assert (diff.shows, diff.round, diff.explained) == ("cards", None, True)


@pytest.mark.parametrize("name", ["a bar between", "two numbers", "battles"])
def test_a_program_that_keeps_two_cards_of_the_deal_is_named_all_the_same(name: str) -> None:
    deal, rules = Deal.parse("3J7JJ74/Q47QT8JQ33Q4T738498"), PLAYABLE["codingame"]
    wrong = Program(rules, ("only-last-cards",))
    (style,) = (style for style in styles(letters=True) if style.name == name)
    diff = trace_diff(deal, rules, styled_log(wrong, deal, style))
    assert (diff.round, diff.program, diff.explained) == (1, wrong, True)


def test_one_pair_of_decks_that_is_not_the_deal_is_no_game() -> None:
    """A game of one round, printed as ranks and suits, whose numbers are anything but the deal."""
    deal, rules = Deal.parse("2/77K4K7T7T4222"), PLAYABLE["dailyprogrammer-320"]
    (style,) = (style for style in styles(letters=False) if style.name == "objects")
    with pytest.raises(NotationError, match="no round that can be followed"):
        trace_diff(deal, rules, styled_log(Program(rules), deal, style, plain=True))


def rounds_that_differ(right: Program, wrong: Program, deal: Deal, most: int) -> set[int | None]:
    """Return in which round the decks first differ; a game over inside a round may be shown in any way."""
    read = wrong.reads(deal)
    if (read.deck_1, read.deck_2) != (deal.deck_1, deal.deck_2):
        return {0, 1}  # the deal itself may not be shown
    mine = rounds_played(wrong, deal, most)
    number = 0
    for number, this in enumerate(rounds_played(right, deal, most), 1):
        if this.decks != getattr(next(mine, None), "decks", None):
            return {number} if this.winner else {number, number + 1, None}
    return {number + 1} if next(mine, None) else {None}


def misjudged(judge: str, style: Style, place: int, turn: int) -> str:
    """Say what is wrong with the first differing round of a wrong program's log that shows decks."""
    deal, rules = dealt(judge, place, turn), PLAYABLE[judge]
    programs = [wrong for wrong in wrong_programs(judge) if not wrong.of(Kind.STOPPING)]
    wrong = programs[(place * 31 + turn * 17) % len(programs)]
    rounds_right = rounds_that_differ(Program(rules), wrong, deal, 120)
    lonely = len([*rounds_played(wrong, deal, 2)]) < 2
    if deal.size < 9 or None in rounds_right or lonely:
        return ""  # of a game of one round there is one line, which fits some reading
    diff = trace_diff(deal, rules, styled_log(wrong, deal, style, plain=turn % 2 == 1))
    right = diff.round in rounds_right
    return (
        "" if right else f"{judge}, {style.name}, {deal.text}, {wrong.code}: {diff.round} not {rounds_right}"
    )


SHOWING_DECKS = [case for case in CASES if case[1].shows.startswith("decks")]


def test_of_wrong_logs_that_show_decks_the_first_wrong_round_is_right() -> None:
    some = SHOWING_DECKS[:: len(SHOWING_DECKS) // 20]
    assert [*filter(None, (misjudged(*case, turn=place % 2) for place, case in enumerate(some)))] == []


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(5))
def test_whoever_judges_the_first_wrong_round_is_right(turn: int) -> None:
    assert [*filter(None, (misjudged(*case, turn=turn) for case in SHOWING_DECKS))] == []


def test_a_log_that_begins_with_digits_is_one_of_cards_in_letters() -> None:
    text = "4 vs 3\nK vs J\n5 vs 6\nQ vs T\n9 vs A\n"
    diff = trace_diff(Deal.parse("4K5Q9/3J6TA"), PLAYABLE["code-golf"], text)
    assert (diff.read_as, diff.round) == ("the two cards turned, 5 times", None)


def test_a_log_that_nothing_explains_is_not_said_to_be_the_judges_game() -> None:
    diff = trace_diff(Deal.parse("A/2"), Rules(), "A / 2\n2A / \nA2 / \n")
    assert (diff.round, diff.program) == (2, None)
    assert plain(diff.sentence) == "No rule set we know comes further, with or without a usual mistake."


def test_decks_printed_from_the_lowest_card_up_are_read_as_meant() -> None:
    deal, rules = Deal.parse("234/567"), Rules()
    decks = [(deal.deck_1, deal.deck_2), *(this.decks for this in rounds(Program(rules), deal))]
    log = "\n".join(f"{letters(one[::-1])} / {letters(other[::-1])}" for one, other in decks)
    diff = trace_diff(deal, rules, log)
    assert (diff.shows, diff.states, diff.round) == ("decks", len(decks), None)


def test_a_wrong_program_that_prints_its_decks_from_the_lowest_card_up_is_explained() -> None:
    rules, wrong = PLAYABLE["codingame"], Program.parse("3.WINNER_FIRST.DRAW.DRAW.HIGH")
    (style,) = (style for style in styles(letters=True) if style.name == "top card last")
    diff = trace_diff(DEAL, rules, styled_log(wrong, DEAL, style))
    assert (diff.program, diff.explained) == (wrong, True)
    assert diff.round == first_difference(DEAL, Program(rules), wrong).decks
    assert diff.agree == diff.round
