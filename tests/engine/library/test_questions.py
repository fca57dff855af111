"""What people ask about War: every sentence recomputed, every number counted once more game by game."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import comb, inf
from typing import Any

import numpy as np
import pytest

from engine import Reason, deal_cards, play_rounds
from engine.cards import STANDARD_PACK, Pack, random_stream
from engine.cli.main import main
from engine.jobs.scheduler import play_here
from engine.kernels.tallies import OUTCOMES
from engine.library import LESSON, QUESTIONS, AskedQuestion, CountedAnswer, asked_by, beside, kept
from engine.library.question_answers import ANSWERS, kept_line, line, to_keep
from engine.library.question_kinds import HALF_DECIDED, MOST, Player, compared, left_out, near, read_guesses
from engine.library.records import endless_deal
from engine.rules import PLAYABLE, Order, Shortfall
from engine.simulation import Study
from engine.simulation import win_chance as deciding
from engine.simulation.estimates import Estimate, fair_by_symmetry, share
from engine.simulation.tallies import EVERY, FINISHED, WON, Summary
from engine.simulation.win_chance import Decided, decided
from engine.tables.files import games_table

SOME = 4_000
OF_HANDS = 60
"""Games that are followed for what hands decide."""


@cache
def tallied(study: Study) -> Summary:
    summary: Summary = play_here(study, workers=2).summary
    return summary


@cache
def few_decided(study: Study) -> tuple[Decided, ...]:
    return decided(replace(study, games=1, followed=0), games=OF_HANDS, points=10)


FEW = Player(tallied, few_decided)
WHOLE_PLAYER = Player(tallied, lambda study: decided(replace(study, games=1, followed=0)))


def played(question: AskedQuestion, games: int) -> CountedAnswer:
    return question.measure(question.study(games=games), FEW)


@pytest.fixture(scope="module")
def answers() -> dict[str, CountedAnswer]:
    return {name: played(question, SOME) for name, question in QUESTIONS.items()}


FIRST = {
    "length": (
        "Half of all games are over within 230 rounds.",
        ("Bicycle", "222 to 238 rounds", "None of them goes on for ever"),
    ),
    "long": (
        "One in twenty of all games takes more than 796 rounds.",
        ("Bicycle", "767 to 840 rounds", "None of them goes on for ever"),
    ),
    "odd": (
        "5.2\N{NO-BREAK SPACE}% of all games take an odd number of rounds.",
        ("Bicycle", "4.5 to 6.0\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "steal": (
        "With stealing, the mean of all games is 225 rounds.",
        ("What's in a game, with stealing", "219 to 232 rounds", "None of them goes on for ever"),
    ),
    "fair": (
        "Player 1 wins 50.2\N{NO-BREAK SPACE}% of all games.",
        (
            "Bicycle",
            "48.6 to 51.8\N{NO-BREAK SPACE}%",
            "Nothing tells that from even. None of them goes on for ever",
        ),
    ),
    "aces": (
        "A player with all four aces wins 92.5\N{NO-BREAK SPACE}% of games.",
        ("Bicycle", "89.5 to 94.9\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "four-aces": (
        "Against the other 48 cards, four aces alone win 81.5\N{NO-BREAK SPACE}% of all games.",
        ("Bicycle", "80.2 to 82.7\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "stronger": (
        "The stronger deck wins 59.8\N{NO-BREAK SPACE}% of games.",
        ("Bicycle", "58.2 to 61.4\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "wars": (
        "Half of all games have at most 18 wars.",
        ("Bicycle", "17 to 18 wars", "None of them goes on for ever"),
    ),
    "deep": (
        "In 11.6\N{NO-BREAK SPACE}% of all games one war goes three deep or deeper.",
        ("Bicycle", "10.5 to 12.6\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
    "for-ever": (
        "Picked up in the order of the deal, 42.1\N{NO-BREAK SPACE}% of all games never end.",
        ("Programming Challenges", "40.5 to 43.7\N{NO-BREAK SPACE}%", "1,685 games never end"),
    ),
    "quick": (
        "0.0\N{NO-BREAK SPACE}% of all games are over within 26 rounds.",
        ("Bicycle", "0.0 to 0.1\N{NO-BREAK SPACE}%", "None of them goes on for ever"),
    ),
}
"""Of the first games of the runs."""
COUNTED = {"aces": "426 such games of 4,000", "stronger": "3,878 such games of 4,000"}

WHOLE = {
    "length": "Half of all games are over within 232 rounds.",
    "long": "One in twenty of all games takes more than 788 rounds.",
    "soon": "Half of the result is decided before round 132.",
    "coin": "Who is dealt which cards settles 18.5\N{NO-BREAK SPACE}% of who wins; "
    "of a coin’s toss it settles nothing.",
    "odd": "4.8\N{NO-BREAK SPACE}% of all games take an odd number of rounds.",
    "steal": "With stealing, the mean of all games is 222 rounds.",
    "fair": "Player 1 wins 50.0\N{NO-BREAK SPACE}% of all games.",
    "aces": "A player with all four aces wins 92.1\N{NO-BREAK SPACE}% of games.",
    "four-aces": "Against the other 48 cards, four aces alone win 81.8\N{NO-BREAK SPACE}% of all games.",
    "stronger": "The stronger deck wins 59.8\N{NO-BREAK SPACE}% of games.",
    "wars": "Half of all games have at most 18 wars.",
    "deep": "In 12.3\N{NO-BREAK SPACE}% of all games one war goes three deep or deeper.",
    "for-ever": "Picked up in the order of the deal, 42.2\N{NO-BREAK SPACE}% of all games never end.",
    "quick": "0.018\N{NO-BREAK SPACE}% of all games are over within 26 rounds.",
}
"""Of all of them."""


@pytest.mark.parametrize("name", FIRST)
def test_an_answer_of_a_few_thousand_games(name: str, answers: dict[str, CountedAnswer]) -> None:
    question = QUESTIONS[name]
    sentence, (rules, interval, never) = FIRST[name]
    assert question.sentence(answers[name]) == sentence
    counted = COUNTED.get(name, "4,000 games")
    assert question.sure(answers[name]) == (
        f"{counted} by the rules of {rules}; 95\N{NO-BREAK SPACE}% interval {interval}. {never}."
    )


def test_what_hands_decide_is_told_of_few_games_with_a_second_number(
    answers: dict[str, CountedAnswer],
) -> None:
    soon, coin = (QUESTIONS[name].sure(answers[name]) for name in ("soon", "coin"))
    assert soon.startswith("60 games by the rules of Bicycle; 95\N{NO-BREAK SPACE}% interval ")
    assert soon.endswith("\N{NO-BREAK SPACE}% of it is decided.")
    assert coin.endswith(
        " Before the deal it is a coin, as both players are treated alike: "
        "player 1 wins 50.2\N{NO-BREAK SPACE}% of 4,000 decided games."
    )


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_answers_that_the_page_gives(name: str) -> None:
    assert QUESTIONS[name].sentence(kept(QUESTIONS[name])) == WHOLE[name]


RUNS = [*to_keep()]


def test_every_question_is_answered_by_every_named_rule_set_within_the_range_of_its_guesses() -> None:
    for rule_set in PLAYABLE:
        for question in asked_by(rule_set).values():
            answer, numbers = kept(question), beside(question)
            assert answer.value is not None
            assert answer.value.low <= answer.value.value <= answer.value.high < inf
            assert question.scale * answer.value.value < 0.85 * question.guess.high or question.scale == 100
            assert len(numbers) == 1 + len(question.others), (rule_set, question.name)
            assert "{" not in question.sentence(answer) + question.sure(answer) + " ".join(question.why)
            assert question.sure(answer).count("too few") == 0
    assert len(ANSWERS.read_text("utf-8").splitlines()) == len(RUNS)
    assert all(kept_line(study, questions) for study, questions in RUNS)


QUICK = [
    (study, questions)
    for study, questions in RUNS
    if study.games < 50_000 and not {"soon", "coin"} & {*questions} and not study.hands
    and study.rules.pickup.said.settled_by == "winner"
][:4]  # fmt: skip


@pytest.mark.parametrize(("study", "questions"), QUICK)
def test_what_is_kept_is_what_playing_gives(study: Study, questions: dict[str, AskedQuestion]) -> None:
    assert line(study, questions, WHOLE_PLAYER) == kept_line(study, questions)


@pytest.mark.slow
@pytest.mark.parametrize(("study", "questions"), RUNS, ids=lambda of: getattr(of, "rules", of) and "")
def test_all_that_is_kept_is_what_playing_gives(study: Study, questions: dict[str, AskedQuestion]) -> None:
    assert line(study, questions, WHOLE_PLAYER) == kept_line(study, questions)


def counted(question: AskedQuestion) -> float:
    """Count the answer from a row a game, without any tally."""
    table = games_table(question.study(games=SOME))
    ended = table[table.winner.ne("nobody") | table.rounds.notna()]
    first = table.winner[table.winner.ne("nobody")].eq("player_1")
    lengths = ended.rounds.astype(float)
    strong, held = table.strength.astype(int), table[table.aces.isin([0, 4])]
    better = strong.map(lambda points: "player_1" if points > 156 else "player_2")[strong != 156]
    answers: dict[str, Callable[[], float]] = {
        "length": lambda: float(np.sort(lengths)[(len(lengths) - 1) // 2]),
        "long": lambda: float(np.quantile(lengths, 0.95, method="inverted_cdf")),
        "odd": lambda: float((lengths % 2 == 1).mean()),
        "steal": lambda: float(lengths.mean()),
        "fair": lambda: float(first.mean()),
        "four-aces": lambda: float(table.winner.eq("player_1").mean()),
        "aces": lambda: float(held.winner.eq(held.aces.map({4: "player_1", 0: "player_2"})).mean()),
        "stronger": lambda: float(table.winner[strong != 156].eq(better).mean()),
        "wars": lambda: float(np.quantile(ended.wars.astype(float), 0.5, method="inverted_cdf")),
        "deep": lambda: float((ended.depth.astype(float) >= 3).mean()),
        "for-ever": lambda: float(table.rounds.isna().mean()),
        "quick": lambda: float((lengths <= 26).mean()),
    }
    return answers[question.name]()


@pytest.mark.parametrize("name", FIRST)
def test_a_number_is_what_counting_the_games_one_by_one_gives(
    name: str, answers: dict[str, CountedAnswer]
) -> None:
    value = answers[name].value
    assert value is not None
    assert value.value == pytest.approx(counted(QUESTIONS[name]), rel=1e-12)
    assert value.low <= value.value <= value.high


@pytest.mark.parametrize(
    ("rule_set", "name", "sentence"),
    [
        ("codingame", "aces", "A player with all four aces wins 16.4_% of games."),
        ("programming-challenges", "aces", "A player with all four aces wins 45.4_% of games."),
        ("codingame", "stronger", "The stronger deck wins 14.1_% of games."),
        ("programming-challenges", "stronger", "The stronger deck wins 36.3_% of games."),
        ("codingame", "four-aces", "Against the other 48 cards, four aces alone win 1.3_% of all games."),
        ("codingame", "fair", "Player 1 wins 7.6_% of the games that somebody wins."),
        ("codingame", "deep", "In 1.0_% of the games that end one war goes three deep or deeper."),
    ],
)
def test_games_that_nobody_wins_are_in_the_whole_that_is_named(
    rule_set: str, name: str, sentence: str
) -> None:
    question = asked_by(rule_set)[name]
    assert question.sentence(kept(question)) == sentence.replace("_", "\N{NO-BREAK SPACE}")
    value = played(question, SOME).value
    assert value is not None
    assert value.value == pytest.approx(counted(question), rel=1e-12)


def test_what_divides_a_share_is_what_is_named() -> None:
    """Count each whole's games of a run in which some are drawn and some never end."""
    summary = tallied(asked_by("codingame")["length"].study(games=SOME))
    ends = summary.outcomes()
    wins = ends["player_1"] + ends["player_2"]
    assert (EVERY.named, EVERY.games(summary)) == ("all games", SOME)
    assert (WON.named, WON.games(summary)) == ("the games that somebody wins", wins)
    assert (FINISHED.named, FINISHED.games(summary)) == ("the games that end", wins + ends["draw"])
    assert ends["draw"] > 0 < ends["endless"]
    for name, question in asked_by("codingame").items():
        answer = played(question, SOME)
        assert answer.value is not None
        if "{of}" in question.answer and question.measure.whole in (EVERY, FINISHED, WON):
            own = tallied(question.study(games=SOME))
            assert answer.value.games == question.measure.whole.games(own), name
            assert f" of {question.measure.whole.named}" in question.sentence(answer), name


