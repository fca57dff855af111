"""The two games of a diagnosis beside each other, in the round in which they part."""

from collections.abc import Iterator
from itertools import islice

import streamlit as st

from dashboard.asking import played
from dashboard.asking.telling import Key
from dashboard.components.board.mount import board
from dashboard.components.board.payload import still
from dashboard.components.width import Width, width
from dashboard.shell.links import game_link
from dashboard.shell.marks import note
from dashboard.views.diagnose.words import sides
from engine.cards import Deal
from engine.diagnose import Kind, Program
from engine.diagnose.parting import rounds
from engine.game import Round


def boards(deal: Deal, judge: Program, program: Program, number: int, *, key: str = "") -> None:
    """Draw both boards at a round, with what each side does, and the way to each game.

    `key` tells these boards from others of the page.
    """
    wants, does = sides(judge.rules, program)
    left, right = st.columns(2, gap="medium")
    with left:
        side("The judge", wants, deal, judge, number, key=f"{key}judge")
    with right:
        side("Your program", does, deal, program, number, key=f"{key}program")


def side(name: str, words: str, deal: Deal, program: Program, number: int, *, key: str) -> None:
    """Draw one board under its name and what it does, and the way to its game."""
    head = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
    head.markdown(f":small[**{name}**{', ' if words else ''}{words}]", width="content")
    if program.of(Kind.PLAYING):
        this = round_of(program, deal, number)
        if this is None:
            st.markdown(note(f"Its game is over after round {number - 1:,}."))
            return
        board(still(this, program.rules, named=not deal.decimal), key=f"{key}_board", brief=True, label=name)
        st.markdown(note("It plays by no rules that the Game page knows."))
        return
    game = key_of(deal, program)
    played.wait_for(game, number)
    replay = played.board_payload(game, number, named=not deal.decimal and game.deal.decimal)
    assert replay
    board(replay, key=f"{key}_board", goto=(number, number), brief=True, label=name)
    # Beside a long name there is no room for it on a small screen, and boards would begin at two heights.
    with head if width() is not Width.SMALL else st.container():
        game_link(program.rules, game.deal, min(number, max(replay["last"], 1)))


def key_of(deal: Deal, program: Program) -> Key:
    """Return the game of a program that plays by rules."""
    read = program.reads(deal)
    return Key(read.deck_1, read.deck_2, read.suits_1, read.suits_2, program.rules, 0, 0)


def round_of(program: Program, deal: Deal, number: int) -> Round | None:
    """Return one round of a program's game, None where it is over before."""
    played_rounds: Iterator[Round] = rounds(program, deal)
    return next(islice(played_rounds, number - 1, None), None)


def program_link(program: Program, deal: Deal, *, label: str) -> None:
    """Draw the way to a program's game of a deal; nothing where it plays by no rules that Game knows."""
    if not program.of(Kind.PLAYING):
        game_link(program.rules, key_of(deal, program).deal, label=label)
