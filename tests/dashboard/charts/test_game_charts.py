"""The Game page's charts and words, and both games of Diagnose: reviewed files, and properties of each."""

from dataclasses import replace
from typing import Final
from unittest.mock import Mock

import numpy as np
import pytest
from approved import Reviewed
from chart_text import LIGHT, chart_text, figure_text, lines, marked, title_and_notes
from traces import record

from dashboard.charts.game import chance, charts, decks
from dashboard.charts.style import MOST_POINTS
from dashboard.examples.deals import FAMOUS, OPENING
from engine import Deal, Game, Rules, deal_cards, play, play_rounds, rules_called
from engine.cards import STANDARD_PACK, Pack
from engine.kernels import Course, decide
from engine.rules import PLAYABLE
from engine.simulation import Chance, win_chance

SPIVEY: Final = next(famous.screen for famous in FAMOUS if famous.screen.rule_set == "spivey")
GOLF, WINNERS, LOW, DEALT, DRAWS, STEALS = (
    *("code-golf", "advent-of-code-22", "spivey", "programming-challenges", "codingame"),
    "whats-in-a-game-steal",
)


def course_of(deal: str, rules: str = GOLF) -> Course:
    return Course(decide(Deal.parse(deal), rules_called(rules)))


@pytest.fixture(scope="module")
def opening() -> Course:
    return Course(decide(OPENING.screen.deal, OPENING.screen.rules))


@pytest.fixture(scope="module")
def spivey() -> Course:
    return Course(decide(SPIVEY.deal, SPIVEY.rules))


FINDINGS: Final = [
    # Down to half of what the winner began with is a comeback, more is not.
    *(("2373/4732", GOLF), ("2437/2266", GOLF), ("5464/3642", GOLF), ("7646/3577", DEALT)),
    *(("22327/64634", GOLF), ("2633/7235", DEALT), ("34675/46643", GOLF), ("37545/76352", GOLF)),
    ("6347/5552", DEALT),
    # What lies on the table in the end is not held by anybody: the last moment is none to tell of.
    *(("2324/4323", GOLF), ("6364/5266", GOLF), ("2644/6764", GOLF)),
    # Decks may be unequal from the start: behind is who holds fewer than the other.
    *(("AAK/2345678", GOLF), ("A/2345678", GOLF), ("AAKK/234", GOLF)),
    # A lead that only cards on the table would make is none.
    ("4234/23", LOW),
    # Of two lowest moments the first is told.
    *(("3327/5552", GOLF), ("34/22", GOLF)),
    # Where nobody wins it is told how often the lead changed hands; equal decks are nobody's lead.
    *(("54/25", DEALT), ("27/62", DEALT), ("635/724", DEALT), ("725/436", DEALT)),
    *(("3442533/7", DRAWS), ("53454/3452", DRAWS)),
    # Of a lead that goes on changing for ever there is no number but that of one turn of the cycle.
    *(("457/376", GOLF), ("234/343", GOLF), ("2234/3323", DEALT), ("/23", GOLF)),
]


def test_findings(reviewed: Reviewed, opening: Course, spivey: Course) -> None:
    courses = {f"{deal} {rules}": course_of(deal, rules) for deal, rules in FINDINGS}
    texts = {
        f"{name}, {''.join(map(str, course.line()[0].tolist()))}": charts.finding(course)
        for name, course in courses.items()
    }
    reviewed(
        lines(texts),
        lines({"the opening": charts.finding(opening), "the longest cycle": charts.finding(spivey)}),
    )


def games(deal: str, *names: str, limit: int = 1_000) -> dict[str, Game]:
    return {name: play(Deal.parse(deal), rules_called(name), limit=limit) for name in names}


