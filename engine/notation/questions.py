"""How the reader asks when a text can be read in more than one way."""

from engine.notation.results import Choice, Question


def ask(choices: list[Choice]) -> Question:
    """Put what is undecided in one sentence, with the readings to choose from."""
    formats = {choice.format for choice in choices}
    hexes = {format for format in formats if format.startswith("golf")}
    others = [choice for choice in choices if choice.format not in hexes]
    pack = any(format.endswith(("halves", "alternate")) for format in formats)
    doubts = []
    if "counted" in formats:
        doubts.append("the first number of a line can be a count or a card")
    elif pack:
        doubts.append("nothing parts the two decks: the pack can be dealt in halves or alternately")
    if hexes and others:
        suits = any(
            each.deal.suits_1 or each.deal.suits_2 for choice in others for each in choice.reading.deals
        )
        doubts.append(
            "C and D can be suits or queen and king (hex)"
            if suits
            else "A can be ten (hex) or the ace (letters)"
        )
    if not doubts:
        doubts.append("this text can be read in more than one way")
    sentence = ", and ".join(doubts)
    return Question(f"{sentence[0].upper()}{sentence[1:]}. Which is it?", tuple(choices))
