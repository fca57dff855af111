"""What Diagnose answers: words, tables, boards."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.cache import answers, games
from dashboard.cache import answers as cache_answers
from dashboard.cache.answers import Waiting
from dashboard.cache.tasks import Key
from dashboard.charts.chart import Panel
from dashboard.charts.game import decks
from dashboard.charts.style import THEMES
from dashboard.components.board import board, still
from dashboard.components.chart_image import Saved
from dashboard.components.width import Width, width
from dashboard.files.footer import of_diagnosis
from dashboard.files.game_reports import diagnosis_report
from dashboard.ui.charts import draw, game_link, popover
from dashboard.ui.controls import bound
from dashboard.ui.frame import heading, if_answered, table, theme
from dashboard.ui.marks import begin, capital, deal_code, marked, note, rules_title, unmarked, verbatim
from dashboard.ui.state import DIAGNOSE
from dashboard.urls.screens import DiagnoseScreen
from dashboard.views.diagnose.inputs import as_given, by_hand
from engine.cards import Deal, has_letter, rank_name
from engine.diagnose import (
    MOST_EXPLANATIONS,
    PATIENCE,
    RULE_SETS,
    Claim,
    Diagnosis,
    Disagreement,
    DistinguishingDeal,
    End,
    Explanation,
    FirstDifference,
    Kind,
    Near,
    Program,
    TraceDiff,
    chance_words,
    first_decks,
    first_difference,
    first_differences,
    may_be_the_same,
    mistake_called,
    plain,
    rounds,
)
from engine.formats.write import INPUT_OF
from engine.game import Deck, Decks, Round
from engine.numbers import count, number_words
from engine.rules import Rules
from engine.tables.files import slug
from engine.wording.sentences import About, Part, Sentence

# The sentences of the Diagnose page: the finding, how sure it is, and how each side is called.

ASK: Final = (
    "Paste the deal, what the judge expects and what your program says.",
    "You are told which rule your program got wrong, and the round in which it shows.",
)

LOOKING: Final = (
    "Looking for the rule that your program got wrong.",
    "Everything here can be used meanwhile; a change asks anew.",
)
LOST: Final = (
    "Your answer was not diagnosed.",
    "Ask again below, or change what you asked: fewer tests take less.",
)
RUN_IT: Final = "Run your program on the deal that tells the explanations apart, and paste its answer too."

STOPPED: Final = (
    "Stopped before there was an answer.",
    "Press Diagnose to ask again, or change what you asked.",
)


def how_far(waiting: Waiting) -> str:
    """Return how far a question is."""
    if waiting.tried is not None:
        done, of = waiting.tried
        return f"{done:,} of {count(of, 'program')} tried: rule sets, each with usual mistakes."
    if waiting.begun:
        return f"{len(RULE_SETS):,} rule sets are looked at for the judge’s."
    return "The workers have others to answer first."


def finding(diagnosis: Diagnosis, shown: Explanation | None, end: End) -> tuple[str, str]:
    """Return the page's title and the line under it, as Markdown of our own words.

    shown: the explanation that is looked at; end: how the game ends by the judge's rules.
    """
    judge = rules_title(diagnosis.judge.name)
    by_the_judge = f"By the judge’s rules, {judge}, {marked(end.words)}."
    if len(diagnosis.cases) > 1:
        by_the_judge = f"The judge’s rules: {judge}."
    if diagnosis.right_outcome and diagnosis.wrong_form:
        ours, wanted, and_got, got, close = (part.text for part in diagnosis.form_words)
        form = f"{ours}{verbatim(wanted)}{and_got}{verbatim(got)}{close}"
        return form, f"{_doubt(diagnosis)} {by_the_judge}"
    if diagnosis.right:
        right = "Your program gives what the judge expects."
        if not diagnosis.judge.fits:
            right = f"Your program does what the rules of {judge} say."
        return right, f"{_doubt(diagnosis)} {by_the_judge}"
    tried = f"{diagnosis.rule_sets:,} rule sets tried, also with usual mistakes"
    if diagnosis.unsteady_words:
        return (
            "Your program gave two answers to the same deal.",
            f"Something besides the deal decides. {by_the_judge}",
        )
    if diagnosis.constant and diagnosis.always and shown in (None, *diagnosis.explanations[:1]):
        always = f"Your program always says {plain(said(diagnosis.always))}."
        return always, f"{tried}: {_constant(diagnosis)} {by_the_judge}"
    if shown is None:
        answers = "your answers on these deals" if len(diagnosis.cases) > 1 else "your answer on this deal"
        return f"No rule set we know gives {answers}.", f"{tried}. {by_the_judge}"
    sentence = curly(plain(shown.sentence))
    if shown.may_be_chance:
        told = f"{_fitting(diagnosis, shown)}, and {chance_words(shown.by_chance)}"
        return (
            f"These answers tell almost nothing. Perhaps: {sentence}",
            f"{tried}: {told}. {RUN_IT} {_doubt(diagnosis)} {by_the_judge}",
        )
    return sentence, f"{tried}: {_fitting(diagnosis, shown)}. {_doubt(diagnosis)} {by_the_judge}"


def _doubt(diagnosis: Diagnosis) -> str:
    """Return where the judge's rules were not found from what he expects."""
    if diagnosis.judge.fits:
        return ""
    if any(case.expected for case in diagnosis.cases):
        some = diagnosis.judge.presets or diagnosis.judge.others
        return f"{'These rules do not give' if some else 'No rule set we know gives'} what the judge expects."
    return "What the judge expects was not said."


