"""War as ten judges want it, written from their texts alone: `python war.py JUDGE < deal`."""

import sys

judge = sys.argv[1]
text = sys.stdin.read()
words = text.replace(",", " ").split()
if judge == "codingame":
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    n = int(words[0])
    one = [ranks.index(word[:-1]) for word in words[1 : n + 1]]
    two = [ranks.index(word[:-1]) for word in words[n + 2 :]]
elif judge == "code-golf":
    one, two = ([int(letter, 16) for letter in word] for word in words)
elif judge in ("programming-challenges", "programming-challenges-code", "skiena"):
    cards = ["23456789TJQKA".index(word[0]) for word in words]
    one, two = cards[: len(cards) // 2], cards[len(cards) // 2 :]
elif judge == "codeforces-546c":
    n = int(words[1])
    one, two = [int(word) for word in words[2 : n + 2]], [int(word) for word in words[n + 3 :]]
elif judge == "spoj-hs08war":
    n = int(words[2])
    one, two = [int(word) for word in words[3 : n + 3]], [int(word) for word in words[n + 4 :]]
elif judge == "pyanitsa":
    cards = [int(word) for word in words]
    one, two = cards[: len(cards) // 2], cards[len(cards) // 2 :]
elif judge == "dailyprogrammer-320":
    one, two = ([int(word) for word in line.split()] for line in text.splitlines())
else:
    cut = words.index("2:") - 1
    one, two = [int(word) for word in words[2:cut]], [int(word) for word in words[cut + 2 :]]

if judge == "skiena":
    steps, table, war = 0, [], False
    while one and two and steps < 100_000:
        steps += 1
        table += [one.pop(0), two.pop(0)]
        if war:
            war = False
        elif table[-2] == table[-1]:
            war = True
        else:
            (one if table[-2] > table[-1] else two).extend(table)
            table = []
    if one and two:
        print(f"game tied after {steps} steps, |a|={len(one)} |b|={len(two)}")
    else:
        print(f"{'a wins' if one else 'b wins' if two else 'a and b tie'} in {steps} steps")
    sys.exit()

if judge == "dailyprogrammer-320":
    while one and two:
        wars = [([one.pop(0)], [two.pop(0)])]
        while wars[-1][0][-1] == wars[-1][1][-1]:
            laid = min(4, len(one), len(two))
            if not laid:
                print(1 if one else 2 if two else 0)
                sys.exit()
            wars.append((one[:laid], two[:laid]))
            del one[:laid], two[:laid]
        first = wars[-1][0][-1] > wars[-1][1][-1]
        for mine, yours in reversed(wars):
            (one if first else two).extend(mine + yours if first else yours + mine)
    print(1 if one else 2)
    sys.exit()

down = 3 if judge == "codingame" else 1
rounds = 0
winner = 0
seen = set()
while one and two:
    if (tuple(one), tuple(two)) in seen:
        print({"codeforces-546c": "-1", "pyanitsa": "botva"}.get(judge, "endless"))
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
    if judge == "pyanitsa" and {a[-1], b[-1]} == {0, 9}:
        first = a[-1] == 0
    if judge == "pyanitsa":
        taken = a + b
    if judge == "codingame":
        taken = a + b
    elif judge == "code-golf" or judge == "codeforces-546c":
        taken = b + a if first else a + b
    elif judge == "programming-challenges":
        taken = [card for pair in zip(a, b, strict=True) for card in pair]
    elif judge == "programming-challenges-code":
        taken = [a[0], b[0]]
        for place in range(1, len(a), down + 1):
            taken += a[place : place + down + 1] + b[place : place + down + 1]
    elif judge == "spoj-hs08war":
        taken = []
        while a:  # from the top of either table stack, the winner's first
            taken += [a.pop(), b.pop()] if first else [b.pop(), a.pop()]
    elif judge == "advent-of-code-22":
        taken = a + b if first else b + a
    (one if first else two).extend(taken)

won = winner or (1 if not two else 2)
if judge in ("codingame", "spoj-hs08war"):
    print(won, rounds)
elif judge == "code-golf":
    print(won == 1)
elif judge.startswith("programming-challenges"):
    print(f"TURNS : {rounds}\nWINNER : player{won}")
elif judge == "pyanitsa":
    print("first" if won == 1 else "second", rounds)
elif judge == "codeforces-546c":
    print(rounds, won)
else:
    deck = one or two
    print(sum(card * (len(deck) - place) for place, card in enumerate(deck)))
