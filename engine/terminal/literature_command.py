"""`war literature`: published figures beside ours, and any of ours computed again."""

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from engine.folders import write_whole
from engine.literature import said
from engine.literature.claim import PublishedClaim, claim_called, claims
from engine.literature.data import claim_data, json_lines
from engine.literature.results import Result, kept, recomputed, results_in
from engine.study import Study
from engine.study.playing.alone import play_to_the_end
from engine.study.summary import Summary
from engine.terminal.progress import Progress
from engine.terminal.study_text import standing_line
from engine.words.brief import called

EVERY = "all"


def literature_command(options: argparse.Namespace) -> int:
    """Do `war literature`. Raises `ValueError` in one sentence for a claim that there is not."""
    if options.recompute is None:
        chosen = [*claims().values()]
        side = {claim.name: kept(claim) for claim in chosen}
    else:
        chosen = [*claims().values()] if options.recompute == EVERY else [claim_called(options.recompute)]
        side = _anew(chosen, Path(options.into) if options.into else None)
    shown = [(claim, side[claim.name]) for claim in chosen]
    if options.json:
        print(json_lines(shown, called), end="")
    else:
        data = [claim_data(claim, result, called) for claim, result in shown]
        print(literature_text(data, whole=options.recompute is None))
    return 0


def _anew(chosen: list[PublishedClaim], file: Path | None) -> dict[str, Result]:
    """Compute our side of claims, and write each to a file as it is there.

    What is there already stays, unless a claim's rule sets have changed since.
    """
    side = results_in(file) if file is not None and file.exists() else {}
    workers = os.cpu_count() or 1
    with Progress() as progress, ThreadPoolExecutor(workers) as executor:

        @cache
        def tallied(study: Study) -> Summary:
            live = play_to_the_end(
                study,
                executor,
                workers=workers,
                look=lambda standing: progress.say(lambda: standing_line(standing)),
            )
            summary: Summary = live.summary
            return summary

        for claim in chosen:
            if claim.name not in side or not side[claim.name].is_of(claim):
                side[claim.name] = recomputed(claim, tallied)
                if file is not None:
                    _write(file, side)
    return side


def _write(file: Path, side: dict[str, Result]) -> None:
    """Write results in place of what was there. Raises `ValueError` where that cannot be."""
    try:
        write_whole(file, "".join(f"{result.line}\n" for result in side.values()))
    except OSError as error:
        raise ValueError(f"cannot write {str(file)!r}: {error.strerror}") from None


def literature_text(shown: list[dict[str, Any]], *, whole: bool) -> str:
    """Return claims for reading, two lines each; above all of them how many agree."""
    lines = [*said.headline(), ""] if whole else []
    for data in shown:
        ours = f"{data['ours']} {data['interval']}".strip()
        lines.append(f"{data['verdict']:<22}{data['claim']} ({data['source']})")
        lines.append(f"{'':<22}published {data['published']}, ours {ours}   [{data['name']}]")
        if not whole and data["because"]:
            lines.append(f"{'':<22}{data['because']}")
    return "\n".join(lines)
