"""The Simulate page's two sentences, and whether it is a coin: exact words on both sides of what decides."""

import pytest
from tallied import Games, cut_off, drawn, endless, lost, summary, won

from dashboard.charts.simulate import outcomes
from dashboard.charts.simulate.charts import LONGEST_HEADLINE, headline
from engine.cards import STANDARD_PACK, Pack
from engine.rules import rules_called
from engine.simulation import Study
from engine.wording.sentences import plain


def study(games: int, rules: str = "code-golf", pack: Pack = STANDARD_PACK) -> Study:
    return Study(rules=rules_called(rules), games=games, pack=pack)


def said(*games: Games, of: int = 0, running: bool = False, pack: Pack = STANDARD_PACK) -> tuple[str, str]:
    tallies = summary(*games, pack=pack)
    title, line = headline(study(of or tallies.games, pack=pack), tallies, running=running)
    return plain(title), plain(line)


@pytest.mark.parametrize(
    ("games", "title"),
    [
        ([won(1)], "Player 1 wins the one game played."),
        ([lost(1)], "Player 2 wins the one game played."),
        ([drawn(1)], "The one game played is drawn."),
        ([endless(1)], "The one game played never ends."),
        ([cut_off(1)], "The one game played was cut off."),
        # Up to twenty games are counted, more of them are shared.
        ([won(11), lost(9)], "Player 1 wins 11 of 20 games, player 2 9."),
        ([won(11), lost(10)], "Each player wins about 50 % of games."),
        ([won(17), lost(4)], "Player 1 wins 81 % of games, player 2 19 %."),
        # A difference that a fair coin makes as well is none.
        ([won(499_900), lost(500_100)], "Each player wins about 50.0 % of games."),
        ([won(498_500), lost(501_500)], "Player 2 wins 50.1 % of games, player 1 49.9 %."),
        ([won(9), lost(11)], "Player 2 wins 11 of 20 games, player 1 9."),
        ([won(10), lost(10)], "Player 1 wins 10 of 20 games, player 2 10."),
        ([won(19), endless(1)], "Player 1 wins 19 of 20 games; 1 never ends."),
        ([won(18), endless(2)], "Player 1 wins 18 of 20 games; 2 never end."),
        ([won(19), drawn(1)], "Player 1 wins 19 of 20 games; 1 is drawn."),
        ([won(18), drawn(2)], "Player 1 wins 18 of 20 games; 2 are drawn."),
        ([won(19), cut_off(1)], "Player 1 wins 19 of 20 games; 1 was cut off."),
        ([won(18), cut_off(2)], "Player 1 wins 18 of 20 games; 2 were cut off."),
        ([won(2), endless(18)], "18 of 20 games never end; player 1 wins 2."),
        ([drawn(9), cut_off(7), won(4)], "9 of 20 games are drawn, 7 were cut off; player 1 wins 4."),
        # The most striking is first, what nobody won stands together.
        (
            [won(30), lost(40), drawn(20), endless(10)],
            "Each player wins about 35 % of games; 20 % are drawn, 10 % never end.",
        ),
        ([won(35), lost(25), endless(40)], "40 % of games never end; each player wins about 30 %."),
        ([drawn(60), endless(40)], "60 % of games are drawn, 40 % never end."),
        # First the words get shorter, then the rarest is left out.
        (
            [won(300), lost(250), drawn(200), endless(250)],
            "Player 1 wins 30 %, player 2 25 %; 25 % never end, 20 % drawn.",
        ),
        (
            [won(300), lost(250), drawn(200), endless(150), cut_off(100)],
            "Player 1 wins 30 %, player 2 25 %; 20 % drawn, 15 % never end.",
        ),
        (
            [won(6), lost(5), drawn(4), endless(3), cut_off(2)],
            "Player 1 wins 6, player 2 5; 4 drawn, 3 never end, 2 cut off.",
        ),
    ],
)
def test_headlines(games: list[Games], title: str) -> None:
    assert said(*games)[0] == title
    assert len(title) <= LONGEST_HEADLINE == 70


