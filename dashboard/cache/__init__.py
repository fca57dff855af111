"""Tasks that pages give to the engine, and their cached answers."""

from dashboard.cache import answers, games
from dashboard.cache.answers import Waiting, lines_to_send, log_fault
from dashboard.cache.games import decided_in_the_end, key_of, read_paste
from dashboard.cache.tasks import ChartData, Key, Unanswered, answer_of, ask_again
