"""What cards are called: words of ten languages, the letters of their court cards, and words around decks."""

import re
from typing import Final, NamedTuple

# Each line: the language, its ranks from two to ace, its clubs, diamonds, hearts and spades, and the letters
# of its jack, queen, king and ace where they are not J, Q, K and A. Other spellings stand behind a bar.
_LANGUAGES: Final = """
English: two|deuce three four five six seven eight nine ten jack|knave queen king ace
 = club|clubs|clubsuit diamond|diamonds|diamondsuit|diams heart|hearts|heartsuit spade|spades|spadesuit
French: deux trois quatre cinq six sept huit neuf dix valet dame roi as
 = trèfle|trèfles|trefle|trefles carreau|carreaux cœur|coeur|cœurs|coeurs pique|piques = V D R A
German: zwei drei vier fünf|fuenf sechs sieben acht neun zehn bube|bauer|unter dame|ober könig|koenig ass|as
 = kreuz|treff|eichel karo|schellen herz pik|schippen|laub = B D K A
Russian: двойка|два тройка|три четвёрка|четверка|четыре пятёрка|пятерка|пять шестёрка|шестерка|шесть
 семёрка|семерка|семь восьмёрка|восьмерка|восемь девятка|девять десятка|десять валет дама король туз
 = треф|трефы|трефа|крести|крестей|крест бубен|бубны|бубна|буби червей|черви|червы|черва пик|пики|пика|вини
 = В Д К Т
Spanish: dos tres cuatro cinco seis siete ocho nueve diez jota|sota reina|caballo|dama rey as
 = trébol|tréboles|trebol|treboles diamante|diamantes corazón|corazones|corazon pica|picas = S C R A
Italian: due tre quattro cinque sei sette otto nove dieci fante|jack donna|regina|dama re asso
 = fiori quadri cuori picche = F D R A
Dutch: twee drie vier vijf zes zeven acht negen tien boer vrouw|dame heer|koning aas
 = klaver|klaveren|klavers ruiten|ruit harten|hart schoppen|schop = B V H A
Polish: dwójka|dwa trójka|trzy czwórka|cztery piątka|pięć szóstka|sześć siódemka|siedem ósemka|osiem
 dziewiątka|dziewięć dziesiątka|dziesięć walet|jopek dama|królowa król as
 = trefl|trefle|trefli karo|kara kier|kiery|kierów pik|piki|pików = W D K A
Portuguese: dois três|tres quatro cinco seis sete oito nove dez valete dama|rainha rei ás|as
 = paus ouros copas espadas = V D R A
Swedish: två tre fyra fem sex sju åtta nio tio knekt|knäkt dam|drottning kung|konung ess|äss
 = klöver ruter hjärter spader = Kn D K E
Danish: to tre fire fem seks syv|sju otte|åtte ni ti knægt|knekt dame|dronning konge es|ess
 = klør|kløver ruder|ruter hjerter spar = Kn D K E
Japanese: 二 三 四 五 六 七 八 九 十 ジャック クイーン|クィーン キング エース
 = クラブの|クラブ|梅花 ダイヤの|ダイヤ|方块|方塊|方片 ハートの|ハート|红桃|红心|紅心 スペードの|スペード|黑桃
"""

COURT: Final = (11, 12, 13, 14)
STANDARD: Final = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
SUIT_LETTERS: Final = {"c": "c", "d": "d", "h": "h", "s": "s", "♣": "c", "♦": "d", "♥": "h", "♠": "s"}


class Language(NamedTuple):
    """The cards of one language: its words for ranks and suits, and the letters of its court cards."""

    name: str
    ranks: dict[str, int]
    suits: dict[str, str]
    letters: dict[str, int]
    compound: re.Pattern[str]
    """A suit and a rank written as one word, in either order."""


def _language(line: str) -> Language:
    name, _, rest = line.partition(":")
    ranks, suits, *letters = (part.split() for part in rest.split("="))
    rank_words = {word: rank for rank, words in enumerate(ranks, start=2) for word in words.split("|")}
    suit_words = {word: suit for suit, words in zip("cdhs", suits, strict=True) for word in words.split("|")}
    court = dict(zip((letters[0] if letters else "JQKA"), COURT, strict=True))
    rank, suit = ("|".join(sorted(words, key=len, reverse=True)) for words in (rank_words, suit_words))
    rank = f"{rank}|10|[2-9jqka]" if len(suit) else rank
    compound = re.compile(rf"(?:(?P<r>{rank})(?:of)?(?P<s>{suit})|(?P<t>{suit})(?P<q>{rank}))", re.IGNORECASE)
    return Language(name.strip(), rank_words, suit_words, court, compound)


LANGUAGES: Final = tuple(_language(line) for line in re.sub(r"\n ", " ", _LANGUAGES).strip().splitlines())

_LABELS: Final = """
answer blatt case deal decks expected found game get got hands input line output players result round row
seed spiller talon test turn
"""
_OWNERS: Final = """
d deck giocatore gracz h hand jogador joueur jugador main mano p pile player spelare speler spieler stack
игрок колода рука
"""
_KNOWN: Final = """
a against an and anden andra are beats bottom card cards cartas carte cartes computer contra contre cpu
da de dealer des deuxième di draws drugi du e eerste en erste ersten erster et first första første gegen
gets ha had har has hat have heeft hold holds human i is kaarten kart karten kontra kort last left ma me
my no nr number och of og one ont opponent other pierwszy premier prima primeiro primer primo right
second seconda secondo segundo starting starts tem the then tie tiene to top tweede und user v versus vs
war was while winner wins with y you your zweite zweiten zweiter второго второй и карт карты первого
первый против у
"""

AND: Final = frozenset(["and", "&", "et", "und", "y", "e", "i", "och", "og", "en", "и"])
"""Words before the last card of a list."""
OWNERS: Final = frozenset(_OWNERS.split())
"""Words and letters that name a deck with a number behind them, `Player 1` or `p1`."""
LABELS: Final = frozenset(word for word in (*_LABELS.split(), *OWNERS) if len(word) > 1)
"""Words that a number may follow without being a card."""
KNOWN: Final = LABELS | OWNERS | frozenset(_KNOWN.split())
"""Words that stand around decks, and are no damaged cards."""
