"""Packs, decks, deals, and the stream of numbers that shuffles them."""

from engine.cards import random_stream
from engine.cards.deal import (
    ACE, HIGHEST_RANK, LARGEST_PACK, LETTERS, NARROW_DRAWS, STANDARD_PACK, SUITS, Deal, Hands, KnownHand,
    Pack, Shares, deal_cards, dealt_text, deck_text, has_letter, rank_name, shares, shuffled,
)
from engine.cards.random_stream import LARGEST_SEED
