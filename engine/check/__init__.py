"""A person's own program against a judge's rules: run on deal after deal, its smallest failure found."""

from engine.check.asking import Failure, ask
from engine.check.checking import Check, check
from engine.check.running import Command, CommandError
from engine.check.verdicts import Judged
from engine.diagnose.grades import Grade
from engine.game.plan import Plan
from engine.notation.inputs import INPUTS

__all__ = ["INPUTS", "Check", "Command", "CommandError", "Failure", "Grade", "Judged", "Plan", "ask", "check"]
