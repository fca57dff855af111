"""Claims beside our side of them as data: what the terminal prints as JSON and the page saves."""

import json
from collections.abc import Iterable
from typing import Any

from engine.literature.claim import PublishedClaim
from engine.literature.results import Result
from engine.literature.said import Title, because, ours_text, published_text
from engine.literature.verdicts import verdict


def json_lines(shown: Iterable[tuple[PublishedClaim, Result]], title: Title) -> str:
    """Return claims as JSON, an object a line."""
    data = (claim_data(claim, result, title) for claim, result in shown)
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in data)


def claim_data(claim: PublishedClaim, result: Result, title: Title) -> dict[str, Any]:
    """Return a claim beside our side of it as JSON-ready data; `title` names a rule set by its code."""
    ours, beside = ours_text(claim, result)
    return {
        "name": claim.name,
        "source": claim.source,
        "year": claim.year,
        "url": claim.url,
        "claim": claim.claim,
        "rules": list(claim.runs),
        "pack": claim.pack,
        "unit": claim.unit,
        "published": published_text(claim),
        "ours": ours,
        "interval": beside,
        "games": claim.our_games if result.figures else None,
        "verdict": verdict(claim, result).value,
        "because": because(claim, result, title),
        "figures": {code: figure._asdict() for code, figure in result.figures.items()},
    }
