"""Stories told to visitors: curated data, each with the screen that shows it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from dashboard.urls.screens import Screen

S = TypeVar("S", bound=Screen)


@dataclass(frozen=True, slots=True)
class Story(Generic[S]):
    """Something worth seeing, and the screen that shows it."""

    title: str
    story: str
    screen: S