def _fitting(diagnosis: Diagnosis, shown: Explanation) -> str:
    number = len(diagnosis.explanations)
    # Programs with needless mistakes, or further from the judge than these, give the answer too.
    who = "nothing else as simple gives" if number == 1 else f"{number_words(number)} of the simplest give"
    likeliest = number > 1 and shown == diagnosis.explanations[0]
    likely = ", this one is the likeliest" if likeliest else ""
    if len(diagnosis.cases) > 1:
        return f"{who} {_every(diagnosis)} answers{likely}"
    claim = diagnosis.cases[0].got.reading(shown.form)
    return f"{who} {marked(said(claim))}{likely}"


def _every(diagnosis: Diagnosis) -> str:
    cases = len(diagnosis.cases)
    return "both" if cases == 2 else f"all {number_words(cases)}"


def _constant(diagnosis: Diagnosis) -> str:
    """Return who else gives one answer in every case, and how often the judge expects another."""
    number, cases = len(diagnosis.explanations), len(diagnosis.cases)
    who = "one gives" if number else "none gives"
    if number > 1:
        who = f"{number_words(number)} of the simplest give"
    told = f"{who} it in {_every(diagnosis)} cases."
    if not diagnosis.unexpected:
        return told
    often = "every one" if diagnosis.unexpected == cases else number_words(diagnosis.unexpected)
    return f"{told} The judge expects another answer in {often} of them."


def how_many(number: int) -> str:
    """Return how many explanations are listed, as the beginning of a title.

    >>> how_many(2)
    'Two explanations fit, the likeliest first'
    """
    if number >= MOST_EXPLANATIONS:
        return f"The {number} likeliest of the explanations that fit"
    return f"{number_words(number).capitalize()} explanations fit, the likeliest first"


def never_distinguished(diagnosis: Diagnosis) -> str:
    """Return why there is no deal on which to run the person's program."""
    programs = [explanation.program for explanation in diagnosis.explanations]
    if may_be_the_same(programs, diagnosis.claim):
        return (
            "None of the deals tried, small ones and shuffled ones, tells the first ones apart: "
            "they may be one program by two names."
        )
    return "No small deal tells the first ones apart. Another test case may."


