"""A person's own program against a judge's rules: run on deal after deal, its smallest failure found."""

from engine.check.check import Check, Watch, check
from engine.check.program import Command, CommandError, Failure, ask
from engine.diagnose import Grade
from engine.formats import INPUTS
from engine.game import Plan
