"""The terminal: what `war` can be asked, and what it answers, for people and as JSON."""

from engine.cli.diagnose import cases_of, diagnosis_data, diagnosis_text
from engine.cli.main import run
from engine.cli.simulate import chance_data, chance_text
from engine.cli.simulate_text import comparison_data, comparison_text, simulation_data, simulation_text