def test_how_rule_sets_differ_on_one_deal(reviewed: Reviewed) -> None:
    differ = {
        f"{deal} {names}": marked(charts.verdicts_compared(games(deal, *names)))
        for deal, *names in (
            *((deal, GOLF, DRAWS) for deal in ("3/2", "2/2")),
            *(("2/3", GOLF, DRAWS, "jouets"), ("2/3", GOLF, "jouets")),
            ("23/4", GOLF, "1.LOSER_FIRST.DRAW.DRAW.HIGH"),
            *((deal, GOLF, DRAWS, LOW) for deal in ("3/2", "2/3")),
            ("3/2", GOLF, LOW, "jouets"),
            ("23/4", GOLF, WINNERS),
            ("2/22", GOLF, DRAWS),
            ("23/4", GOLF, WINNERS, LOW),
            ("3/2", GOLF, "codeforces-546c", DRAWS),
        )
    }
    differ["cut"] = marked(charts.verdicts_compared(games("23/4", GOLF, limit=1) | games("23/4", WINNERS)))
    many = games("3/2", *(f"{down}.LOSER_FIRST.LOSES.DRAW.HIGH" for down in range(12)))
    differ["ten"] = marked(charts.verdicts_compared(dict([*many.items()][:10])))
    differ["11"] = marked(charts.verdicts_compared(dict([*many.items()][:11])))
    differ["13"] = marked(charts.verdicts_compared(many | games("3/2", LOW)))
    every = {name: play(OPENING.screen.deal, rules) for name, rules in PLAYABLE.items()}
    differ["opening"] = marked(charts.verdicts_compared(every))
    expected = {
        f"{deal} -> {answer}": charts.expectation(answer, games(deal, *names))
        for deal, answer, *names in (
            *(("3/2", answer, GOLF, DRAWS, LOW, "jouets") for answer in ("True", "False", "PAT")),
            ("2/2", "PAT", GOLF, DRAWS, LOW),
            ("2/3", "2 1", "codingame", "codeforces-546c"),
        )
    }
    reviewed(lines(differ), lines(expected))


def test_rows_of_the_verdicts(reviewed: Reviewed) -> None:
    texts = {}
    for deal, name, limit in (
        *(("3/2", name, 99) for name in (GOLF, DEALT, "jouets")),
        *((deal, DRAWS, 99) for deal in ("2/3", "2/2")),
        *((deal, GOLF, 99) for deal in ("2/2", "2/22", "222/2222", "23/4")),
        ("23/4", GOLF, 1),
    ):
        found = games(deal, name, limit=limit)
        ((_, *row),) = charts.verdict_rows(found, found[name], name).items()
        texts[f"{deal} {name} {limit}"] = map(marked, row[0])
    found = games("3/2", GOLF, DRAWS, "jouets")
    rows = charts.verdict_rows(found, found[DRAWS], DRAWS)
    texts |= {f"chosen {name}": map(marked, row) for name, row in rows.items()}
    custom = "7.LOSER_FIRST.LOSES.DRAW.HIGH"
    texts["custom"] = map(marked, charts.verdict_rows(found, games("3/2", custom)[custom], custom)[custom])
    texts |= {name: map(marked, row) for name, row in charts.verdict_rows({GOLF: None}, None, DRAWS).items()}
    reviewed(lines(texts))


def test_deck_sizes(reviewed: Reviewed, opening: Course) -> None:
    drawn = {}
    for deal, rules in (("234/343", GOLF), ("23A/2A", DRAWS), ("AKQJT/KQJTA", GOLF), ("2234/3323", DEALT)):
        drawn[deal] = figure_text(decks.deck_sizes_figure(decks.deck_sizes(course_of(deal, rules)), LIGHT))
    panel = charts.sizes_panel(decks.deck_sizes(opening), *charts.finding(opening))
    short = decks.deck_sizes(course_of("2644/6764"))
    drawn["round 3"] = figure_text(decks.deck_sizes_figure(short, LIGHT, shown=3))
    reviewed(chart_text(panel), *(f"# {name}\n{text}" for name, text in drawn.items()))


def test_the_round_on_the_table_is_named_on_the_side_that_has_room(opening: Course) -> None:
    chart = decks.deck_sizes(opening)
    for shown, side, shift in ((1, "left", 5), (349, "left", 5), (350, "right", -5)):
        *_, label = decks.deck_sizes_figure(chart, LIGHT, shown=shown).layout.annotations
        assert (label.text, label.x, label.xanchor, label.xshift) == (f"round {shown}", shown, side, shift)


ENDS: Final = [
    *("2/3 code-golf", "2/2 code-golf", "23/4 code-golf", "225/2234 code-golf", "/23 code-golf"),
    *("AAK/2345678 code-golf", "AK/AQ code-golf", "2A3/A4A codingame", "3456789/2AAAA bicycle"),
    *("3/2 7.LOSER_FIRST.LOSES.DRAW.HIGH", "3/3344 bicycle", "2346/6434 bicycle"),
]


def said(game: Game, rules: str) -> list[str]:
    return [marked(charts.headline(game, rules)), marked(charts.why(game, rules))]