def said(claim: Claim) -> Sentence:
    """Return an answer in its own short form, in the colour of the player it names.

    >>> plain(said(Claim("codingame", (2,), count=334)))
    '2 334'
    """
    winner = claim.winners[0] if claim.winners else 0
    text = claim.written(winner, claim.count or 0, endless=claim.endless, score=claim.score)
    about = "endless" if claim.endless else _PLAYERS[winner]
    return (Part(text.replace("\n", ", "), about),)


_PLAYERS: Final[tuple[About, ...]] = ("", "player 1", "player 2")


def sides(judge: Rules, program: Program) -> tuple[str, str]:
    """Return in a few words what each side does where they differ: the judge, the program.

    >>> from engine.rules import PLAYABLE
    >>> sides(PLAYABLE["code-golf"], Program.parse("advent-of-code-22+10-as-1"))
    ('means ten, loser’s cards first', 'reads 10 as 1, winner’s cards first')
    """
    names = program.rules.apart(judge)
    wants = list(dict.fromkeys(mistake_called(name).wants for name in program.mistakes))
    does = [mistake_called(name).does for name in program.mistakes]
    return (
        curly(", ".join(wants + [judge.said(name).brief for name in names])),
        curly(", ".join(does + [program.rules.said(name).brief for name in names])),
    )


def curly(text: str) -> str:
    """Return a text with the apostrophes that pages have."""
    return text.replace("'", "’")


# The two games of a diagnosis beside each other, in the round in which they part.


def boards(deal: Deal, judge: Program, program: Program, number: int, *, key: str = "") -> None:
    """Draw both boards at a round, with what each side does, and the way to each game.

    `key` tells these boards from others of the page.
    """
    wants, does = sides(judge.rules, program)
    left, right = st.columns(2, gap="medium")
    with left:
        side("The judge", wants, deal, judge, number, key=f"{key}judge")
    with right:
        side("Your program", does, deal, program, number, key=f"{key}program")


def side(name: str, words: str, deal: Deal, program: Program, number: int, *, key: str) -> None:
    """Draw one board under its name and what it does, and the way to its game."""
    head = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
    head.markdown(f":small[**{name}**{', ' if words else ''}{words}]", width="content")
    if program.of(Kind.PLAYING):
        this = round_of(program, deal, number)
        if this is None:
            st.markdown(note(f"Its game is over after round {number - 1:,}."))
            return
        board(still(this, program.rules, named=not deal.decimal), key=f"{key}_board", brief=True, label=name)
        st.markdown(note("It plays by no rules that the Game page knows."))
        return
    game = key_of(deal, program)
    games.wait_for(game, number)
    replay = games.board_payload(game, number, named=not deal.decimal and game.deal.decimal)
    assert replay
    board(replay, key=f"{key}_board", goto=(number, number), brief=True, label=name)
    # Beside a long name there is no room for it on a small screen, and boards would begin at two heights.
    with head if width() is not Width.SMALL else st.container():
        game_link(program.rules, game.deal, min(number, max(replay["last"], 1)))


def key_of(deal: Deal, program: Program) -> Key:
    """Return the game of a program that plays by rules."""
    read = program.reads(deal)
    return Key(read.deck_1, read.deck_2, read.suits_1, read.suits_2, program.rules, 0, 0)


def round_of(program: Program, deal: Deal, number: int) -> Round | None:
    """Return one round of a program's game, None where it is over before."""
    played_rounds: Iterator[Round] = rounds(program, deal)
    return next(islice(played_rounds, number - 1, None), None)


def program_link(program: Program, deal: Deal, *, label: str) -> None:
    """Draw the way to a program's game of a deal; nothing where it plays by no rules that Game knows."""
    if not program.of(Kind.PLAYING):
        game_link(program.rules, key_of(deal, program).deal, label=label)


# The tables of the Diagnose page, their cells Markdown of our own words, ranks and numbers.

SIDES: Final = ("The judge", "Your program")
COUNTED: Final = ("rounds", "battles", "plays", "wars")

