"""What each page writes into its address, and how it is read back: a codec a page."""

from dashboard.urls.codecs import (
    COMPARE,
    DIAGNOSE,
    GAME,
    LITERATURE,
    PACKS,
    QUESTIONS,
    RECORDS,
    RULES,
    SIMULATE,
)