def test_headlines(reviewed: Reviewed) -> None:
    """By whose rules which player wins, and why: of every way in which a game ends."""
    texts = {}
    for case in ENDS:
        deal, _, rules = case.rpartition(" ")
        game = play(Deal.parse(deal), rules_called(rules))
        texts[case] = said(game, rules)
    cut = play(Deal.parse("23/4"), Rules(), limit=1)
    texts["cut off"] = said(cut, GOLF)
    opening = play(OPENING.screen.deal, PLAYABLE[DRAWS])
    texts["opening, CodinGame"] = said(opening, DRAWS)
    golf, changes = PLAYABLE[GOLF], dict[str, str]()
    for deal, by in (
        *(("23/4", golf), ("AKQ/KQJ", golf), ("2/3", golf.changed(order="LOW_WINS"))),
        ("22/22", golf.changed(both_out="PLAYER_1")),
    ):
        now, before = (play(Deal.parse(deal), rules) for rules in (by, golf))
        changes[f"{deal} {by.code}"] = marked(charts.effect(now, before, "code-golf"))
    whole = play(Deal.parse("AKQJ/2345"), golf)
    changes["cut off"] = marked(charts.effect(play(whole.deal, golf, limit=2), whole, "code-golf"))
    reviewed(lines(texts), lines(changes))


def test_aces(reviewed: Reviewed, opening: Course, spivey: Course) -> None:
    courses = {"opening": opening, "spivey": spivey, "no war": course_of("AK/QJ")}
    ends = ("KK/4KA2", "3434K/AA", "AAAAA/A32A", "2A3A/2AK", "KA2K4K/K2A", "KA3/4A43AA", "3AKA/A", "/2")
    courses |= {deal: course_of(deal) for deal in ("23/4", "234/343", "A2K/A3Q", "22/2", *ends)}
    texts = {name: decks.aces(course).finding for name, course in courses.items()}
    drawn = [chart_text(charts.aces_panel(decks.aces(courses[name]))) for name in ("opening", "234/343")]
    reviewed(lines(texts), *drawn)


@pytest.mark.parametrize("rules", [GOLF, LOW])
def test_aces_agree_with_the_decks(rules: str) -> None:
    for number in range(5):
        game = decide(deal_cards(STANDARD_PACK, seed=9, number=number), PLAYABLE[rules])
        best = 2 if rules == LOW else 14
        held = [sum(rank == best for rank in this.before[0]) for this in play_rounds(game.deal, game.rules)]
        chart = decks.aces(Course(game))
        if game.rounds < MOST_POINTS:
            assert chart.held.tolist()[:-1] == held


def test_holders(reviewed: Reviewed) -> None:
    stolen = course_of("25/24446674888", STEALS)
    several = [decks.holders(course_of(deal)) for deal in ("23/4", "2/2")]
    large = decks.holders(Course(decide(deal_cards(Pack(999, 4), seed=1, number=0), PLAYABLE["kbwar"])))
    drawn = (chart_text(charts.holders_panel(chart)) for chart in (*several, decks.holders(stolen), large))
    reviewed(*drawn, str([chart.share.tolist() for chart in (*several, decks.holders(stolen))]))


def test_chance(reviewed: Reviewed) -> None:
    course = Course(decide(deal_cards(STANDARD_PACK, seed=1, number=0), PLAYABLE[GOLF]))
    points, turns = win_chance.chances(course, games=40), win_chance.turning_points(course)
    nobody = [point._replace(cards=replace(point.cards, nobody=900)) for point in points]
    panels = [charts.chance_panel(course.game, points, texts) for texts in (turns, turns[:1], None, ())]
    often = charts.chance_panel(course.game, nobody, ())
    shown = figure_text(chance.figure(points, (), LIGHT, shown=100))
    reviewed(*map(chart_text, (*panels[:2], often)), *map(title_and_notes, panels[2:]), shown)


def test_what_the_last_round_turned(opening: Course) -> None:
    points = win_chance.chances(opening, games=20)
    for lost, cause in (((), "had too few cards for a war"), ((14, 14), "lost two aces")):
        turn = win_chance.TurningPoint(opening.game.rounds, ((), lost), Chance(40, 60, 0), Chance(90, 10, 0))
        title, _ = chance.finding(opening.game, points, [turn])
        assert title == f"In round 498 player 1’s chance of winning rose from 40 % to 90 %. Player 2 {cause}."


def test_both_games(reviewed: Reviewed) -> None:
    several = []
    for judge, program, part in ((1, 1, 1), (40, 1_000, 1), (26, 5, 3)):
        right, wrong = (np.arange(rounds, dtype=np.int64) * 7 % 53 for rounds in (judge, program))
        several.append(chart_text(decks.panel(decks.TwoGames(right, wrong, 52, part))))
    reviewed(*several)


