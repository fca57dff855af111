"""Rules, games and verdicts in sentences, and in a few words."""

from engine.wording.sentences import (
    GLOSSARY, REASON_WORDS, About, Part, Sentence, because, called, cards_in_words, explained, hands_in_words,
    in_brief, listed, named, plain, player, rules_in_words, rules_of, sentence, value_in_words, verdict,
)
