"""The Compare page's two sentences: deals made by hand, and the exact words on both sides of what decides."""

import pytest
from tallied import Deals, Games, compared, cut_off, drawn, endless, lost, won

from dashboard.charts.compare.charts import LONGEST, headline, sweep_headline
from engine.rules import rules_called
from engine.simulation.study import Comparison, sweep
from engine.tables.bars import Unit
from engine.wording.sentences import plain

WINNERS = "code-golf", "advent-of-code-22"


def said(
    *deals: Deals, names: tuple[str, ...] = WINNERS, of: int = 0, unit: Unit = "rounds"
) -> tuple[str, str]:
    found = compared(*deals)
    comparison = Comparison(rule_sets=tuple(map(rules_called, names)), games=of or found.games)
    first, second = headline(comparison, found, names, unit=unit)
    return plain(first), plain(second)


def four(both: int, only_first: int, only_second: int, neither: int, second: int = 1_000) -> list[Deals]:
    """Return deals by whether player 1 wins them under both rule sets, under one of them, under none.

    Under the first rule set each takes 1,000 rounds, under the second so many, or here and there one off.
    """
    before, after = {"rounds": 1_000}, {"rounds": second}
    return [
        (both // 2, (won(**before), won(rounds=second - 1))),
        (both // 2, (won(**before), won(rounds=second + 1))),
        (both % 2, (won(**before), won(**after))),
        (only_first, (won(**before), lost(**after))),
        (only_second, (lost(**before), won(**after))),
        (neither, (lost(**before), lost(**after))),
    ]


# The first sentence


@pytest.mark.parametrize(
    ("names", "unchanged", "changed"),
    [
        (
            WINNERS,
            "Taking the winner’s cards first changes none of 100 deals.",
            "Taking the winner’s cards first changes who wins in 20 % of deals.",
        ),
        (
            ("1.PLAYER_2_FIRST.LOSES.DRAW.HIGH", "1.PLAYER_1_FIRST.LOSES.DRAW.HIGH"),
            "Taking player 1’s cards first changes none of 100 deals.",
            "Taking player 1’s cards first changes who wins in 20 % of deals.",
        ),
        (
            ("1.PLAYER_1_FIRST.LOSES.DRAW.HIGH", "1.PLAYER_2_FIRST.LOSES.DRAW.HIGH"),
            "Taking player 2’s cards first changes none of 100 deals.",
            "Taking player 2’s cards first changes who wins in 20 % of deals.",
        ),
        (
            ("advent-of-code-22", "code-golf"),
            "Taking the loser’s cards first changes none of 100 deals.",
            "Taking the loser’s cards first changes who wins in 20 % of deals.",
        ),
        (
            ("code-golf", "3.LOSER_FIRST.LOSES.DRAW.HIGH"),
            "Laying three cards face down, not one, changes none of 100 deals.",
            "Laying three cards face down changes who wins in 20 % of deals.",
        ),
        (
            ("3.LOSER_FIRST.LOSES.DRAW.HIGH", "code-golf"),
            "Laying one card face down, not three, changes none of 100 deals.",
            "Laying one card face down changes who wins in 20 % of deals.",
        ),
        (
            ("10.LOSER_FIRST.LOSES.DRAW.HIGH", "11.LOSER_FIRST.LOSES.DRAW.HIGH"),
            "Laying 11 cards face down, not ten, changes none of 100 deals.",
            "Laying 11 cards face down, not ten, changes who wins in 20 % of deals.",
        ),
        (
            ("0.LOSER_FIRST.LOSES.DRAW.HIGH", "code-golf"),
            "Laying one card face down, not none, changes none of 100 deals.",
            "Laying one card face down changes who wins in 20 % of deals.",
        ),
        (
            ("code-golf", "0.LOSER_FIRST.LOSES.DRAW.HIGH"),
            "Laying no cards face down, not one, changes none of 100 deals.",
            "Laying no cards face down, not one, changes who wins in 20 % of deals.",
        ),
        (
            ("code-golf", "jouets"),
            "Shuffling the cards before taking them changes none of 100 deals.",
            "Shuffling what is taken changes who wins in 20 % of deals.",
        ),
        (
            ("code-golf", "1.LOSER_FIRST.DRAW.DRAW.HIGH"),
            "For who is short, a draw, not losing, changes none of 100 deals.",
            "Code golf and Short draws part on 20 % of deals.",
        ),
        (
            ("1.LOSER_FIRST.STEAL.DRAW.HIGH", "code-golf"),
            "For who is short, losing, not stealing, changes none of 100 deals.",
            "Short steals and Code golf part on 20 % of deals.",
        ),
        (
            ("bicycle", "1.LOSER_FIRST.FEWER_DOWN.DRAW.HIGH"),
            "Bicycle and Short means fewer down part on none of 100 deals.",
            "Bicycle and Short means fewer down part on 20 % of deals.",
        ),
        (
            ("code-golf", "codingame"),
            "Code golf and CodinGame part on none of 100 deals.",
            "Code golf and CodinGame part on 20 % of deals.",
        ),
        (
            ("jouets", "code-golf"),
            "Jouets and Code golf part on none of 100 deals.",
            "Jouets and Code golf part on 20 % of deals.",
        ),
        (
            ("programming-challenges", "programming-challenges-code"),
            "Rule sets A and B part on none of 100 deals.",
            "Rule sets A and B part on 20 % of deals.",
        ),
    ],
)
def test_what_a_change_of_the_rules_changes(names: tuple[str, str], unchanged: str, changed: str) -> None:
    assert said(*four(50, 0, 0, 50), names=names)[0] == unchanged
    assert said(*four(50, 10, 10, 30), names=names)[0] == changed
    assert max(len(unchanged), len(changed)) <= LONGEST == 70


@pytest.mark.parametrize(
    ("turned", "words"),
    [
        ((won(), lost()), "changes who wins in 1 % of deals."),
        ((won(), drawn()), "changes the result of 1 % of deals."),
        ((endless(), lost()), "changes the result of 1 % of deals."),
        ((cut_off(), endless()), "changes the result of 1 % of deals."),
        ((endless(), endless()), "changes none of 100 deals."),
    ],
)
def test_who_wins_or_what_comes_of_it(turned: tuple[Games, Games], words: str) -> None:
    title, _ = said((99, (won(), won())), (1, turned))
    assert title == f"Taking the winner’s cards first {words}"


def test_where_winners_and_more_change_it_is_the_result() -> None:
    title, _ = said((98, (won(), won())), (1, (won(), lost())), (1, (won(), drawn())))
    assert title == "Taking the winner’s cards first changes the result of 2 % of deals."


@pytest.mark.parametrize(
    ("same", "words"), [(1, "1 of 2 deals."), (98, "1 of 99 deals."), (99, "1 % of deals.")]
)
def test_of_few_deals_is_said_how_many_change(same: int, words: str) -> None:
    title, _ = said((same, (won(), won())), (1, (won(), lost())))
    assert title == f"Taking the winner’s cards first changes who wins in {words}"


def test_one_deal_is_a_deal() -> None:
    assert said((1, (won(), won())))[0] == "Taking the winner’s cards first changes none of 1 deal."


# The second sentence


BARELY = "Shares and lengths barely move; which deals are won does."


@pytest.mark.parametrize(
    ("deals", "line"),
    [
        # Of 100,000 deals player 1 wins 999 or 1,001 more, or fewer, than before.
        (four(40_000, 3_000, 3_999, 53_001), BARELY),
        (four(40_000, 3_999, 3_000, 53_001), BARELY),
        (
            four(40_000, 3_000, 4_001, 52_999),
            "Player 1’s share moves by +1.00 ± 0.17 points. Where both end, 0.0000 ± 0.0040 rounds.",
        ),
        (
            four(40_000, 4_001, 3_000, 52_999),
            "Player 1’s share moves by −1.00 ± 0.17 points. Where both end, 0.0000 ± 0.0040 rounds.",
        ),
        # Two in a hundred deals are nothing to speak of.
        (four(40_000, 1_000, 1_001, 57_999), BARELY),
        (
            four(40_000, 1_000, 1_000, 58_000),
            "Player 1’s share moves by 0.00 ± 0.09 points. Where both end, 0.0000 ± 0.0040 rounds.",
        ),
        # Lengths barely move while they move by less than a twentieth.
        (four(40_000, 3_000, 3_000, 54_000, second=1_049), BARELY),
        (four(40_000, 3_000, 3_000, 54_000, second=951), BARELY),
        (
            four(40_000, 3_000, 3_000, 54_000, second=1_050),
            "Player 1’s share moves by 0.00 ± 0.16 points. Where both end, +50.0000 ± 0.0040 rounds.",
        ),
        (
            four(40_000, 3_000, 3_000, 54_000, second=950),
            "Player 1’s share moves by 0.00 ± 0.16 points. Where both end, −50.0000 ± 0.0040 rounds.",
        ),
        # Whether a share moves is told once its interval is four points wide.
        (four(1_221, 1_221, 1_221, 1_221), BARELY),
        (
            four(1_220, 1_220, 1_220, 1_220),
            "Player 1’s share moves by 0.0 ± 2.1 points. Where both end, 0.000 ± 0.015 rounds.",
        ),
    ],
)
def test_whether_shares_and_lengths_move(deals: list[Deals], line: str) -> None:
    assert said(*deals)[1].partition(" deals under both rule sets. ")[2] == line


@pytest.mark.parametrize(
    ("deals", "names", "of", "unit", "line"),
    [
        (
            [(700, (won(rounds=100), won(rounds=120))), (300, (lost(rounds=50), won(rounds=50)))],
            WINNERS,
            1_000,
            "rounds",
            "± 3.0 points (95 %), the same 1,000 deals under both rule sets. "
            "Player 1’s share moves by +30.0 ± 3.0 points. Where both end, +14.0 ± 0.6 rounds.",
        ),
        (
            [(700, (won(rounds=100), drawn(rounds=120))), (300, (lost(rounds=50), endless()))],
            ("code-golf", "codingame"),
            5_000,
            "plays",
            "99.6 to 100.0 % (95 %), the same 1,000 of 5,000 deals under both rule sets. "
            "Player 1’s share moves by −70.0 ± 3.0 points.",
        ),
        (
            [(50, (won(), won(), won())), (50, (lost(), lost(), won()))],
            ("code-golf", "jouets", "codingame"),
            100,
            "rounds",
            "0 to 4 % (95 %), the same 100 deals under every rule set. "
            "Part of that is chance, for a pick-up is left to it. "
            "Player 1’s share moves by 0.0 ± 3.7 points.",
        ),
        (
            [(50, (won(), won(), won())), (50, (lost(), lost(), won()))],
            ("code-golf", "codingame", "jouets"),
            100,
            "battles",
            "0 to 4 % (95 %), the same 100 deals under every rule set. "
            "Player 1’s share moves by 0.0 ± 3.7 points.",
        ),
        (
            [(5, (won(), endless()))],
            WINNERS,
            5,
            "rounds",
            "47 to 100 % (95 %), the same 5 deals under both rule sets. No game ends under both.",
        ),
        (
            [(1, (won(), endless()))],
            WINNERS,
            1,
            "rounds",
            "2 to 100 % (95 %), the same deal under both rule sets. No game ends under both.",
        ),
        (
            [(1, (won(), endless()))],
            WINNERS,
            2,
            "rounds",
            "2 to 100 % (95 %), the same 1 of 2 deals under both rule sets. No game ends under both.",
        ),
    ],
)
def test_how_sure_that_is_and_what_else_moves(
    deals: list[Deals], names: tuple[str, ...], of: int, unit: Unit, line: str
) -> None:
    assert said(*deals, names=names, of=of, unit=unit)[1] == line


def test_of_one_game_no_difference_of_lengths_is_told() -> None:
    _, line = said((1, (won(rounds=3), won(rounds=5))), (9, (endless(), won())))
    assert "Where both end" not in line
    assert line.endswith(" share moves by +90 points (+43 to +100).")


def test_of_one_deal_no_share_moves_by_more_than_all() -> None:
    _, line = said((1, (endless(), won())))
    assert line.startswith("2 to 100 % (95 %), the same deal under both rule sets.")
    _, line = said((1, (lost(), won())))
    assert "Player 1’s share moves by +100 points (−95 to +100)." in line


# One rule varied


def swept(name: str, rule: str, *deals: Deals, of: int = 0) -> tuple[str, str]:
    found = compared(*deals)
    first, second = sweep_headline(sweep(rules_called(name), rule, games=of or found.games), found)
    return plain(first), plain(second)


@pytest.mark.parametrize(
    ("rule", "values", "title", "line"),
    [
        (
            "face_down",
            7,
            "The number of cards face down decides up to 50 % of deals.",
            "± 11 points (95 %), for instance between “none down” and “6 down”; "
            "the same 100 deals for all 7 values.",
        ),
        (
            "shortfall",
            5,
            "The rule for who is short decides up to 50 % of deals.",
            "± 11 points (95 %), for instance between “short loses” and “short steals”; "
            "the same 100 deals for all 5 values.",
        ),
        (
            "both_out",
            3,
            "The rule for both running out decides up to 50 % of deals.",
            "± 11 points (95 %), for instance between “both out draws” and “both out: player 2”; "
            "the same 100 deals for all 3 values.",
        ),
        (
            "order",
            4,
            "The order of the ranks decides up to 50 % of deals.",
            "± 11 points (95 %), for instance between “aces high” and “lowest beats highest”; "
            "the same 100 deals for all 4 values.",
        ),
        (
            "pickup",
            12,
            "The pick-up order decides up to 50 % of deals.",
            "± 11 points (95 %), for instance between “in the order of the deal” and “by a coin”; "
            "the same 100 deals for all 12 values. Part of that is chance, for a pick-up is left to it.",
        ),
    ],
)
def test_what_one_rule_decides(rule: str, values: int, title: str, line: str) -> None:
    same, last = (won(),) * values, (*(won(),) * (values - 1), lost())
    assert swept("code-golf", rule, (50, same), (50, last)) == (title, line)


def test_what_a_rule_that_decides_nothing_and_a_run_that_goes_on_say() -> None:
    title, line = swept("code-golf", "order", (30, (won(),) * 4), of=400)
    assert title == "The order of the ranks decides none of 30 deals."
    assert line.startswith(
        "0 to 12 % (95 %), for instance between “aces high” and “aces low”; the same 30 of 400 deals"
    )
    title, line = swept("code-golf", "order", (1, (won(), won(), lost(), won())))
    assert line.endswith("between “aces high” and “low wins”; the same deal for all 4 values.")


def test_the_pair_furthest_apart_is_named() -> None:
    """Second and fourth value part on 30 of 100 deals, no others on more than 20."""
    deals: list[Deals] = [
        (10, (won(), lost(), won(), won())),
        (20, (won(), won(), won(), lost())),
        (70, (won(), won(), won(), won())),
    ]
    title, line = swept("code-golf", "order", *deals)
    assert title == "The order of the ranks decides up to 30 % of deals."
    assert "between “aces low” and “lowest beats highest”" in line
