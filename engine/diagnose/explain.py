"""What a program does otherwise than the judge, in plain words."""

from collections.abc import Iterable

from engine.diagnose.mistakes import MISTAKES
from engine.diagnose.programs import Program
from engine.rules import Rules, preset_of
from engine.words.sentences import Part, Sentence, sentence


def explanation_words(program: Program, judge: Rules) -> Sentence:
    """Say what the program does otherwise, and what the judge wants instead.

    >>> from engine.rules import PLAYABLE
    >>> from engine.words.sentences import plain
    >>> plain(explanation_words(Program.parse("code-golf+10-as-1"), PLAYABLE["code-golf"]))
    'Your program reads 10 as 1. The judge means ten.'
    """
    changed = program.rules.apart(judge)
    own, wanted = preset_of(program.rules), preset_of(judge)
    does = [MISTAKES[name].does for name in program.mistakes]
    wants = [MISTAKES[name].wants for name in program.mistakes]
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
