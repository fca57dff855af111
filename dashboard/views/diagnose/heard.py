"""Which of the texts that a browser sends with a page's boxes are news. Nothing here draws.

Somebody who pastes and presses at once is faster than the page: their browser still sends what a box
said before the page filled it. That is no news; taken as such, it emptied boxes and doubled cases.
"""

from collections.abc import Mapping


class Heard:
    """What each box was told to say, and what it said before and may say until the browser is told."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}
        self._late: dict[str, set[str]] = {}
        self._last: dict[str, str] = {}

    def tell(self, box: str, text: str) -> None:
        """Note what a box is told to say."""
        told = self._told.setdefault(box, text)
        if told != text:
            self._late.setdefault(box, set()).add(told)
            self._told[box] = text
        self._last = {}

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
        for box, text in news.items():
            # A page drawn before this was heard may still reach the browser, and what it says come back.
            before = self._late.setdefault(box, set())
            before.add(self._told[box])
            before.discard(text)
            self._told[box] = text
        return news