@pytest.mark.slow
@pytest.mark.parametrize("rule_set", PLAYABLE)
def test_by_every_rule_set_a_number_is_what_counting_one_by_one_gives(rule_set: str) -> None:
    for name in FIRST:
        question = asked_by(rule_set)[name]
        value = played(question, SOME).value
        assert value is not None
        assert value.value == pytest.approx(
            counted(question), rel=1e-12 if value.value < 4_096 else 1 / 64
        ), name


def points(*shares: tuple[int, float, float, float]) -> tuple[Decided, ...]:
    return tuple(Decided(number, Estimate(value, low, high, 9), 9) for number, value, low, high in shares)


def half(*shares: tuple[int, float, float, float]) -> tuple[float, float, float]:
    answer = HALF_DECIDED(QUESTIONS["soon"].study(), Player(tallied, lambda _: points(*shares)))
    assert answer.value is not None
    return answer.value.low, answer.value.value, answer.value.high


def test_half_is_decided_where_a_line_through_the_shares_crosses_it() -> None:
    risen = (1, 0.1, 0.0, 0.2), (101, 0.3, 0.2, 0.4), (201, 0.7, 0.6, 0.8), (301, 0.9, 0.8, 1.0)
    assert half(*risen) == (126, 151, 176)
    # What is sure once and in doubt again later is in doubt until then.
    assert half((1, 0.2, 0.1, 0.3), (11, 0.6, 0.55, 0.7), (21, 0.6, 0.45, 0.7), (31, 0.8, 0.7, 0.9))[2] == 23
    assert half((1, 0.6, 0.51, 0.7), (11, 0.7, 0.6, 0.8)) == (1, 1, 1)
    assert half((1, 0.1, 0.0, 0.2), (11, 0.3, 0.2, 0.4)) == (inf, inf, inf)
    assert half((1, 0.1, 0.0, 0.2), (11, 0.6, 0.4, 0.8))[2] == inf
    none = HALF_DECIDED(QUESTIONS["soon"].study(), Player(tallied, lambda _: (Decided(1, None, 9),)))
    assert none.value is None


