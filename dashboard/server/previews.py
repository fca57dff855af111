"""What others read of a link before it is opened: tags in the page, and `/card.png`.

The query comes from strangers: a damaged one is refused, everything that is written is escaped, and whatever
takes longer than a moment is left out.
"""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from html import escape
from importlib import import_module
from threading import Lock
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs

from cachetools import LRUCache, cached
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from dashboard.files import SIZE, Card, not_found, png
from dashboard.server.gate import INDEX, is_framed
from dashboard.ui import GAME, PAGE_STATES, PageState, streamlit_fixes
from dashboard.urls import LinkError
from engine.jobs import settings

T = TypeVar("T")

SECONDS: Final = 0.25  # how long a page waits for its tags: what is first seen comes with them
CARD_SECONDS: Final = 3.0
_CARDS: Final[LRUCache[Hashable, bytes]] = LRUCache(64)
"""Pictures of some 80 kB, by page, screen and what is said of it."""
_WORKERS: Final = ThreadPoolExecutor(2, "preview")
PAGES: Final = {page_state.path: page_state for page_state in PAGE_STATES}
_OPENINGS: Final[dict[str, tuple[str, str]]] = {}
"""What is said of each page without a query, by path, as it was when serving began."""
_OF: Final = "of"
"""The parameter of a card that names its page."""
_NAME: Final = "War Room"
_TITLE: Final = "<title>Streamlit</title>"


def prepare() -> None:
    """Store what is said of each page: on a busy machine its first HTML cannot wait for that."""
    _OPENINGS.update((path, preview(path, "")[0].words) for path in PAGES)


def routes() -> list[Route]:
    """Return the routes that the server has before Streamlit's own."""
    pages = [Route(f"/{path}", partial(_page, path=path), methods=["GET"]) for path in PAGES]
    others = {"/game": _game, "/card.png": _card, "/{name:page}": _not_found}
    return [*pages, *(Route(path, answer) for path, answer in others.items())]


async def _page(request: Request, path: str) -> Response:
    """Answer with Streamlit's page, and in it what the link says."""
    query, image = request.url.query, False
    title, about = (_NAME, "") if query else _OPENINGS.get(path, (_NAME, ""))
    try:
        card, _ = await _in(SECONDS, preview, path, query)
        (title, about), image = card.words, True
    except TimeoutError:
        pass  # the page does not wait for its tags
    except LinkError as error:
        title, about = "This link cannot be opened.", str(error)
    here = f"{_base(request)}/{path}"
    tags = {
        "og:type": "website",
        "og:site_name": _NAME,
        "og:title": title,
        "og:description": about,
        "og:url": f"{here}?{query}" if query else here,
        **(_picture_tags(request, path, query) if image else {"twitter:card": "summary"}),
    }
    metas = "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items())
    whole = title if title == _NAME else f"{title} · {_NAME}"
    head = f"<title>{escape(whole)}</title>{metas}{streamlit_fixes.tag(path)}"
    html = INDEX.read_text("utf-8").replace(_TITLE, head, 1)
    html = streamlit_fixes.with_verdict(html, None if is_framed(query) else title)
    return HTMLResponse(html, headers={"Cache-Control": "no-cache"})


def _picture_tags(request: Request, path: str, query: str) -> dict[str, str]:
    """Return the tags of a link's picture."""
    asked = "&".join(filter(None, [path and f"{_OF}={path}", query]))
    return {
        "og:image": f"{_base(request)}/card.png{asked and f'?{asked}'}",
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
        "twitter:card": "summary_large_image",
    }


class _Name(StringConvertor):
    """What a page may be called; Streamlit's own files have a folder, an ending or an underscore first."""

    regex = "[A-Za-z][A-Za-z0-9_-]*"


register_url_convertor("page", _Name())


async def _game(request: Request) -> Response:
    """Lead to the first page who calls it by its name, as all others are called."""
    query = request.url.query
    return RedirectResponse(f"./?{query}" if query else "./")


async def _not_found(request: Request) -> Response:
    """Answer where there is no page; Streamlit would open the first one and lay an error over it."""
    return HTMLResponse(not_found(request.url.path), 404)


async def _card(request: Request) -> Response:
    """Answer with the picture of a link."""
    path = request.query_params.get(_OF, "")
    if path not in PAGES:
        return PlainTextResponse("There is no such page.\n", 404)
    try:
        drawn = await _in(CARD_SECONDS, _drawn, path, request.url.query)
    except TimeoutError:
        return PlainTextResponse("This picture takes too long just now.\n", 503)
    except LinkError as error:
        return PlainTextResponse(f"This link cannot be opened. {error}\n", 400)
    return Response(drawn, media_type="image/png", headers={"Cache-Control": "max-age=60"})


def _drawn(path: str, query: str) -> bytes:
    card, screen = preview(path, query)
    return _picture(card, (path, screen, card.words))


@cached(_CARDS, key=lambda _, key: key, lock=Lock())
def _picture(card: Card, key: Hashable) -> bytes:
    """Return the picture of a card, drawn once for each key."""
    del key
    return png(card)


async def _in(seconds: float, function: Callable[..., T], *arguments: str) -> T:
    """Have it worked out beside the server, two at a time. Raises `TimeoutError` where that takes longer."""
    async with asyncio.timeout(seconds):
        return await asyncio.get_running_loop().run_in_executor(_WORKERS, function, *arguments)


def preview(path: str, query: str) -> tuple[Card, Hashable]:
    """Return what is said of a link to the page at this path, and its screen, however the link is written.

    Raises `LinkError` for a damaged link.

    >>> page = PAGES["rules"]
    >>> params = page.codec.to_params(type(page.opening)(rule_set="codingame"))
    >>> other = "&".join("=".join(param) for param in params.items())
    >>> [preview("rules", query)[1] == page.opening for query in ("", other)]
    [True, False]
    """
    params = parse_qs(query, keep_blank_values=True)
    params.pop(_OF, None)
    page_state = PAGES[path]
    try:
        return _of(page_state, page_state.codec.from_params(params))
    except LinkError:
        # The page at this path passes on a link of the Game page's.
        with suppress(LinkError):
            return _of(GAME, GAME.codec.from_params(params))
        raise


def _of(page_state: PageState[Any], screen: Hashable | None) -> tuple[Card, Hashable]:
    view = import_module(f"dashboard.views.{page_state.name}")
    return view.preview(screen or page_state.opening), screen or page_state.opening


def _base(request: Request) -> str:
    """Return where others open War Room: the host that was asked for is one the gate knows."""
    return settings().public or f"{request.url.scheme}://{request.url.netloc}"