_BEFORE: Final = 8
"""Cards written before the first that differs."""
_SHOWN: Final = 22

Cards = Sequence[str]


def decks_after(program: Program, deal: Deal, number: int) -> Decks | None:
    """Return both decks of a program's game after a round, 0: at its start; None where it is over before."""
    if number == 0:
        read = program.reads(deal)
        return read.deck_1, read.deck_2
    this = round_of(program, deal, number)
    return None if this is None else this.decks


def decks_table(deal: Deal, judge: Program, program: Program, after: int) -> pd.DataFrame | None:
    """Return both sides' decks where they differ after a round, the cards that differ bold."""
    right, wrong = decks_after(judge, deal, after), decks_after(program, deal, after)
    if right is None or wrong is None:
        return None
    when = f"after round {after:,}" if after else "at the start"
    columns = {
        f"Player {side + 1}’s deck {when}": differing(cards_of(right[side]), cards_of(wrong[side]))
        for side in (0, 1)
        if right[side] != wrong[side]
    }
    return pd.DataFrame({"Whose": SIDES, **columns})


def smallest_table(smallest: Disagreement, judge: Rules, program: Program) -> pd.DataFrame:
    """Return the smallest deal on which judge and program differ, and how each game of it ends."""
    wants, does = sides(judge, program)
    one, other = (marked(capital(end.words)) for end in smallest.ends)
    return pd.DataFrame([{"Deal": deal_code(smallest.deal), begin(wants): one, begin(does): other}])


def nearest_table(nearest: Sequence[Near], judge: Rules, claim: Claim) -> pd.DataFrame:
    """Return the programs that come closest to the answers, and what they would print."""
    return pd.DataFrame(
        [
            {
                "A program like this": does_what(judge, near.program),
                "would say": ", ".join(f"`{answer}`".replace("\n", ", ") for answer in near.answers[:5]),
                "which is": close_words(near, claim),
            }
            for near in nearest
        ]
    )


def does_what(judge: Rules, program: Program) -> str:
    """Return in a few words what a program does otherwise, to begin a line with."""
    return begin(sides(judge, program)[1]) or "Does what the judge does"


def close_words(near: Near, claim: Claim) -> str:
    """Return how close a program's answers come. `claim`: an answer of the person's program."""
    cases = len(near.answers)
    if near.right == cases:
        return "the same"
    if cases > 1:
        winners = f", your winner in {near.winners:,}" if claim.winners else ""
        return f"your answer in {near.right:,} of {cases:,} cases{winners}"
    who = ("your winner" if near.winners else "another winner") if claim.winners else ""
    off = f"off by {near.off:,}" if claim.count is not None and near.off < PATIENCE else ""
    return ", ".join(filter(None, (who, off))) or "another answer"


def counts_table(deal: Deal, rules: Rules) -> pd.DataFrame:
    """Return everything that can be counted in the game of a deal."""
    (record,) = Program(rules).play([deal])
    return pd.DataFrame(
        [{"In this game": name.capitalize(), "there are": f"{int(record[name]):,}"} for name in COUNTED]
    )


def trace_table(log: TraceDiff, *, decimal: bool) -> pd.DataFrame:
    """Return what the judge's game and the log have where they first differ."""
    numbers = decimal or log.shows == "sizes"
    expected = log.expected or ("over", "over")
    columns = {
        f"Player {number}": differing(
            *(text.split() if numbers or " " in text else text for text in (right, wrong))
        )
        for number, (right, wrong) in enumerate(zip(expected, log.got, strict=True), 1)
    }
    return pd.DataFrame({"Whose": SIDES, **columns})


def cards_of(deck: Deck) -> tuple[str, ...]:
    """Return the cards of a deck as decks are written, T for ten.

    >>> cards_of((14, 10, 1))
    ('A', 'T', '1')
    """
    return tuple("T" if rank == 10 else rank_name(rank) if has_letter(rank) else str(rank) for rank in deck)


