"""Stories told to visitors: curated data, each with the screen that shows it."""

from dashboard.examples.deals import FAMOUS, OPENING, Showcase, famous_hands, famous_of
from dashboard.examples.facts import CONTRADICTIONS, EXAMPLES, FACTS, OPEN_QUESTIONS, Contradiction