@pytest.mark.slow
def test_nineteen_intervals_in_twenty_hold_the_round_by_which_half_is_decided() -> None:
    pack, rules = Pack(6, 4), PLAYABLE["code-golf"]

    def of(seed: int, games: int) -> Estimate:
        study = Study(rules=rules, games=1, pack=pack, seed=seed)
        player = Player(tallied, lambda study: decided(study, games=games))
        value = HALF_DECIDED(study, player).value
        assert value is not None
        return value

    truth = of(1_000, 6_000).value
    held = sum(value.low <= truth <= value.high for value in (of(seed, 150) for seed in range(60)))
    assert held >= 54


def test_version_2_of_the_fourth_source_decides_nothing_by_the_cards() -> None:
    """A coin in the place of the games, counted as the games are."""
    tosses = np.array(
        [random_stream.stream_key(2, 0, game) for game in range(6_000)], np.uint64
    ) >> np.uint64(63)
    winners = 1 + tosses.astype(int).reshape(-1, deciding.ENDINGS)
    counts = np.stack([(winners == player).sum(axis=1) for player in range(3)], axis=1)
    settled = deciding._share(counts)
    assert settled is not None
    assert settled.low == 0
    assert settled.value < settled.high < 0.06
    alike = counts[:, 1] == deciding.ENDINGS, counts[:, 2] == deciding.ENDINGS
    one = 2 * 0.5**deciding.ENDINGS  # six tosses alike
    assert float((alike[0] | alike[1]).mean()) == pytest.approx(one, abs=3 * (one / 1_000) ** 0.5)
    real = kept(QUESTIONS["coin"]).value
    assert real is not None
    assert real.low > settled.high