def differing(one: Cards, other: Cards) -> tuple[str, str]:
    """Write two decks around their first difference.

    Of decks of one size the cards are compared one by one; else what lies between equal ends differs.

    >>> differing("A395", "A593")
    ('`A` **`3`** `9` **`5`**', '`A` **`5`** `9` **`3`**')
    >>> differing("A39", "A3459")
    ('`A 3 9`', '`A 3` **`4 5`** `9`')
    """
    start = _same_start(one, other)
    if len(one) == len(other):
        unlike = [a != b for a, b in zip(one, other, strict=True)]
        return _written(one, unlike, start), _written(other, unlike, start)
    end = min(_same_start(one[::-1], other[::-1]), min(len(one), len(other)) - start)
    first, second = (
        _written(deck, [start <= place < len(deck) - end for place in range(len(deck))], start)
        for deck in (one, other)
    )
    return first, second


def _same_start(one: Cards, other: Cards) -> int:
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _written(deck: Cards, unlike: Sequence[bool], around: int) -> str:
    """Write a deck from a little before a place on."""
    first = max(0, around - _BEFORE)
    last = min(len(deck), first + _SHOWN)
    parts = []
    for differs, places in groupby(range(first, last), unlike.__getitem__):
        run = [*places]
        before = "… " if run[0] == first > 0 else ""
        after = " …" if run[-1] == last - 1 < len(deck) - 1 else ""
        text = f"`{before}{' '.join(deck[place] for place in run)}{after}`"
        parts.append(f"**{text}**" if differs else text)
    return " ".join(parts) or "no card"


# What leaves the Diagnose page as a file: the report, and the picture of both games.

MOST_ROUNDS: Final = 20_000
"""Rounds of either game that are drawn."""


def menu(deal: Deal, diagnosis: Diagnosis, shown: Explanation | None, words: tuple[str, str]) -> None:
    """Draw the Download menu of a diagnosis; `words` are the page's title and the line under it."""
    opened = popover()
    if not opened.open:
        return
    with opened, if_answered("saving"):
        with st.spinner("Following both games of every case"):
            parted = _first_differences(diagnosis, shown)
            panels = both_games(deal, diagnosis, shown)
        images = [file_stem(diagnosis, panel.file) for panel in panels]
        told = [unmarked(text) for text in words]
        make = partial(diagnosis_report, diagnosis, told, parted, panels, images, DIAGNOSE.whole_address())
        size = ", 5 MB" if panels else ""
        st.download_button(
            f"Report that opens offline (HTML{size})",
            make,
            f"{file_stem(diagnosis, 'diagnosis')}.html",
            key="report_file",
            on_click="ignore",
            width="stretch",
        )


def _first_differences(diagnosis: Diagnosis, shown: Explanation | None) -> tuple[FirstDifference, ...]:
    if shown is None or not shown.differences:
        return ()
    deals = tuple(case.deal for case in diagnosis.cases)
    return answers.ask(first_differences, deals, Program(diagnosis.judge.rules), shown.program)


def both_games(deal: Deal, diagnosis: Diagnosis, shown: Explanation | None) -> list[Panel]:
    """Return the panel of both games of a deal; none where they do not part."""
    if shown is None or not shown.differences:
        return []
    judge = Program(diagnosis.judge.rules)
    part = answers.ask(first_differences, (deal,), judge, shown.program)[0].cards
    if part is None:
        return []
    right, wrong = (
        np.array(answers.ask(first_decks, program, deal, MOST_ROUNDS)) for program in (judge, shown.program)
    )
    return [decks.panel(decks.TwoGames(right, wrong, deal.size, part))]


def draw_games(deal: Deal, diagnosis: Diagnosis, shown: Explanation) -> None:
    """Draw both games of a deal, with their table and picture."""
    for panel in both_games(deal, diagnosis, shown):
        foot = of_diagnosis(diagnosis, DIAGNOSE.whole_address())
        saved = partial(Saved, file_stem(diagnosis, panel.file), foot)
        draw(panel, panel.draw(THEMES[theme()]), saved=saved)


