"""The terminal: what `war` can be asked, and what it answers, for people and as JSON."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.cli.main import run

if TYPE_CHECKING:
    from engine.cli.diagnose import cases_of, diagnosis_data, diagnosis_text
    from engine.cli.simulate import chance_data, chance_text
    from engine.cli.simulate_text import comparison_data, comparison_text, simulation_data, simulation_text


def __getattr__(name: str) -> Any:
    """Load the answers' modules when one is first asked for: `war` loads its command's alone."""
    for module in ("diagnose", "simulate", "simulate_text"):
        if name in (names := vars(import_module(f"{__name__}.{module}"))):
            return names[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
