"""Every text format of a deal, through one door: `read` a paste, `write` a deal."""

from engine.formats.known_formats import FORMATS, LISTED, judge_of
from engine.formats.read import LONGEST_TEXT, read
from engine.formats.text import LINE_END, Fault, NotationError, Page, Problems, Question, ReadDeal, Reading
from engine.formats.tokens import HEX
from engine.formats.write import (
    HOME, INPUT_OF, INPUTS, LONGEST_QUERY, VERSION, WRITABLE, AnsweredDeal, check_letters, first_cards,
    game_link, joined, question_link, suits_text, to_query, write,
)
