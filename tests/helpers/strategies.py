"""What hypothesis makes for the engine's tests: rules and deals, mostly small and full of ties."""

from dataclasses import replace

from hypothesis import strategies as st
from published import NONE_DOWN

from engine.cards import HIGHEST_RANK, Deal
from engine.rules import Rules


def rule_sets(most_face_down: int = 5) -> st.SearchStrategy[Rules]:
    """Make any rules that can be played."""
    return st.builds(replace, st.sampled_from(NONE_DOWN), face_down=st.integers(0, most_face_down))


def decks(ranks: st.SearchStrategy[int], *, longest: int = 10) -> st.SearchStrategy[tuple[int, ...]]:
    """Make a deck, maybe empty."""
    return st.lists(ranks, max_size=longest).map(tuple)


def deals(*, longest: int = 10) -> st.SearchStrategy[Deal]:
    """Make a deal of few ranks, so that wars are many; decks may be unequal or empty."""
    few = st.sampled_from((2, 3, 4, 13, 14))
    return st.builds(Deal, decks(few, longest=longest), decks(few, longest=longest))


def any_deals() -> st.SearchStrategy[Deal]:
    """Make a deal of any ranks at all."""
    any_rank = st.integers(0, HIGHEST_RANK) | st.integers(0, 15)
    return st.builds(Deal, decks(any_rank), decks(any_rank))