def test_before_the_deal_it_is_a_coin_where_both_are_treated_alike_and_else_is_tested() -> None:
    for rule_set, rules in PLAYABLE.items():
        told = asked_by(rule_set)["coin"].sure(kept(asked_by(rule_set)["coin"]))
        assert ("Before the deal it is a coin, as both" in told) == fair_by_symmetry(rules, STANDARD_PACK)
        assert ("Even before the deal it is no fair coin" in told) != fair_by_symmetry(rules, STANDARD_PACK)
    coin = asked_by("codingame")["coin"]
    few = coin.sure(CountedAnswer(share(1, 9), 9, beside=share(10, 30)))
    assert few.endswith(
        "Before the deal it may be a coin: player 1 wins 33.3\N{NO-BREAK SPACE}% of 30 decided games."
    )
    # 1 of 30 by a coin: 2 * 31 / 2**30, once in 17 million runs.
    tested = coin.sure(CountedAnswer(share(1, 9), 9, beside=share(1, 30)))
    assert 2 * (comb(30, 0) + comb(30, 1)) / 2**30 == pytest.approx(5.8e-8, rel=0.01)
    assert tested.endswith("and a coin strays so far in fewer than one of 10,000,000 such runs.")


def unpaid(study: Study, number: int) -> bool:
    """Say whether a war of a game was not paid in full: less was laid, cards were taken, or it ended so."""
    deal = deal_cards(study.pack, seed=study.seed, number=number)
    rounds = play_rounds(deal, study.rules, seed=study.seed, number=number)
    wars = [lay for this in rounds for lay in this.lays[1:]]
    short = any(lay.stolen or min(lay.cards_1, lay.cards_2) < study.rules.need for lay in wars)
    return short or rounds.ending.outcome.reason is not Reason.DECK_EMPTY


