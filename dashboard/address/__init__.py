"""What each page writes into its address, and how it is read back: a codec a page."""

from dashboard.address.diagnose import DIAGNOSE
from dashboard.address.fields import COMPARE, LITERATURE, PACKS, QUESTIONS, RECORDS, RULES, SIMULATE
from dashboard.address.game import GAME

__all__ = ["COMPARE", "DIAGNOSE", "GAME", "LITERATURE", "PACKS", "QUESTIONS", "RECORDS", "RULES", "SIMULATE"]