GOOD = "every share is good to ± 11 points (95 %)."
PROVED = "Endless is proved, not guessed from a limit."
SIXTY = won(60), lost(40)


@pytest.mark.parametrize(
    ("games", "of", "running", "line"),
    [
        (SIXTY, 100, False, f"100 random deals of 52 cards; {GOOD}"),
        (SIXTY, 100, True, f"100 random deals of 52 cards; {GOOD}"),
        (SIXTY, 101, True, f"100 random deals of 52 cards so far; {GOOD}"),
        (SIXTY, 101, False, "Stopped at 100 games; the shares are of those, good to ± 11 points (95 %)."),
        (
            (won(60), lost(39), endless(1)),
            100,
            False,
            f"100 random deals of 52 cards; {GOOD} {PROVED}",
        ),
        ((won(1),), 1, False, "1 random deal of 52 cards: nothing can be told of others from it."),
        (
            (endless(1),),
            9,
            True,
            f"1 random deal of 52 cards: nothing can be told of others from it. {PROVED}",
        ),
        # The widest of all intervals: of one half with ten thousand games, a point.
        (
            (won(5_000), lost(5_000)),
            10_000,
            False,
            "10,000 random deals of 52 cards; every share is good to ± 1.0 points (95 %).",
        ),
        (
            (cut_off(9_604),),
            9_604,
            False,
            "9,604 random deals of 52 cards; every share is good to ± 0.039 points (95 %).",
        ),
    ],
)
def test_how_sure_it_is(games: tuple[Games, ...], of: int, running: bool, line: str) -> None:
    assert said(*games, of=of, running=running)[1] == line


def test_large_packs_are_counted_in_cards() -> None:
    pack = Pack(64, 64)
    assert said(won(1), pack=pack)[1].startswith("1 random deal of 4,096 cards")


# Is it a coin?


def coin_words(wins: int, games: int, *, rules: str = "codingame", of: int = 0) -> tuple[str, list[str]]:
    tallies = summary(won(wins), lost(games - wins))
    one = study(of or max(games, 1), rules)
    return outcomes.coin_panel(one, tallies).title, [
        plain(sentence) for sentence in outcomes.sentences(one, tallies)
    ]


@pytest.mark.parametrize(
    ("wins", "title", "ends"),
    [
        # Of 100 tosses: 5.7 % of runs stray as far as 60, 3.5 % as far as 61, 0.18 % as 66, 0.09 % as 67.
        (
            50,
            "It may well be a coin: player 1 wins 50 %",
            "in every run: no reason to think this is not one.",
        ),
        (
            49,
            "It may well be a coin: player 1 wins 49 %",
            "in 92 % of such runs: no reason to think this is not one.",
        ),
        (
            60,
            "It may well be a coin: player 1 wins 60 %",
            "in 6 % of such runs: no reason to think this is not one.",
        ),
        (
            40,
            "It may well be a coin: player 1 wins 40 %",
            "in 6 % of such runs: no reason to think this is not one.",
        ),
        (61, "Hardly a coin: player 1 wins 61 %", "in 4 % of such runs: hardly a coin."),
        (39, "Hardly a coin: player 1 wins 39 %", "in 4 % of such runs: hardly a coin."),
        # From one in a hundred on a share is told as one of so many.
        (63, "Hardly a coin: player 1 wins 63 %", "in 1 % of such runs: hardly a coin."),
        (64, "Hardly a coin: player 1 wins 64 %", "in one of 150 such runs: hardly a coin."),
        (66, "Hardly a coin: player 1 wins 66 %", "in one of 560 such runs: hardly a coin."),
        (67, "Not a coin: player 1 wins 67 %", "in one of 1,100 such runs: no coin."),
        (33, "Not a coin: player 1 wins 33 %", "in one of 1,100 such runs: no coin."),
        (81, "Not a coin: player 1 wins 81 %", "in one of 3,700,000,000 such runs: no coin."),
        (82, "Not a coin: player 1 wins 82 %", "in one of 10¹⁰ such runs: no coin."),
    ],
)
def test_verdicts_on_a_hundred_tosses(wins: int, title: str, ends: str) -> None:
    found, (verdict, *_) = coin_words(wins, 100)
    assert found == title
    assert verdict.startswith(f"Player 1 wins {wins} % of 100 decided games (95 %: ")
    chance = "By the exact binomial test, a fair coin strays at least so far from half"
    assert verdict.endswith(f"). {chance} {ends}")


