"""The longest games known that end, within what each judge gives: who gives up too soon fails them.

Of `codeforces-546c` (at most 10 cards, all different) and `pyanitsa` every deal was played, by
`tests/engine/longest.py NAME`: no game that ends is longer. The others are the longest that were found:
`advent-of-code-22` and `spivey` by `war hunt --rules NAME --pack 50x1` and `52x1 --seed 7 --seconds 200
--workers 1`, of 151,519,232 and 132,038,656 shuffled deals; all others are the records of
`engine/records/records.jsonl`, which say how each was found (dailyprogrammer-320 has its ranks from 1).
"""

from typing import Final

LONGEST: Final = {
    "code-golf": (5_122, "A42QQ9QJT5287374942KJQT876/JT7633AA55654K9K92T86KJA38"),
    "codingame": (7_385, "262T75Q6JA4894JT43594839K5/8TAK9AQ8275TQ672AJKK3637QJ"),
    "programming-challenges": (27_704, "6AA88JQ7K5567J65AQ9Q4T573J/87QT923TA2464KK3324KJT2899"),
    "programming-challenges-code": (26_400, "Q682K5J5A9K733368T78T95QKA/J863J64AJ79QT5227449QK2TA4"),
    "whats-in-a-game": (3_577, "J4K7T459T32J7J765Q86TA3KK8/86T95Q984KA42J7A3Q36922AQ5"),
    "whats-in-a-game-steal": (3_503, "38Q74Q795J6TJAK7K2TT392K5J/435AQJ882TA62736AK99485Q64"),
    "bicycle": (4_778, "84A459K536QT64562QTJ7TQ383/378KTJ4AAQ92K8K97J9267J52A"),
    "spoj-hs08war": (4_244, "JQK7997A2KJ684Q3A3382J3T75/TTT852AQ64K998K6A2654745QJ"),
    "dailyprogrammer-320": (
        2_950,
        "9 7 4 5 1 6 2 4 10 11 8 9 12 6 11 8 3 12 11 11 1 2 5 10 13 4/"
        "10 6 3 10 5 3 7 2 1 3 13 4 8 13 6 8 7 7 2 5 9 9 13 12 1 12",
    ),
    "codeforces-546c": (105, "3 8 5 6 4 10 1 7 2/9"),
    "pyanitsa": (417, "0 2 3 5 6/4 1 9 7 8"),
    "advent-of-code-22": (
        4_649,
        "45 10 14 15 9 23 19 6 5 49 27 42 36 22 43 7 33 47 40 3 41 32 1 37 12/"
        "46 48 25 24 30 39 44 11 18 28 20 13 4 2 31 29 38 34 16 26 35 50 8 17 21",
    ),
    "spivey": (
        4_010,
        "23 41 29 39 51 4 22 17 34 45 18 27 32 50 43 25 15 42 10 5 13 49 11 12 7 1/"
        "35 3 2 48 24 28 26 31 46 8 19 44 21 37 52 6 16 33 9 30 36 14 40 47 20 38",
    ),
}
"""The rounds of the game and its deal, by rule set."""