def test_rounds_table_shows_cards_and_pick_up() -> None:
    table = charts.rounds_table(record(Deal.parse("2345/2356"), Rules()))
    assert table.iloc[0].tolist() == [1, 4, 4, "2 (3) 4", "2 (3) 5", 1, 2, 6, "2 3 4 2 3 5"]
    short = charts.rounds_table(record(Deal.parse("32/345"), PLAYABLE["bicycle"]))
    assert short.iloc[0].tolist() == [1, 2, 3, "3 2", "3 (4) 5", 1, 2, 5, "3 2 3 4 5"]
    late = record(Deal.parse("2/3"), Rules())
    positions = [this._replace(number=this.number + 10**9) for this in late.positions()]
    assert charts.rounds_table(Mock(game=late.game, positions=lambda: positions))["round"][0] == 10**9 + 1


def test_wars_carry_their_round_depth_and_words(opening: Course) -> None:
    chart = decks.deck_sizes(opening)
    assert len(chart.war_rounds) == sum(1 for this in play_rounds(OPENING.screen.deal, Rules()) if this.wars)
    at = chart.war_rounds.tolist().index(231)
    assert chart.war_depths[at] == 3
    assert chart.war_descriptions[at] == "3 4 7 6 against 3 4 7 5<br>player 1 takes 14 cards"


def test_a_very_deep_war_is_told_by_its_first_cards_and_its_last() -> None:
    rules = rules_called("0.LOSER_FIRST.LOSES.DRAW.HIGH")
    deep = Course(decide(Deal((3,) * 23 + (5,), (3,) * 23 + (4,)), rules))
    up = "3 3 3 3 3 3 3 3 3 3 …"
    assert decks.deck_sizes(deep).descriptions[0] == f"{up} 5 against {up} 4<br>player 1 takes 48 cards"
    twelve = Course(decide(Deal((3,) * 11 + (5,), (3,) * 11 + (4,)), rules))
    assert decks.deck_sizes(twelve).descriptions[0].startswith(f"{'3 ' * 11}5 against")


def test_a_long_line_keeps_its_peaks_in_at_most_a_thousand_points(spivey: Course) -> None:
    sizes, _ = spivey.line()
    chart = decks.deck_sizes(spivey)
    assert len(sizes) == 31_921
    assert 900 <= len(chart.rounds) <= MOST_POINTS
    assert (chart.rounds[0], chart.rounds[-1]) == (1, 31_921)
    assert np.array_equal(chart.sizes, sizes[chart.rounds - 1])
    assert (chart.sizes.min(), chart.sizes.max()) == (sizes.min(), sizes.max())
    assert len(decks.deck_sizes_figure(chart, LIGHT, shown=1).to_json()) < 100_000
    assert decks.holders(spivey).share.shape == (52, decks.MOST_BINS)
    assert len(decks.holders_figure(decks.holders(spivey), LIGHT).to_json()) < 60_000


def test_many_wars_are_drawn_small_and_too_many_keep_the_deepest(reviewed: Reviewed) -> None:
    longest = next(famous.screen for famous in FAMOUS if famous.title == "The longest of 40,000 games")
    played = {f"game {number}": (STANDARD_PACK, number, DEALT) for number in range(12)}
    played |= {"13 x 64 cards": (Pack(13, 64), 0, "kbwar")}
    decided = {
        name: decide(deal_cards(pack, seed=1, number=number), PLAYABLE[rules])
        for name, (pack, number, rules) in played.items()
    }
    texts = {}
    for name, game in (decided | {"the longest": decide(longest.deal, longest.rules)}).items():
        chart = decks.deck_sizes(Course(game))
        sizes = sorted({*decks.deck_sizes_figure(chart, LIGHT).data[-1].marker.size.tolist()})
        deepest = f"the deepest {max(chart.war_depths)} of {game.depth}"
        texts[name] = f"{len(chart.war_rounds)} of {game.wars} wars, sizes {sizes}, {deepest}"
    reviewed(lines(texts))


@pytest.mark.parametrize("rules", [GOLF, STEALS, DEALT, "kbwar"])
def test_holders_agree_with_the_decks(rules: str) -> None:
    for number in range(12):
        trace = record(deal_cards(STANDARD_PACK, seed=9, number=number), PLAYABLE[rules])
        chart = decks.holders(Course(trace.game))
        deal = trace.game.deal
        ranks, suits = (*deal.deck_1, *deal.deck_2), deal.eye_suits()
        order = sorted(range(52), key=lambda card: (ranks[card], suits[card], card))
        owned = np.array([[card in position.deck_1 for card in order] for position in trace.positions()])
        for column in range(chart.share.shape[1] - 1):
            first, end = chart.edges[column] - 1, chart.edges[column + 1] - 1
            wanted = np.rint(100 * owned[first:end].mean(axis=0))
            assert np.array_equal(chart.share[:, column], wanted), (number, column)
    assert len(set(decks.holders(course_of("55555/55555", "jouets")).names)) == 10
