"""Every text format of a deal, through one door: `read` a paste, `write` a deal."""

from engine.formats.known_formats import FORMATS, LISTED, judge_of
from engine.formats.read import LONGEST_TEXT, read
from engine.formats.text import Fault, NotationError, Question, ReadDeal, Reading
from engine.formats.write import WRITABLE, first_cards, write
