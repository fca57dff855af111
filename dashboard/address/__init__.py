"""What each page writes into its address, and how it is read back: a codec a page."""

from dashboard.address.compare import COMPARE
from dashboard.address.diagnose import DIAGNOSE
from dashboard.address.game import GAME
from dashboard.address.rules import RULES
from dashboard.address.simulate import SIMULATE

__all__ = ["COMPARE", "DIAGNOSE", "GAME", "RULES", "SIMULATE"]
