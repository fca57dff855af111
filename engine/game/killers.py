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
        "34 13 41 33 7 40 20 28 4 22 30 49 17 6 19 47 32 5 27 9 38 43 46 10 25/"
        "23 48 11 45 1 8 36 50 39 21 26 2 15 16 35 24 18 44 29 14 31 42 37 12 3",
    ),
    "dailyprogrammer-320": (
        "KK/QK",
        "QT8/TTQ",
        "4224888/8",
        "4455/JJ54",
        "5T52/T22T",
        "1 1 13 7/7 13 1 13",
        "1 11 7 10 4 4 12 8 13 2 8 8 10 10 7 5 3 2 10 5 1/13 6 7 12 1 5 13 3 8 6 13 4 12 6 6 1 4 3 11 11 5",
        "3 11 2 1 2 4 11 8 8 6 4 11 9 5 10 9 12 10 6 7 1 8 5 10 12 13 7 1 2 12 3 4 10/"
        "7 3 8 13 13 9 3 5 13 5 1 7 6 2 4 12 6",
    ),
}
"""Deals by rule set, each as one line, small to large."""

TELLING: Final = {
    "codingame": (
        "A26AAJJ672KQ9529K69573K7A/483QTJ37T2348K4T5649T885Q",
        "J9KTQ59766Q9T9J56/68KQTJJ8QK8855T",
        "3QJJA2K749Q86AQKT86KK25A/3JA764Q7649T39T59J784235",
    ),
    "code-golf": (
        "449/922",
        "TA6T458J3Q79848274JK562KJQ/2K234T959J3A9TQ867A765K3AQ",
        "7J799K4A24AT27JT98Q35K9/KTJAQ558Q27A4T6QJ268834",
    ),
    "programming-challenges": (
        "A9J2A3T986T965A676324K7/Q2A5QJT98QT44374QK3588K",
        "A8A4A83TQA9T235/8525993T8T24QQ3",
        "T958AJ65T686AT9K4QQ89K2473/3A342J826757QJ37K9JTK2AQ45",
    ),
    "programming-challenges-code": (
        "Q73A3A6598K76T99733/JJ8JTTA75J5KT9QQA85",
        "22/25",
        "6K4TAT58A3J92T8827JQ2K964/3953QAQ9T3676KA7Q572K84JJ",
    ),
    "whats-in-a-game": (
        "QK76495487Q8K973/956Q7K65633983KQ",
        "496T36QJ3QK58TTQ37K96Q7/452K275A9JK22JJ598A84TA",
        "2AAA99/292K9K",
    ),
    "whats-in-a-game-steal": (
        "6573TJ4Q57ATTK9T926J45JQ/K3947K8728Q9Q6J8A4326328",
        "844/338",
        "TA6T458J3Q79848274JK562KJQ/2K234T959J3A9TQ867A765K3AQ",
    ),
    "advent-of-code-22": (
        "34 13 41 33 7 40 20 28 4 22 30 49 17 6 19 47 32 5 27 9 38 43 46 10 25/"
        "23 48 11 45 1 8 36 50 39 21 26 2 15 16 35 24 18 44 29 14 31 42 37 12 3",
        "3 2 1/4 5 6",
        "2 1 3 10 9/7 5 6 8 4",
    ),
    "codeforces-546c": (
        "5 8 10 3 7/2 9 1 4 6",
        "2/1 3",
        "3 4/1 6 2 5",
    ),
    "pyanitsa": (
        "8 1 4 5 9/2 0 3 7 6",
        "1 4 6 5 0/3 8 2 7 9",
        "1 3 5 7 9/2 4 6 8 0",
    ),
    "dailyprogrammer-320": (
        "3 3 2 1 2 4 13 8 8 6 4 11 5 5 10 9 12 10 6 7 1 8 5 10 12 11 7 1 6 12 3 4 10/"
        "7 11 8 13 13 9 3 9 13 5 1 7 2 2 4 12 6",
        "QT8/TTQ",
        "42Q/2QQ",
    ),
}
"""Three deals by rule set that tell most mistakes from one another: two that name most, and one that
catches what these miss. Chosen by `tests/engine/killing.py --telling`, and held as the others are.
"""
