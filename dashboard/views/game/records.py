"""What is said of a game that beats a record, with the line to send."""

import streamlit as st

from dashboard.address.screens import GameScreen
from dashboard.asking.records import lines_to_send
from dashboard.asking.telling import Key
from dashboard.shell.desk import RECORDS
from dashboard.shell.marks import pressable
from dashboard.shell.phrases import rules_title
from engine.game import Game
from engine.records.feats import FEATS
from engine.records.kept import Beaten
from engine.words.sentences import count


def records_beaten(screen: GameScreen, key: Key, game: Game) -> None:
    """Say which records a game beats; nothing where it beats none."""
    lines = lines_to_send(screen, key, game)
    if not lines:
        return
    for better in lines:
        st.markdown(beats(better, screen.rule_set))
    st.code("\n".join(lines.values()), language=None, wrap_lines=True)
    st.page_link(RECORDS.page, label=pressable("The records"), icon=":material/open_in_new:")


def beats(better: Beaten, rule_set: str) -> str:
    """Say one record that is beaten, as Markdown of our own."""
    feat = FEATS[better.record.feat]
    figure, before = count(better.figure, feat.unit), f"{better.record.figure:,}"
    return (
        f"**This beats our record.** {feat.title} by {rules_title(rule_set)}: **{figure}**, "
        f"where {before} was the best we know. This is the line to send:"
    )