def file_stem(diagnosis: Diagnosis, contents: str) -> str:
    """Return the name of a file of a diagnosis, without its ending; other cases, another name."""
    asked = repr([(case.deal, case.expected, case.got) for case in diagnosis.cases])
    digest = hashlib.sha256(f"{asked} {diagnosis.judge.rules.code}".encode()).hexdigest()[:10]
    return f"war-room-{contents}-{slug(diagnosis.judge.name)}-{digest}"


# The diagnosis under the boxes: the explanations of an answer, both games, the proof by a deal.

FIRST: Final = 5
"""Explanations listed at once; the others when asked for."""
CHECKING: Final = (
    "Put the command that starts your program in place of COMMAND. "
    "It plays hundreds of deals and shows the smallest it gets wrong."
)
_SHORT: Final = 20
"""Cards of the largest deal that is written out in a sentence."""
_WIDE: Final = 320
"""Pixels of a deal to be copied: what a phone has, since it is of a few cards."""


def chosen(screen: DiagnoseScreen, diagnosis: Diagnosis) -> Explanation | None:
    """Return the explanation that is looked at: the one asked for, or the likeliest."""
    asked = (shown for shown in diagnosis.explanations if shown.program.code == screen.program)
    return next(asked, diagnosis.explanations[0] if diagnosis.explanations else None)


def draw_answer(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation | None) -> None:
    """Draw everything under the boxes."""
    deal = (screen.shown or screen.cases[0]).deal
    if shown is None:
        _nearest(deal, diagnosis)
        return
    if screen.program not in ("", shown.program.code):
        st.markdown(note("The explanation asked for is none of these any more: here is the likeliest."))
    if len(diagnosis.explanations) > 1:
        with if_answered("explanations"):
            _explanations(screen, diagnosis, shown)
    if shown.differences:
        with if_answered("evidence"):
            _evidence(deal, diagnosis, shown)
    if diagnosis.judge.name in INPUT_OF:
        with st.popover("Check the whole program", key="check"):
            st.markdown(CHECKING)
            st.code(f"war check --rules {diagnosis.judge.name} -- COMMAND", language=None, wrap_lines=True)


def _nearest(deal: Deal, diagnosis: Diagnosis) -> None:
    heading("What comes closest", "Programs a single step away from the judge’s rules, the nearest first.")
    claim = diagnosis.cases[0].got.readings[0]
    table(nearest_table(diagnosis.nearest, diagnosis.judge.rules, claim))
    st.markdown(note(f"Their games of {'this deal' if len(diagnosis.cases) > 1 else 'the deal'}:"))
    with st.container(horizontal=True):
        for near in diagnosis.nearest:
            program_link(near.program, deal, label=does_what(diagnosis.judge.rules, near.program))


def _explanations(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation) -> None:
    """List the explanations that fit, and the deals that tell them apart."""
    number = len(diagnosis.explanations)
    with st.spinner("Looking for a deal that tells them apart"):
        deals = cache_answers.separations(diagnosis)
    separation = deals[0] if deals else None
    title = how_many(number)
    answers: dict[Program, str] = {}
    if separation is None:
        heading(title, never_distinguished(diagnosis))
    else:
        answers = {program: ", ".join(text.splitlines()) for program, text in separation.answers}
        heading(title, confirming(separation, Program(diagnosis.judge.rules)))
        by_hand(screen, diagnosis, [telling.deal for telling in deals])
    listed = diagnosis.explanations[: None if st.session_state.get("every_explanation") else FIRST]
    if shown not in listed:
        listed = (*listed, shown)
    _list(listed, diagnosis, shown, answers)
    if number > FIRST:
        st.toggle(f"All {number}", key="every_explanation")
    if separation is not None:
        with st.container(horizontal=True):
            for program, says in [*answers.items()][:FIRST]:
                name = separation.deal.text if separation.deal.size <= _SHORT else "That deal"
                program_link(program, separation.deal, label=f"{name}, answered {says}")


