"""War as five judges want it, written from their texts alone: `python war.py JUDGE < deal`."""

import sys

judge = sys.argv[1]
words = sys.stdin.read().replace(",", " ").split()
if judge == "codingame":
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    n = int(words[0])
    one = [ranks.index(word[:-1]) for word in words[1 : n + 1]]
    two = [ranks.index(word[:-1]) for word in words[n + 2 :]]
elif judge == "code-golf":
    one, two = ([int(letter, 16) for letter in word] for word in words)
elif judge == "programming-challenges":
    cards = ["23456789TJQKA".index(word[0]) for word in words]
    one, two = cards[: len(cards) // 2], cards[len(cards) // 2 :]
elif judge == "codeforces-546c":
    n = int(words[1])
    one, two = [int(word) for word in words[2 : n + 2]], [int(word) for word in words[n + 3 :]]
else:
    cut = words.index("2:") - 1
    one, two = [int(word) for word in words[2:cut]], [int(word) for word in words[cut + 2 :]]

down = 3 if judge == "codingame" else 1
rounds = 0
winner = 0
seen = set()
while one and two:
    if (tuple(one), tuple(two)) in seen:
        print(-1 if judge == "codeforces-546c" else "endless")
        sys.exit()
    seen.add((tuple(one), tuple(two)))
    rounds += 1
    a, b = [one.pop(0)], [two.pop(0)]
    while a[-1] == b[-1]:
        if len(one) <= down or len(two) <= down:
            if judge == "codingame":
                print("PAT")
                sys.exit()
            winner = 1 if len(one) > len(two) else 2
            break
        for _ in range(down + 1):
            a.append(one.pop(0))
            b.append(two.pop(0))
    if winner:
        break
    first = a[-1] > b[-1]
    if judge == "codingame":
        taken = a + b
    elif judge == "code-golf" or judge == "codeforces-546c":
        taken = b + a if first else a + b
    elif judge == "programming-challenges":
        taken = [card for pair in zip(a, b, strict=True) for card in pair]
    else:
        taken = a + b if first else b + a
    (one if first else two).extend(taken)

won = winner or (1 if not two else 2)
if judge == "codingame":
    print(won, rounds)
elif judge == "code-golf":
    print(won == 1)
elif judge == "programming-challenges":
    print(f"TURNS : {rounds}\nWINNER : player{won}")
elif judge == "codeforces-546c":
    print(rounds, won)
else:
    deck = one or two
    print(sum(card * (len(deck) - place) for place, card in enumerate(deck)))
