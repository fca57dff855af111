"""Questions about War: reviewed sentences, and every number counted once more, game by game."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from math import inf
from typing import Any

import numpy as np
import pytest
from approved import Reviewed
from commands import one_json
from quick import quick
from syrupy.assertion import SnapshotAssertion
from there import there

from engine import Deal, Reason, deal_cards, play_rounds
from engine.cards import STANDARD_PACK, Pack
from engine.jobs.scheduler import play_here
from engine.library import QUESTIONS, AskedQuestion, CountedAnswer, asked_by, beside, saved_answer
from engine.library import question_answers as answers
from engine.library.questions import runs_to_save
from engine.library.records import endless_deal
from engine.rules import PLAYABLE, Order, Shortfall
from engine.simulation import EVERY, FINISHED, WON, Decided, Study, Summary, decided
from engine.simulation.estimates import Estimate, fair_by_symmetry, share
from engine.tables.files import games_table

SOME = 4_000


@cache
def tallied(study: Study) -> Summary:
    summary: Summary = play_here(study, workers=2).summary
    return summary


@cache
def few_decided(study: Study) -> tuple[Decided, ...]:
    return decided(replace(study, games=1, followed=0), games=60, points=10)


FEW = answers.Player(tallied, few_decided)
WHOLE = answers.Player(tallied, lambda study: decided(replace(study, games=1, followed=0)))
COUNTED = [name for name in QUESTIONS if name not in ("soon", "coin")]
"""Questions whose numbers can be counted from a row a game."""


@cache
def played(rule_set: str, name: str, games: int = SOME) -> CountedAnswer:
    question = asked_by(rule_set)[name]
    return question.settled.measure.answer(question.study(games=games), FEW)


def test_answers_of_a_few_thousand_games(snapshot: SnapshotAssertion) -> None:
    output = []
    for question in QUESTIONS.values():
        answer = played(question.rule_set, question.name)
        output += [f"{question.name}: {question.sentence(answer)}", f"  {question.precision(answer)}"]
    for rule_set in ("codingame", "programming-challenges"):
        for name, question in asked_by(rule_set).items():
            output.append(f"{rule_set} {name}: {question.sentence(played(rule_set, name))}")
    for question in map(QUESTIONS.__getitem__, ("long", "odd", "fair", "stronger")):
        few = played("bicycle", question.name, 3)
        output.append(f"of 3 games: {question.sentence(few)} {question.precision(few)}")
    assert output == snapshot


def numbers(value: float, low: float, high: float) -> CountedAnswer:
    return CountedAnswer(Estimate(value, low, high, 1_000), 1_000)


def test_words_on_both_sides_of_what_decides_between_two(snapshot: SnapshotAssertion) -> None:
    output, quick = [], asked_by("bicycle")["quick"]
    for guess in (225, 229, 230, 234, 235, 1_232):
        output.append(QUESTIONS["length"].off(guess, numbers(232, 230, 234)))
    for guess in (3, 4, 5, 6):
        output.append(QUESTIONS["odd"].off(guess, numbers(0.0482, 0.0478, 0.0486)))
    for part in (0.0, 0.00004, 0.00999, 0.01, 0.0151, 1.0):
        output.append(f"{QUESTIONS['quick'].written(part)} %: {quick.sentence(numbers(part, part, part))}")
    for low, high in ((0.04781, 0.04859), (0.047, 0.049), (0.0, 1.0)):
        output.append(f"{low} to {high}: {QUESTIONS['odd'].precision(numbers(0.048, low, high))}")
    for ends in ((230, inf), (-inf, 234)):
        output.append(f"{ends}: {QUESTIONS['length'].precision(numbers(232, *ends))}")
    for won in (5_000, 5_129, 5_130, 5_190, 5_200, 9_999):  # p is 0.01017 of 5,129 and 0.00959 of 5,130
        coin = CountedAnswer(Estimate(0.2, 0.1, 0.3, 9), 9, beside=Estimate(won / 10_000, 0, 1, 10_000))
        output.append(f"{won:,} of 10,000: {asked_by('codingame')['coin'].precision(coin)}")
    coin = CountedAnswer(share(1, 9), 9, beside=share(1, 30))
    output.append(f"1 of 30: {asked_by('codingame')['coin'].precision(coin)}")
    for name, (right, guesses) in {
        "length": (Estimate(232, 230, 234, 1_000), (208, 209, 255, 256)),
        "fair": (Estimate(0.5, 0.49, 0.51, 1_000), (44, 45, 55, 56)),
        "wars": (Estimate(20.0, 19.0, 21.0, 1_000), (18.0, 30.5)),
    }.items():
        output.append(f"{[answers.near((guess,), QUESTIONS[name], right) for guess in guesses]} of {guesses}")
        output += [
            " ".join(answers.compared(some, QUESTIONS[name], right)) for some in (guesses, guesses[:1])
        ]
    pasted = "300, Anna\n-5 1201\n1,000 nan 12.5;400,\t7/8|9 50% " + "x" * 40
    many = "a b c d " + "7 " * (answers.MOST + 3)
    for text, name in ((pasted, "length"), (many, "length"), ("1,500 60 % 0", "fair")):
        read = answers.read_guesses(text, QUESTIONS[name])
        output += [f"{text[:60]!r}: {len(read.guesses)} guesses, {read.guesses[:9]}", answers.left_out(read)]
    assert output == snapshot


def test_what_is_asked_and_how_it_can_be_guessed(reviewed: Reviewed) -> None:
    """Of each rule set what the ones before it do not say."""
    output: list[str] = []
    for rule_set in dict.fromkeys(("bicycle", *PLAYABLE)):
        for name, question in asked_by(rule_set).items():
            guess, others = question.guess, ", ".join(other for other, _ in question.others)
            steps = f"0 to {guess.high:,} {guess.unit} by {guess.step} from {guess.start}"
            lines = [f"{name}: {question.asks} {guess.prompt} {guess.hint} ({steps})"]
            lines += [f"  {' '.join(question.why)}", f"  {question.teaches} Compared with: {others}."]
            output += [line for line in lines if line not in output]
        output.append(f"so it is by {rule_set}")
    reviewed("\n".join(output))


@pytest.mark.parametrize("rule_set", PLAYABLE)
def test_reasons_and_saved_answers_are_true_by_the_rules_that_were_chosen(rule_set: str) -> None:
    rules, questions = PLAYABLE[rule_set], asked_by(rule_set)
    for question in questions.values():
        answer = saved_answer(question)
        value = there(answer.value)
        assert value.low <= value.value <= value.high < inf
        assert question.scale * value.value < 0.85 * question.guess.high or question.scale == 100
        assert len(beside(question)) == 1 + len(question.others), question.name
        assert "{" not in question.sentence(answer) + question.precision(answer) + " ".join(question.why)
        assert "too few" not in question.precision(answer)
        # What is asked by a rule set is played by it: the one question about stealing says what it changes.
        assert question.rules.differing(rules) in ((), ("shortfall",) if question.name == "steal" else ())
    best = {Order.HIGH: "ace", Order.LOW_WINS: "two", Order.LOWEST_BEATS_HIGHEST: "ace"}[rules.order]
    output = " ".join(" ".join(question.why) for question in questions.values())
    assert questions["aces"].asks == f"Do the four {best}s decide it?"
    assert ("a two as 0" in output) == ("an ace as 0" not in output) == (best == "ace")
    assert ("a war or to a two" in output) == (rules.order is Order.LOWEST_BEATS_HIGHEST)
    assert rules.face_down % 2 == 1  # what the reason for odd lengths takes for granted
    assert ("the shuffles" in output) != rules.deterministic
    alike = fair_by_symmetry(rules, STANDARD_PACK)
    coin = questions["coin"].precision(saved_answer(questions["coin"]))
    assert ("treat both players alike" in output) == ("Before the deal it is a coin toss" in coin) == alike
    assert ("Even before the deal the game is not fair" in coin) != alike
    drawn, length = rules.shortfall is Shortfall.DRAW, saved_answer(questions["length"])
    never = 20 * length.endless > length.games
    assert ("so nobody wins them" in output) == (drawn or never)
    assert ("are drawn" in output, bool(re.search("games never end|or never end", output))) == (drawn, never)
    endless = questions["for-ever"].precision(saved_answer(questions["for-ever"]))
    is_known = not never and endless_deal(rules, STANDARD_PACK) is not None
    assert ("a specially built deal does" in endless) == is_known
    stealing, without = beside(questions["steal"]).values()
    assert stealing.low > without.high  # games last longer with it
    aces = [number.value for number in beside(questions["four-aces"]).values()]
    shown = "The number of cards face down changes the answer" in " ".join(questions["four-aces"].why)
    assert max(aces) - min(aces) > 0.05 or not shown


@pytest.mark.parametrize("rule_set", PLAYABLE)
def test_as_many_cards_are_on_the_table_after_a_war_as_is_said(rule_set: str) -> None:
    rules = PLAYABLE[rule_set]
    more = (3,) * (2 * rules.face_down + 2)
    down = more[: rules.face_down]
    first = next(play_rounds(Deal((5, *down, 9, *more), (5, *down, 8, *more)), rules))
    table = sum(lay.cards_1 + lay.cards_2 for lay in first.lays)
    assert asked_by(rule_set)["quick"].why[1].endswith(f" is won or lost with {table} cards on the table.")


def test_a_question_is_asked_of_whom_is_named_else_of_bicycle_or_whom_it_is_known_for() -> None:
    others = {name: one.rule_set for name, one in QUESTIONS.items() if one.rule_set != "bicycle"}
    assert others == {"steal": "whats-in-a-game-steal", "for-ever": "programming-challenges"}
    assert asked_by("norvig")["steal"].by.whose == "Norvig’s rules (with stealing)"
    assert asked_by("2.LOSER_FIRST.LOSES.DRAW.HIGH")["length"].rules.face_down == 2
    assert list(beside(QUESTIONS["length"]))[:2] == ["these rules", "no cards face down"]
    for wrong, why in (("coin-flip", "is a coin toss"), ("nothing", "is unknown: use one of ")):
        with pytest.raises(ValueError, match=why):
            asked_by(wrong)


def counted(question: AskedQuestion) -> float:
    """Count the answer from a row a game, without any tally."""
    table = games_table(question.study(games=SOME))
    ended = table[table.winner.ne("nobody") | table.rounds.notna()]
    lengths, strong = ended.rounds.astype(float), table.strength.astype(int)
    held = table[table.aces.isin([0, 4])]
    better = strong.map(lambda points: "player_1" if points > 156 else "player_2")[strong != 156]

    def level(column: Any, part: float) -> float:
        return float(np.quantile(column.astype(float), part, method="inverted_cdf"))

    counts: dict[str, Callable[[], float]] = {
        "length": lambda: level(lengths, 0.5),
        "long": lambda: level(lengths, 0.95),
        "odd": lambda: float((lengths % 2 == 1).mean()),
        "steal": lambda: float(lengths.mean()),
        "fair": lambda: float(table.winner[table.winner.ne("nobody")].eq("player_1").mean()),
        "four-aces": lambda: float(table.winner.eq("player_1").mean()),
        "aces": lambda: float(held.winner.eq(held.aces.map({4: "player_1", 0: "player_2"})).mean()),
        "stronger": lambda: float(table.winner[strong != 156].eq(better).mean()),
        "wars": lambda: level(ended.wars, 0.5),
        "deep": lambda: float((ended.depth.astype(float) >= 3).mean()),
        "for-ever": lambda: float(table.rounds.isna().mean()),
        "quick": lambda: float((lengths <= 26).mean()),
    }
    return counts[question.name]()


@pytest.mark.parametrize("rule_set", quick(("", *PLAYABLE), lambda of: of in ("", "codingame")))
def test_a_number_is_what_counting_the_games_one_by_one_gives(rule_set: str) -> None:
    for name in COUNTED:
        question = asked_by(rule_set)[name]
        value = there(played(question.rule_set, name).value)
        exact = value.value < 4_096  # longer games are counted in bins
        assert value.value == pytest.approx(counted(question), rel=1e-12 if exact else 1 / 64), name
        assert value.low <= value.value <= value.high


def test_what_divides_a_share_is_what_is_named() -> None:
    """Of games of which some are drawn and some never end."""
    for name, question in asked_by("codingame").items():
        answer, whole = played("codingame", name), question.settled.measure.whole
        if "{of}" in question.answer and whole in (EVERY, FINISHED, WON):
            assert there(answer.value).games == whole.games(tallied(question.study(games=SOME))), name
            named = [one.named for one in (EVERY, FINISHED, WON) if one.named in question.sentence(answer)]
            assert max(named, key=len) == whole.named, name


RUNS = [*runs_to_save()]
QUICK = ("1.LOSER_FIRST.LOSES.PLAYER_2.HIGH", "1.WINNER_FIRST.LOSES.PLAYER_2.HIGH")


PLAYED = quick(RUNS, lambda run: run[0].rules.code in QUICK)


@pytest.mark.parametrize(("study", "questions"), PLAYED, ids=lambda of: getattr(of, "rules", of) and "")
def test_what_is_kept_is_what_playing_gives(study: Study, questions: dict[str, AskedQuestion]) -> None:
    assert answers.played_line(study, questions, WHOLE) == answers.saved_line(study, questions)


def test_what_is_missing_is_played_and_kept(war: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.library.played_line", lambda *_: "played")
    lines = answers.ANSWERS.read_text("utf-8").splitlines()
    assert len(lines) == len(RUNS)
    assert all(run.games >= of.study(run.rules).games for run, asked in RUNS for of in asked.values())
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(lines[:-1]), "utf-8")
    assert war("questions", "--keep", str(file))[0] == 0
    assert file.read_text("utf-8").splitlines() == [*lines[:-1], "played"]
    assert war("questions", "--keep", str(tmp_path))[2].startswith("war: cannot write ")


def test_the_terminal_plays_as_many_games_as_it_is_asked_for(war: Any) -> None:
    data = one_json(war("questions", "Aces", "--games", str(SOME), "--json"))
    answer = played("bicycle", "aces")
    value = there(answer.value)
    assert data["answer"] == QUESTIONS["aces"].sentence(answer)
    assert (data["value"], data["interval"]) == (value.value, [value.low, value.high])


def points(*shares: tuple[int, float, float, float]) -> tuple[Decided, ...]:
    return tuple(Decided(number, Estimate(value, low, high, 9), 9) for number, value, low, high in shares)


def half_decided(study: Study, decided: Callable[[Study], tuple[Decided, ...]]) -> Estimate | None:
    return answers.HALF_DECIDED.answer(study, answers.Player(tallied, decided)).value


def half(*shares: tuple[int, float, float, float]) -> tuple[float, float, float]:
    value = there(half_decided(QUESTIONS["soon"].study(), lambda _: points(*shares)))
    return value.low, value.value, value.high


def test_half_is_decided_where_a_line_through_the_shares_crosses_it() -> None:
    risen = (1, 0.1, 0.0, 0.2), (101, 0.3, 0.2, 0.4), (201, 0.7, 0.6, 0.8), (301, 0.9, 0.8, 1.0)
    assert half(*risen) == (126, 151, 176)
    # What is sure once and in doubt again later is in doubt until then.
    assert half((1, 0.2, 0.1, 0.3), (11, 0.6, 0.55, 0.7), (21, 0.6, 0.45, 0.7), (31, 0.8, 0.7, 0.9))[2] == 23
    assert half((1, 0.6, 0.51, 0.7), (11, 0.7, 0.6, 0.8)) == (1, 1, 1)
    assert half((1, 0.1, 0.0, 0.2), (11, 0.3, 0.2, 0.4)) == (inf, inf, inf)
    assert half((1, 0.1, 0.0, 0.2), (11, 0.6, 0.4, 0.8))[2] == inf
    assert half_decided(QUESTIONS["soon"].study(), lambda _: (Decided(1, None, 9),)) is None


@pytest.mark.slow
def test_nineteen_intervals_in_twenty_hold_the_round_by_which_half_is_decided() -> None:
    def of(seed: int, games: int) -> Estimate:
        study = Study(rules=PLAYABLE["code-golf"], games=1, pack=Pack(6, 4), seed=seed)
        return there(half_decided(study, lambda study: decided(study, games=games)))

    truth = of(1_000, 6_000).value
    assert sum(value.low <= truth <= value.high for value in (of(seed, 150) for seed in range(60))) >= 54


def odd_games(rule_set: str) -> Iterator[int]:
    table = games_table(replace(asked_by(rule_set)["odd"].study(games=1_000), followed=0))
    return map(int, table.number[table.rounds.fillna(0).astype(int) % 2 == 1])


@pytest.mark.parametrize("rule_set", ["bicycle", "norvig", "codingame", "whats-in-a-game-steal"])
def test_only_a_war_that_is_not_paid_in_full_makes_a_length_odd(rule_set: str) -> None:
    study = asked_by(rule_set)["odd"].study()
    looked_at = [*islice(odd_games(rule_set), 20)]
    assert len(looked_at) == 20
    for number in looked_at:
        deal = deal_cards(study.pack, seed=study.seed, number=number)
        rounds = play_rounds(deal, study.rules, seed=study.seed, number=number)
        wars = [lay for this in rounds for lay in this.lays[1:]]
        short = any(lay.stolen or min(lay.cards_1, lay.cards_2) < study.rules.need for lay in wars)
        assert short or rounds.ending.outcome.reason is not Reason.DECK_EMPTY


@pytest.mark.parametrize("rule_set", ["bicycle", "codingame", "norvig", "spivey"])
def test_the_mean_lies_above_the_median(rule_set: str) -> None:
    summary = tallied(replace(asked_by(rule_set)["long"].study(games=1_000), followed=0))
    games, total, _ = summary.sums_of("rounds")
    assert total / games > np.searchsorted(np.cumsum(summary.finished("rounds")), games / 2)