@pytest.mark.parametrize("rule_set", ["bicycle", "norvig", "codingame", "whats-in-a-game-steal"])
def test_only_a_war_that_is_not_paid_in_full_makes_a_length_odd(rule_set: str) -> None:
    """The reason that is given for rare odd lengths, looked at in the games themselves."""
    study = replace(asked_by(rule_set)["odd"].study(games=1_000), followed=0)
    table = games_table(study)
    odd = table[table.rounds.notna() & (table.rounds.fillna(0).astype(int) % 2 == 1)].number[:20]
    assert len(odd) == 20
    assert all(unpaid(study, int(number)) for number in odd)


@pytest.mark.parametrize("rule_set", PLAYABLE)
def test_reasons_are_true_by_the_rules_they_are_given_for(rule_set: str) -> None:
    rules, questions = PLAYABLE[rule_set], asked_by(rule_set)
    best = {Order.HIGH: "ace", Order.LOW_WINS: "two", Order.LOWEST_BEATS_HIGHEST: "ace"}[rules.order]
    said = " ".join(" ".join(question.why) for question in questions.values())
    assert questions["aces"].asks == f"Do the {best}s decide?"
    assert ("a war, or a two" in said) == (rules.order is Order.LOWEST_BEATS_HIGHEST)
    assert rules.face_down % 2 == 1  # what the reason for odd lengths takes for granted
    assert (rules.face_down + 1) * 4 + 4 >= 2 * int(said.split(" cards on the table")[0].split()[-1])
    assert ("the shuffles" in said) != rules.deterministic
    assert ("treat both players alike" in said) == fair_by_symmetry(rules, STANDARD_PACK)
    assert questions["steal"].rules.apart(rules) in ((), ("shortfall",))
    drawn, never = (
        rules.shortfall is Shortfall.DRAW,
        kept(questions["length"]).endless > 0.05 * kept(questions["length"]).games,
    )
    assert ("Nobody wins many of these games" in said) == (drawn or never)
    assert ("are drawn" in said, "they never end" in said or "or never end" in said) == (drawn, never)
    never_ends = questions["for-ever"]
    assert never_ends.rules == rules
    by_design = "deals that were built for it do" in never_ends.sure(kept(never_ends))
    assert by_design == (not never and endless_deal(rules, STANDARD_PACK) is not None)


def test_stealing_makes_games_longer_and_cards_face_down_change_what_aces_do_by_every_rule_set() -> None:
    for rule_set in PLAYABLE:
        questions = asked_by(rule_set)
        stealing, without = beside(questions["steal"]).values()
        assert stealing.low > without.high, rule_set
        aces = [number.value for number in beside(questions["four-aces"]).values()]
        told = "How many cards go face down changes it" in " ".join(questions["four-aces"].why)
        assert max(aces) - min(aces) > 0.05 or not told, rule_set


