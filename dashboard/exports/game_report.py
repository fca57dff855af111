"""The report of one game: its charts, its rules and its deal, in a file that opens without a network."""

from collections.abc import Sequence
from datetime import date
from html import escape

from dashboard.charts.parts.panel import Panel
from dashboard.exports.footer import of_game, rule_set_name
from dashboard.exports.report import Contents, linked, made_by, page_of
from engine.game import Game
from engine.words.sentences import because, count, rules_in_words, verdict


def game_report(
    game: Game, panels: Sequence[Panel], images: Sequence[str], link: str, *, stream: str = ""
) -> bytes:
    """Return the report of a game as HTML (UTF-8); `stream` says whence random pick-ups come."""
    made = date.today()
    facts = {
        "Deal": f"<code>{escape(game.deal.text)}</code>",
        "Cards": f"{game.deal.size:,}",
        **({"Pick-ups": escape(stream)} if stream else {}),
        "Length": ", ".join(
            (count(game.rounds, "round"), count(game.battles, "battle"), count(game.wars, "war"))
        ),
        "Made": made_by(made),
        "Link": linked(link),
    }
    rules = {rule_set_name(game.rules): tuple(rules_in_words(game.rules).values())}
    headline = [verdict(game), because(game)]
    foot = of_game(game, link, made, stream=stream)
    again = "The same deal and rules, and of random pick-ups the same seed, give the same game."
    return page_of(Contents(headline, foot, panels, images, rules, facts, again))
