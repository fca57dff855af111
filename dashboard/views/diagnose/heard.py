"""Which of the texts that a browser sends with a page's boxes are news. Nothing here draws.

Somebody who pastes and presses at once is faster than the page: their browser still sends what a box
said before the page filled it. That is no news; taken as such, it emptied boxes and doubled cases.
A choice is drawn under another key then (`controls.identity`); a box cannot be, or what somebody is
typing into the one before would be lost.
"""

from collections.abc import Mapping


class Heard:
    """What each box was told to say, and what it said before and may say until the browser is told."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}
        self._late: dict[str, set[str]] = {}
        self._last: dict[str, str] = {}
        self._sent: set[str] = set()

    def tell(self, box: str, text: str, *, says: str) -> bool:
        """Note what a box is to say; return whether the browser has to be told, which says this of it.

        A box that is told its own text loses what somebody is typing into it: it is told no more than it
        must, and again while something else that it was told may still be on its way.
        """
        told = self._told.setdefault(box, text)
        if told != text:
            self._late.setdefault(box, set()).add(told)
            self._told[box] = text
        self._last = {}
        if says == text and not self._late.get(box):
            return False
        self._sent.add(box)
        return True

    def news(self, said: Mapping[str, str], *, pressed: bool) -> dict[str, str]:
        """Return the texts that somebody typed; the same message asked about again has none.

        pressed: whether a button was, which sends every box along. What a box said before is news only
        where it comes alone: somebody typed it again.
        """
        if said == self._last:
            return {}
        self._last = dict(said)
        changed = {box: text for box, text in said.items() if text != self._told.get(box, text)}
        late = {box for box, text in changed.items() if text in self._late.get(box, ())}
        if len(changed) == 1 and not pressed:
            late.clear()
        news = {box: text for box, text in changed.items() if box not in late}
        for box in said.keys() - late - news.keys():
            self._late.pop(box, None)
            self._sent.discard(box)
        for box in news.keys() & self._sent:
            # What it was told before this was typed may reach the browser after it, and come back from there.
            self._late.setdefault(box, set()).add(self._told[box])
        for box, text in news.items():
            self._late.get(box, set()).discard(text)
            self._told[box] = text
        return news