def test_the_mean_lies_above_the_median_by_every_rule_set() -> None:
    for rule_set in ("bicycle", "codingame", "norvig", "spivey"):
        summary = tallied(replace(asked_by(rule_set)["long"].study(games=1_000), followed=0))
        games, total, _ = summary.finished_sums("rounds")
        median = np.searchsorted(np.cumsum(summary.finished("rounds")), games / 2)
        assert total / games > median


def test_a_question_is_asked_of_bicycle_or_of_whom_it_is_known_for_and_else_of_whom_is_named() -> None:
    assert {
        name: question.rule_set for name, question in QUESTIONS.items() if question.rule_set != "bicycle"
    } == {
        "steal": "whats-in-a-game-steal",
        "for-ever": "programming-challenges",
    }
    assert asked_by("norvig")["steal"].by == "Norvig, with stealing"
    assert asked_by("norvig")["for-ever"].sentence(share_of(3, 9)).startswith("Picked up shuffled, ")
    assert (
        asked_by("codingame")["for-ever"].sentence(share_of(3, 9)).startswith("With player 1’s cards first, ")
    )
    for wrong, why in (("coin-flip", "plays no cards"), ("nothing", "has no name: take one of "), ("", "")):
        if why:
            with pytest.raises(ValueError, match=why):
                asked_by(wrong)


def share_of(count: int, games: int) -> CountedAnswer:
    return CountedAnswer(share(count, games), games)


def test_a_guess_is_told_how_far_off_it_is(answers: dict[str, CountedAnswer]) -> None:
    length, fair = QUESTIONS["length"], QUESTIONS["fair"]
    median = round(answers["length"].value.value)  # type: ignore[union-attr]
    assert length.off(median, answers["length"]) == f"You said {median} rounds: right"
    assert length.off(1_000, answers["length"]) == f"You said 1,000 rounds: {1_000 - median} too many"
    assert length.off(median - 100, answers["length"]).endswith(": 100 too few")
    assert fair.off(50, answers["fair"]) == "You said 50\N{NO-BREAK SPACE}%: right"
    assert fair.off(90, answers["fair"]).endswith("points too high")
    assert fair.off(10, answers["fair"]).endswith("points too low")


def test_few_games_say_that_they_are_few() -> None:
    question = QUESTIONS["long"]
    assert question.sure(played(question, 3)) == "3 games: too few to tell."


def test_a_share_that_leaves_games_out_names_its_whole() -> None:
    never, length = (asked_by("programming-challenges")[name] for name in ("for-ever", "length"))
    summary = tallied(never.study(games=SOME))
    assert length.sentence(played(length, SOME)).startswith("Half of the games that end are over within")
    assert "of all games never end" in never.sentence(played(never, SOME))
    assert f"{summary.outcomes()[OUTCOMES[3]]:,} games never end." in never.sure(played(never, SOME))


def test_the_terminal_answers_from_what_is_kept_or_by_playing(
    capsys: pytest.CaptureFixture[str], answers: dict[str, CountedAnswer]
) -> None:
    def asked(*words: str) -> dict[str, Any]:
        assert main(["questions", *words, "--json"]) == 0
        data: dict[str, Any] = json.loads(capsys.readouterr().out)
        return data

    for data, answer in (
        (asked("aces", "--games", str(SOME)), answers["aces"]),
        (asked("aces"), kept(QUESTIONS["aces"])),
    ):
        value = answer.value
        assert value is not None
        assert data["answer"] == QUESTIONS["aces"].sentence(answer)
        assert (data["value"], data["interval"]) == (value.value, [value.low, value.high])
        assert data["teaches"] == QUESTIONS["aces"].teaches
    other = asked("steal", "--rules", "norvig")
    assert (other["rules"], other["played"]) == ("norvig", "3.RANDOM.STEAL.DRAW.HIGH")
    assert main(["questions", "--rules", "spivey"]) == 0
    told = capsys.readouterr().out
    assert told.count("\n  ") == 2 * len(QUESTIONS)
    assert "four twos alone win" in told
    assert asked("forever") == asked("for-ever") == asked("For_Ever")
    assert main(["questions", "nothing"]) == 2
    assert "question 'nothing' is unknown: take one of length" in capsys.readouterr().err
    assert main(["questions", "--rules", "mine"]) == 2
    assert "rule set 'mine' has no name: take one of programming-challenges" in capsys.readouterr().err


