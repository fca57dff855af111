"""Deals that between them catch every mistake we know, for each judge: few cards as far as these can.

Chosen by `tests/engine/killing.py`, and held by `tests/engine/test_check_killers.py`.
"""

from typing import Final

KILLERS: Final = {
    "codeforces-546c": (
        "3 1/2 4",
        "5 2 1 3/4 6",
        "4 6 9 5 7/2 8 3 10 1",
    ),
    "pyanitsa": ("1 9 0 4 6/5 8 2 7 3",),
    "code-golf": (
        "QQ/KK",
        "KT/TT",
        "33T/5T5",
        "AJ2/JJA",
        "8KJK/8JKJ",
        "454J/554J",
        "87A7/778A",
        "T8K4J2JA8T825QQK2/464KA5KQTAAT84Q5J",
        "7J799K4A24AT27JT98Q35K9/KTJAQ558Q27A4T6QJ268834",
        "856226A8375Q3Q93AJ62JK48/8TT34TQ69AT4K7AJQ79KJ75K",
        "KQ27A768584393TJJTQ7T8A94/A337865JT2K264J9AK92Q6455",
    ),
    "codingame": (
        "QQ/KK",
        "T/9T9",
        "KK/TT",
        "62K/266",
        "A/9KAAK",
        "2/28877",
        "64/4996",
        "JT88/JJJT",
        "QTJQ/JJTJ",
        "5K666/Q6K55",
        "Q822J8A5564A3K99T7K9/AJ3Q2J4J65T88T436775AT9QQ6",
        "A2AA6JJ672KQ9529K69533K7T/487QTJ37T2348K4T5694A885Q",
    ),
    "programming-challenges": (
        "JAT/TAJ",
        "T5T5/5888",
        "454J/554J",
        "AKKQ/QAKA",
        "3663/A36A",
        "KQ27A768584393TJJTQ7T8A94/A337865JT2K264J9AK92Q6455",
    ),
    "programming-challenges-code": (
        "22/25",
        "JA/AA",
        "JAT/TAJ",
        "T5T5/5888",
        "8656/6855",
        "498428KKT82J3AA5K27Q77A4A/TJ9J62Q3435T695J7659Q68TK",
        "6K4TAT58A3J92T8827JQ2K964/3953QAQ9T3676KA7Q572K84JJ",
    ),
    "advent-of-code-22": (
        "5 3 1/2 4 6",
        "11 23 17 2 21 9 26 14 12 13 6 25 3 22 30/24 28 8 7 29 18 5 19 15 10 4 1 20 27 16",
        "25 3 27 44 18 46 9 13 1 35 39 16 8 17 11 29 28 30 43 40 4 26 23/"
        "5 14 45 10 20 36 6 42 15 31 34 24 19 41 12 33 38 22 2 32 7 21 37",
    ),
}
"""Deals by rule set, each as one line, small to large."""