@pytest.mark.parametrize(
    ("wins", "games", "words"),
    [
        (60, 100, "this one, 10.0 points, takes about 200 decided games"),
        (502, 1_000, "this one, 0.20 points, takes about 490,000 decided games"),
        (5_010, 10_000, "this one, 0.10 points, takes about 2.0 million decided games"),
        (50_045, 100_000, "this one, 0.045 points, takes about 9.7 million decided games"),
        (50_044, 100_000, "this one, 0.044 points, takes about 10 million decided games"),
        (500_050, 10**6, "this one, 0.0050 points, takes about 780 million decided games"),
        (500_005, 10**6, "this one, 0.00050 points, takes about 78 thousand million decided games"),
        (500_020, 10**6, "this one, 0.0020 points, takes about 4.9 thousand million decided games"),
    ],
)
def test_how_many_games_would_tell(wins: int, games: int, words: str) -> None:
    _, (_, needed) = coin_words(wins, games)
    small = "; one of 0.1 points takes about 2.0 million."
    assert needed == f"To tell a difference as small as {words}, to succeed four times in five{small}"


@pytest.mark.parametrize(("wins", "won"), [(0, "none"), (2, "all")])
def test_two_tosses_that_fall_alike_are_counted_and_six_are_asked_for(wins: int, won: str) -> None:
    _, (verdict, needed, *_) = coin_words(wins, 2)
    assert verdict.startswith(f"Player 1 wins {won} of 2 decided games (95 %: ")
    assert needed.startswith(
        "To tell a difference as small as this one, 50 points, takes about 6 decided games, "
    )


@pytest.mark.parametrize("wins", [50, 61, 67])
def test_where_the_difference_is_told_or_none_a_small_one_is_spoken_of(wins: int) -> None:
    _, (_, needed) = coin_words(wins, 100)
    assert needed == (
        "To tell a difference as small as one of 0.1 points takes about 2.0 million decided games, "
        "to succeed four times in five."
    )


def test_what_else_is_said_of_the_coin() -> None:
    proof = "By proof it is one: under these rules, exchanging the decks exchanges the winner."
    early = "A test looked at again and again alarms too often: judge by the finished run."
    assert coin_words(50, 100, rules="code-golf")[1][2:] == [proof]
    assert coin_words(50, 100, rules="code-golf", of=101)[1][2:] == [proof, early]
    assert coin_words(50, 100, of=101)[1][2:] == [early]
    assert coin_words(50, 100)[1][2:] == []
    none = "No game has been won yet, so there is nothing to test."
    assert coin_words(0, 0) == ("No game has been won yet", [none])
    assert coin_words(0, 0, rules="code-golf")[1] == [none, proof]
    toss = "A single toss tells nothing: any coin falls on one of its sides."
    assert coin_words(1, 1, of=9) == ("One game is one toss of a coin", [toss])
    assert coin_words(0, 1, rules="code-golf")[1] == [toss, proof]


def test_the_coins_note_and_alt_text() -> None:
    tallies = summary(won(60), lost(40), drawn(100))
    panel = outcomes.coin_panel(study(200), tallies)
    assert panel.note == "100 decided games; 50 % drawn. Grey: a fair coin, 95 %."
    words = " ".join(plain(sentence) for sentence in outcomes.sentences(study(200), tallies))
    assert panel.alt == f"Perhaps a coin: 60 % of decided games. {words}"
