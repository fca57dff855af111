"""A suite of deals as files: a pair of `.in` and `.out` a deal, and which deal catches which mistake."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Final

from engine.diagnose.explain import explanation_words
from engine.diagnose.suites import Suite
from engine.notation.inputs import INPUTS
from engine.words.sentences import count, plain

ABOUT: Final = "about"
"""The folder of what is said of the deals."""


def suite_files(suite: Suite) -> Mapping[str, str]:
    """Return the files of a suite by name: `1.in`, `1.out` and so on, and what is said of them.

    That lies in a folder of its own: `oj test` refuses a folder that holds anything but pairs.
    """
    files = {}
    for number, deal in enumerate(suite.deals, 1):
        files[f"{number}.in"] = f"{INPUTS[suite.plan.input].write(deal)}\n"
        files[f"{number}.out"] = f"{suite.plan.expected(deal)}\n"
    return {
        **files,
        f"{ABOUT}/mistakes.csv": _mistakes(suite),
        f"{ABOUT}/README.txt": "\n".join(_readme(suite)) + "\n",
    }


def _mistakes(suite: Suite) -> str:
    """Return a row for every mistake: the deals that catch it, the program, what it does."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    numbers = [*range(1, len(suite.deals) + 1)]
    writer.writerow(["mistake", "program", *(f"caught by {number}" for number in numbers)])
    for program, places in suite.caught.items():
        said = plain(explanation_words(program, suite.plan.rules))
        writer.writerow(
            [said, program.code, *("yes" if number - 1 in places else "no" for number in numbers)]
        )
    return table.getvalue()


def _readme(suite: Suite) -> Iterator[str]:
    """Say what the files are, and how much each deal catches."""
    deals, known = len(suite.deals), len(suite.caught)
    yield f"{count(deals, 'deal')} for {suite.plan.name}: a program reads N.in and should print N.out."
    yield "In the folder that holds them: oj test -d . -c COMMAND"
    yield f"They catch {suite.catches:,} of the {known:,} mistakes we know that any deal brings out,"
    yield "one wrong rule or one slip each."
    yield ""
    for place, deal in enumerate(suite.deals):
        yield f"{place + 1}: {count(deal.size, 'card')}, catches {suite.catches_at(place):,}: {deal.text}"
    yield ""
    yield "mistakes.csv says which deal catches which mistake."
