"""What files say of what they hold: footers, facts, names, and the whole text of reports and of the sheet."""

import re
from dataclasses import replace
from typing import Any, Final

import pytest
from approved import Reviewed
from chart_states import SIX, comparison_of, named, simulated
from chart_text import lines, marked

from dashboard.files import diagnosis_report, footer, not_found, report, sheet
from engine import Deal, Pack, play
from engine.diagnose import Case, Diagnosis, Program, diagnose, first_differences, read_answer
from engine.library import QUESTIONS
from engine.rules import PLAYABLE, Rules, rules_called
from engine.simulation import Study
from engine.simulation.paired import tally as tally_pairs
from engine.simulation.tallies import tally
from engine.tables.files import file_stem
from engine.wording.sentences import Part, rules_in_words

LINK: Final = "https://war.example/?v=2&rules=programming-challenges"
HEADLINE: Final = (
    (Part("42.1 % of games never end", "endless"), Part("; "), Part("player 1", "player 1"), Part(" wins.")),
    (Part("3,000 random deals."),),
)


def study_of(rules: str, games: int = 3_000, **more: Any) -> Study:
    return Study(rules=rules_called(rules), games=games, **{"sample": 7, "seed": 11, **more})


STUDIES: Final = {
    "never ends": study_of("programming-challenges"),
    "custom": Study(rules=Rules(face_down=2), games=10),
    "one game": study_of("code-golf", games=1),
    "cut off": study_of("jouets", limit=200, pack=Pack(5, 2)),
}


def text_of(page: bytes) -> str:
    """Return a page without Plotly, our script and the numbers of this release's files."""
    text = re.sub(r"(?s)<script>.*?</script>", "<script>…</script>", page.decode())
    text = re.sub(r"(?s)<style>.*?</style>", "<style>…</style>", text)
    text = re.sub(r"(?s)(id=\"charts\">).*?(</script>)", r"\1…\2", text)
    text = re.sub(r"sha256-[A-Za-z0-9+/=]+", "sha256-…", text)
    return as_released(text)


def as_released(text: str) -> str:
    """Return a text without this release's number, as if it had been made on 9 March 2026."""
    text = re.sub(r"War Room \d[\w.]*", "War Room 0.0", text)
    return text.replace(footer.today(), "9 March 2026")


@pytest.fixture(scope="module")
def golf() -> Diagnosis:
    deal = Deal.parse("AKQ98/KQJT7")
    return diagnose([Case(deal, got=read_answer("2 3"), expected=read_answer("True"))])


def test_footers(reviewed: Reviewed, golf: Diagnosis) -> None:
    deal = Deal.parse("AKQ/KQJ")
    many = Deal.parse(f"{'A' * 70}/{'K' * 70}")
    games = {"short": play(deal, PLAYABLE["code-golf"]), "long": play(many, PLAYABLE["codingame"], limit=9)}
    shown = {
        **{f"{n} rule sets": footer.of_job(comparison_of(SIX[:n]), 600, LINK) for n in range(2, 7)},
        **{name: footer.of_job(study, study.games, LINK) for name, study in STUDIES.items()},
        "stopped": footer.of_job(STUDIES["never ends"], 1_200, LINK),
        **{name: footer.of_game(game, LINK, stream="seed 1, game 7") for name, game in games.items()},
        "pack": footer.of_pack(rules_called("bicycle"), Pack(2, 3), 20, LINK),
        "lines": footer.of_lines("One", "Two", link=LINK),
        "diagnosis": footer.of_diagnosis(golf, LINK),
        "several cases": footer.of_diagnosis(diagnose([*golf.cases, Case(deal, got=read_answer("1"))]), LINK),
        "a long case": footer.of_diagnosis(diagnose([Case(many, got=read_answer("1"))]), ""),
    }
    facts = {
        f"{name}, {key}": words
        for name, study in STUDIES.items()
        for key, words in footer.in_words(study, 40).items()
    }
    followed = study_of("code-golf", followed=1), study_of("code-golf", followed=200)
    facts |= {
        f"followed {place}, {key}": words
        for place, study in enumerate(followed)
        for key, words in footer.in_words(study, study.games).items()
    }
    named_rules = {
        footer.rule_set_name(rules): " ".join(map(marked, rules_in_words(rules).values()))
        for rules in map(rules_called, SIX[:3])
    }
    reviewed(as_released(lines(shown)), lines(facts), lines(named_rules))


def test_names_of_files_differ_with_what_is_in_them(reviewed: Reviewed) -> None:
    study = STUDIES["never ends"]
    jobs = [
        study,
        replace(study, games=10),
        study_of("codingame"),
        study_of("programming-challenges", seed=12),
    ]
    names = [file_stem(job, "tallies") for job in jobs] + [file_stem(study, "tallies", games=40)]
    assert len({*names}) == len(jobs) + 1
    assert file_stem(study, "tallies", games=study.games) == file_stem(study, "tallies")
    reviewed(*names, file_stem(comparison_of(SIX[:3]), "report-plays"))


@pytest.mark.parametrize("games", [3_000, 1_200])
def test_report_of_a_run(games: int, reviewed: Reviewed) -> None:
    study = study_of("programming-challenges", 3_000)
    panels = [named(simulated("programming-challenges"), name) for name in ("outcomes", "wars")]
    page = report(study, tally(study, 0, games), panels[: games // 1_000], HEADLINE, LINK)
    reviewed(text_of(page))


def test_report_of_a_comparison(reviewed: Reviewed) -> None:
    job = comparison_of(("code-golf", "codingame"), games=300)
    reviewed(text_of(report(job, tally_pairs(job, 0, 300), [], HEADLINE, "?v=2")))


def test_report_of_a_diagnosis(reviewed: Reviewed, golf: Diagnosis) -> None:
    deals = [case.deal for case in golf.cases]
    parted = first_differences(deals, Program(golf.judge.rules), golf.explanations[0].program)
    deal = Deal.parse("AKQ/KQJ")
    unexplained = diagnose([Case(deal, got=read_answer("1 999"))])
    wrong_form = diagnose([Case(deal, got=read_answer("3 1"), expected=read_answer("1 3"))])
    pages = (
        diagnosis_report(golf, ("Found.", "Tried."), parted, {}, "?v=1"),
        *(diagnosis_report(one, ("Found.", "Tried."), (), {}, "?v=1") for one in (unexplained, wrong_form)),
    )
    reviewed(*map(text_of, pages))


def test_sheet_and_not_found(reviewed: Reviewed) -> None:
    reviewed(text_of(sheet(QUESTIONS.values(), "")), text_of(not_found("/nowhere<b>")))
