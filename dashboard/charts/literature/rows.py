"""The claims that are asked for, and the cells of their rows."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import pandas as pd

from dashboard.charts.parts.named_table import NamedTable
from engine.literature.claim import PublishedClaim, claims
from engine.literature.results import kept
from engine.literature.said import because, ours_text, published_text
from engine.literature.verdicts import ClaimVerdict, counts, verdict
from engine.words.sentences import Part, Sentence

SIGNS: Final = {
    ClaimVerdict.AGREES: "✓",
    ClaimVerdict.TOO_FEW: "…",
    ClaimVerdict.NEAR: "≈",
    ClaimVerdict.UNIT_DIFFERS: "⇄",
    ClaimVerdict.UNSTATED: "?",
    ClaimVerdict.DISAGREES: "✗",
    ClaimVerdict.NOT_YET: "·",
    ClaimVerdict.CANNOT: "–",
}
HEADINGS: Final = ("Claim", "Published", "Ours", "Verdict")

Title = Callable[[str], str]
"""Names a rule set by its code."""


def verdict_of(claim: PublishedClaim) -> ClaimVerdict:
    """Return what comes of a claim."""
    return verdict(claim, kept(claim))


def sources() -> list[str]:
    """Return every source once, by name."""
    return sorted({claim.source for claim in claims().values()}, key=str.lower)


def rule_sets() -> list[str]:
    """Return every rule set by which a claim may have been made, the commonest first."""
    codes = [code for claim in claims().values() for code in claim.runs]
    return sorted(set(codes), key=lambda code: (-codes.count(code), code))


def choices() -> dict[str, str]:
    """Return the verdicts that there are with their counts, all claims first: `Agrees 63`."""
    every = {one.value: f"{one.value.capitalize()} {number}" for one, number in counts().items() if number}
    return {"": f"All {len(claims())}", **every}


def selected(*, verdict: str, words: str, source: str, rules: str, by_verdict: bool) -> list[PublishedClaim]:
    """Return the claims that are asked for; `words` have to stand in claim, source, note or rules."""
    wanted = words.casefold().split()
    chosen = [
        claim
        for claim in claims().values()
        if (not verdict or verdict_of(claim).value == verdict)
        and (not source or claim.source == source)
        and (not rules or rules in claim.runs)
        and all(word in _text(claim) for word in wanted)
    ]
    if by_verdict:
        order = [*ClaimVerdict]
        chosen.sort(key=lambda claim: order.index(verdict_of(claim)))
    return chosen


def _text(claim: PublishedClaim) -> str:
    about = (claim.claim, claim.source, claim.note, claim.unit, claim.pack, claim.name, *claim.runs)
    return " ".join(about).casefold()


def cells(claim: PublishedClaim, title: Title) -> tuple[Sentence, ...]:
    """Return a claim's row: what it says and whose it is, the figure, ours, and what comes of it."""
    ours, beside = ours_text(claim, kept(claim))
    rules = f"; {title(claim.runs[0])}" if claim.runs else ""
    come = verdict_of(claim)
    return (
        (Part(claim.claim), Part(" "), Part(f"{claim.source}{rules}", "aside")),
        (Part(published_text(claim)),),
        (Part(ours), Part(f" {beside}" if beside else "", "aside")),
        (Part(f"{SIGNS[come]} {come.value}"),),
    )


def sheet(chosen: Iterable[PublishedClaim], title: Title) -> NamedTable:
    """Return claims as a table to download."""
    return NamedTable("claims", pd.DataFrame([_record(claim, title) for claim in chosen]))


def _record(claim: PublishedClaim, title: Title) -> dict[str, object]:
    result = kept(claim)
    ours, beside = ours_text(claim, result)
    first = result.figures.get(claim.runs[0]) if claim.runs else None
    return {
        "name": claim.name,
        "source": claim.source,
        "address": claim.url,
        "claim": claim.claim,
        "rules": "; ".join(claim.runs),
        "pack": claim.pack,
        "unit": claim.unit,
        "published": published_text(claim),
        "ours": ours,
        "how sure": beside,
        "value": first.value if first else result.value,
        "low": first.low if first else None,
        "high": first.high if first else None,
        "games": claim.our_games if first else None,
        "verdict": verdict_of(claim).value,
        "because": because(claim, result, title),
    }


def line_of(chosen: Sequence[PublishedClaim]) -> str:
    """Say how many claims are shown of how many."""
    whole = len(claims())
    if not chosen:
        return "No claim is like that."
    how_many = f"All {whole}" if len(chosen) == whole else f"{len(chosen)} of {whole}"
    return f"{how_many} claims. A row opens its figures."
