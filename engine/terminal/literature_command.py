"""`war literature`: published figures beside ours, and any of ours computed again."""

import argparse
import json
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from engine import kernels
from engine.literature import said
from engine.literature.claim import PublishedClaim, claim_called, claims
from engine.literature.results import Result, kept, recomputed, results_in
from engine.literature.verdicts import verdict
from engine.rules import PRESETS, rules_called
from engine.study import Study
from engine.study.playing.alone import play_to_the_end
from engine.study.summary import Summary
from engine.terminal.progress import Progress
from engine.terminal.study_text import standing_line
from engine.words.brief import in_brief

EVERY = "all"


def literature_command(options: argparse.Namespace) -> int:
    """Do `war literature`. Raises `ValueError` in one sentence for a claim that there is not."""
    if options.recompute is None:
        chosen = [*claims().values()]
        side = {claim.name: kept(claim) for claim in chosen}
    else:
        chosen = [*claims().values()] if options.recompute == EVERY else [claim_called(options.recompute)]
        side = _anew(chosen, Path(options.into) if options.into else None)
    shown = [claim_data(claim, side[claim.name]) for claim in chosen]
    if options.json:
        print("\n".join(json.dumps(data, ensure_ascii=False) for data in shown))
    else:
        print(literature_text(shown, whole=options.recompute is None))
    return 0


def _anew(chosen: list[PublishedClaim], file: Path | None) -> dict[str, Result]:
    """Compute our side of claims, and write each to a file as it is there; what is there already stays."""
    side = dict(results_in(file)) if file is not None and file.exists() else {}
    workers = os.cpu_count() or 1
    kernels.warm()
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
            if claim.name not in side:
                side[claim.name] = recomputed(claim, tallied)
                if file is not None:
                    _append(file, side[claim.name])
    return side


def _append(file: Path, result: Result) -> None:
    """Write a result as the next line. Raises `ValueError` where that cannot be."""
    try:
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"{result.line}\n")
    except OSError as error:
        raise ValueError(f"cannot write {str(file)!r}: {error.strerror}") from None


def claim_data(claim: PublishedClaim, result: Result) -> dict[str, Any]:
    """Return a claim beside our side of it as JSON-ready data."""
    ours, beside = said.ours_text(claim, result)
    return {
        "name": claim.name,
        "source": claim.source,
        "year": claim.year,
        "url": claim.url,
        "claim": claim.claim,
        "rules": list(claim.runs),
        "pack": claim.pack,
        "unit": claim.unit,
        "published": said.published_text(claim),
        "ours": ours,
        "interval": beside,
        "games": claim.our_games if result.figures else None,
        "verdict": verdict(claim, result).value,
        "because": said.because(claim, result, rules_title),
        "figures": {code: figure._asdict() for code, figure in result.figures.items()},
    }


def rules_title(code: str) -> str:
    """Name a rule set as the terminal does."""
    return PRESETS[code].title if code in PRESETS else in_brief(rules_called(code))


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
