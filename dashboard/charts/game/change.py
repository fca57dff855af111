"""What changing a rule does to a game, in one line."""

from engine.game import Game, Reason
from engine.words.sentences import Part, Sentence, count, player


def effect(now: Game, before: Game, name: str) -> Sentence:
    """Say how a deal ends now, and how it did by the rule set of that name, before a rule was changed."""
    same = now.outcome.winner == before.outcome.winner and now.rounds == before.rounds
    if same and now.cycle == before.cycle:
        return (Part("Nothing changes: "), *_ends(now), Part(f", as with {name}."))
    return (Part("Now "), *_ends(now), Part(f"; with {name} "), *_ends(before), Part("."))


def _ends(game: Game) -> Sentence:
    rounds = count(game.rounds, "round")
    if game.cycle:
        return Part("it "), Part("never ends", "endless")
    if game.outcome.winner:
        return player(game.outcome.winner), Part(f" wins after {rounds}")
    stopped = game.outcome.reason is Reason.LIMIT
    return (Part(f"it is {'stopped' if stopped else 'drawn'} after {rounds}"),)
