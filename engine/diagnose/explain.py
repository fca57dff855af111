"""A program's differences from the judge's rules, in plain words."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.diagnose.mistakes import mistake_called
from engine.diagnose.programs import Program
from engine.rules import Rules, preset_of
from engine.words.sentences import Part, Sentence, sentence


@dataclass(frozen=True)
class Fit:
    """A program that answers or plays as the person's does, and how far it is from the judge's rules."""

    program: Program
    judge: Rules
    form: str = ""
    """In whose words the answers were read."""

    @cached_property
    def differences(self) -> tuple[str, ...]:
        """The rules, as `name=value`, and the mistakes in which it differs from the judge, sorted."""
        rules = (f"{name}={self.program.rules.said(name).text}" for name in self._rules)
        return tuple(sorted((*rules, *self.program.mistakes)))

    @cached_property
    def rare(self) -> int:
        """How seldom we have met all this, the lower the more often."""
        rules = sum(self.program.rules.said(name).rare for name in self._rules)
        return rules + sum(mistake_called(name).rare for name in self.program.mistakes)

    @property
    def order(self) -> tuple[int, int]:
        """The likeliest first: the fewest differences, then the more usual ones."""
        # Somebody else's rules taken as a whole are one idea, however many rules it changes.
        whole = not self.program.mistakes and preset_of(self.program.rules) is not None
        return min(len(self.differences), 2 if whole else 99), self.rare

    @property
    def sentence(self) -> Sentence:
        """The differences between program and judge, in plain words."""
        return explanation_words(self.program, self.judge)

    @property
    def _rules(self) -> tuple[str, ...]:
        return self.program.rules.apart(self.judge)


def explanation_words(program: Program, judge: Rules) -> Sentence:
    """Say what the program does otherwise, and what the judge wants instead.

    >>> from engine.rules import PLAYABLE
    >>> from engine.words.sentences import plain
    >>> plain(explanation_words(Program.parse("code-golf+10-as-1"), PLAYABLE["code-golf"]))
    'Your program reads 10 as 1. The judge means ten.'
    """
    changed = program.rules.apart(judge)
    own, wanted = preset_of(program.rules), preset_of(judge)
    does = [mistake_called(name).does for name in program.mistakes]
    wants = [mistake_called(name).wants for name in program.mistakes]
    if len(changed) > 2 and own is not None and wanted is not None:
        does.append(f"plays by the rules of *{own.title}*")
        wants.append(f"plays by those of *{wanted.title}*")
    else:
        does += [program.rules.said(name).does for name in changed]
        wants += [judge.said(name).wants or judge.said(name).does for name in changed]
    if not does:
        return (Part("Your program does what the judge does."),)
    return sentence(f"Your program {_and(does)}. The judge {_and(list(dict.fromkeys(wants)))}.")


def _and(phrases: Iterable[str]) -> str:
    *first, last = phrases
    return f"{', '.join(first)} and {last}" if first else last
