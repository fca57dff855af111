"""What each page writes into its address, and how it is read back: a codec a page."""

from dashboard.addresses.compare import COMPARE
from dashboard.addresses.diagnose import DIAGNOSE
from dashboard.addresses.game import GAME
from dashboard.addresses.rules import RULES
from dashboard.addresses.simulate import SIMULATE

__all__ = ["COMPARE", "DIAGNOSE", "GAME", "RULES", "SIMULATE"]