def confirming(deal: DistinguishingDeal, judge: Program) -> str:
    """Return what each answer to the first deal to run would mean."""
    where = "the first deal below" if deal.deal.size > _SHORT else deal_code(deal.deal)
    says = {program: f"`{', '.join(answer.splitlines())}`" for program, answer in deal.answers}
    (first, _), *_ = deal.answers
    others = deal.together - 1
    which = f" or {number_words(others)} of the others" if others else ""
    right = f"; a right program says {says[judge]}" if first != judge and judge in says else ""
    proof = " Every smaller deal was tried." if deal.proved else ""
    return f"Run your program on {where}. {says[first]} means the likeliest{which}{right}.{proof}"


def _to_run(deal: Deal, diagnosis: Diagnosis) -> None:
    """Draw a deal as the person's program takes it, ready to be copied, where that is not our own line."""
    given = as_given(deal, diagnosis)
    if given != deal.text:
        st.code(given, language=None, wrap_lines=True, width=_WIDE)


def _list(
    listed: Sequence[Explanation], diagnosis: Diagnosis, shown: Explanation, answers: dict[Program, str]
) -> None:
    labels = {}
    for program in (explanation.program for explanation in listed):
        says = f", if it says `{answers[program]}`" if program in answers else ""
        labels[program.code] = does_what(diagnosis.judge.rules, program) + says
    bound(
        st.radio,
        DIAGNOSE,
        "explanation",
        shown.program.code,
        lambda code: {"program": code},
        label="Explanations",
        options=[*labels],
        format_func=labels.__getitem__,
        label_visibility="collapsed",
    )


def _evidence(deal: Deal, diagnosis: Diagnosis, shown: Explanation) -> None:
    judge = Program(diagnosis.judge.rules)
    parts = cache_answers.ask(first_difference, deal, judge, shown.program)
    st.header(parts.words.removesuffix("."), anchor=False)
    if parts.cards is not None:
        boards(deal, judge, shown.program, parts.cards)
        draw_games(deal, diagnosis, shown)
    left, right = st.columns(2, gap="medium")
    with left:
        if parts.cards is None:
            _counts(deal, judge)
        elif parts.decks is not None and parts.decks < parts.cards:
            _decks(deal, judge, shown.program, parts.decks)
    with right:
        _smallest(judge, diagnosis, shown.program)


def _counts(deal: Deal, judge: Program) -> None:
    if cache_answers.judged(deal, judge.rules).endless:
        heading("The game never ends", "Every program has to stop it somewhere, or to prove it.")
        return
    heading("What there is to count", "The same game, counted in every way.")
    table(counts_table(deal, judge.rules))


def _decks(deal: Deal, judge: Program, program: Program, after: int) -> None:
    decks = decks_table(deal, judge, program, after)
    if decks is None or len(decks.columns) < 2:
        return
    when = f"already after round {after:,}" if after else "from the start"
    heading(f"The decks differ {when}", "Top card first; the cards that differ are bold.")
    table(decks)


def _smallest(judge: Program, diagnosis: Diagnosis, program: Program) -> None:
    with st.spinner("Looking for the smallest deal that tells the two apart"):
        smallest = cache_answers.difference(judge, program)
    if smallest is None:
        heading(
            "No small deal tells the two apart",
            "Thousands of small ones were tried, and larger ones by chance.",
        )
        return
    heading("The smallest deal that tells the two apart", f"{smallest.proof} Run your program on it.")
    table(smallest_table(smallest, judge.rules, program))
    _to_run(smallest.deal, diagnosis)
    with st.container(horizontal=True):
        game_link(judge.rules, smallest.deal, label="The judge’s game of it")
        program_link(program, smallest.deal, label="Your program’s game of it")
