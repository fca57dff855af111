"""What the Game page shows, as one value: the rules, the deal, the round on the table and the view."""

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import STANDARD_PACK, Pack
from engine.deal import Deal, deal_cards
from engine.presets import rules_called
from engine.rules import Rules


class View(StrEnum):
    """What is unfolded under the verdicts."""

    HOLDERS = "holders"
    ROUNDS = "rounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """One screen of the Game page.

    Without a `given` deal the cards are dealt from `pack` by `seed` and `game` number. The same two
    numbers choose the game's own random stream under rules with random pick-ups.
    """

    rule_set: str = "code-golf"
    """A preset's name, or the code of custom rules. Presets may be equal in rules and differ in judge."""
    given: Deal | None = None
    pack: Pack = STANDARD_PACK
    seed: int = 0
    game: int = 0
    round: int = 1
    view: View = View.HOLDERS

    @property
    def rules(self) -> Rules:
        """The rules of the rule set."""
        return rules_called(self.rule_set)

    @property
    def deal(self) -> Deal:
        """The deal on the table."""
        return self.given or deal_cards(self.pack, seed=self.seed, number=self.game)