def test_what_a_file_keeps_already_is_not_played_again(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.cli.library.line", lambda *_: "played")
    file = tmp_path / "answers.jsonl"
    lines = ANSWERS.read_text("utf-8").splitlines()
    file.write_text("\n".join(lines[:-1]), "utf-8")
    assert main(["questions", "--keep", str(file)]) == 0
    assert file.read_text("utf-8").splitlines() == [*lines[:-1], "played"]
    assert main(["questions", "--keep", str(tmp_path)]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_a_lesson_takes_45_minutes_and_has_what_a_class_should_meet() -> None:
    assert len(LESSON) == 5
    assert sum(LESSON.values()) == 45
    taught = [QUESTIONS[name].teaches for name in LESSON]
    for subject in ("Sampling error", "Conditioning", "Paired comparison", "Proof against limit"):
        assert any(sentence.startswith(f"{subject}: ") for sentence in taught), subject
    every = [question.teaches for question in QUESTIONS.values()]
    assert len({*every}) == len(QUESTIONS)
    assert all(sentence.count(".") == 1 and sentence.endswith(".") for sentence in every)


def test_the_paired_comparison_of_the_lesson_plays_the_same_deals() -> None:
    steal = QUESTIONS["steal"]
    ((_, without),) = steal.others
    own, other = (games_table(steal.study(rules, 200)) for rules in (steal.rules, without))
    hands = ["aces", "strength"]
    assert own[hands].equals(other[hands])
    assert not own.rounds.equals(other.rounds)
    assert steal.study(without).seed == steal.study().seed


def test_a_class_writes_its_guesses_in_any_way() -> None:
    length, fair = QUESTIONS["length"], QUESTIONS["fair"]
    assert read_guesses("300 250\n\n12.5;400,\t7/8|9", length).guesses == (300, 250, 12.5, 400, 7, 8, 9)
    assert read_guesses("50% 60 % 0", fair).guesses == (50, 60, 0)
    assert read_guesses("", fair) == read_guesses(" , \n", fair)


def test_what_is_no_guess_is_told_with_its_line_and_its_reason() -> None:
    read = read_guesses("300, Anna\n-5 1201\n1,000 nan " + "x" * 40, QUESTIONS["length"])
    assert read.guesses == (300,)
    assert read.left_out == (
        "'Anna' in line 1 is no number",
        "'-5' in line 2 is out of range: 0 to 1,200 rounds",
        "'1201' in line 2 is out of range: 0 to 1,200 rounds",
        "'1,000' in line 3 may be one number or two: write it without the comma",
        "'nan' in line 3 is no number",
        f"'{'x' * 20}…' in line 3 is no number",
    )
    assert left_out(read).splitlines()[::5] == ["Left out: 'Anna' in line 1 is no number.", "And 1 more."]
    assert read_guesses("1,500", QUESTIONS["long"]).guesses == ()  # never 1 and 500 without a word
    assert read_guesses("300,250,400 20,30", QUESTIONS["length"]).guesses == (300, 250, 400, 20, 30)
    many = read_guesses("7 " * (MOST + 3), QUESTIONS["length"])
    assert len(many.guesses) == MOST
    assert left_out(many) == "Left out: 3 guesses beyond the first 500."
    assert read_guesses("9" * 400, QUESTIONS["length"]).guesses == ()


def test_a_class_is_told_its_median_and_how_many_were_near() -> None:
    four, wars = QUESTIONS["four-aces"], QUESTIONS["wars"]
    answer = share(800, 1_000)
    guesses = (75.0, 85.0, 74.9, 85.1, 20.0)
    assert near(guesses, four, answer) == 2
    assert compared(guesses, four, answer) == (
        "The class's median is 75\N{NO-BREAK SPACE}%, the answer 80.0\N{NO-BREAK SPACE}%.",
        "2 of 5 guesses are within 5 points of it.",
    )
    value = Estimate(20.0, 19.0, 21.0, 1_000)
    assert near((18.0, 22.0, 17.9, 22.1), wars, value) == 2
    assert compared((18.0, 30.5), wars, value) == (
        "The class's median is 24.25 wars, the answer 20 wars.",
        "1 of 2 guesses is within 10\N{NO-BREAK SPACE}% of it.",
    )
