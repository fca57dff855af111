"""What can be done on a page, as lines of text for approval files: what each press changes."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from streamlit.runtime.state import session_state_proxy
from streamlit.testing.v1 import AppTest

from dashboard.ui import PAGE_STATES, controls, run_page

PAGES: Final = {f"{page.name} screen": page for page in PAGE_STATES}
OWN: Final = ("acted", "jumps", "written", "drawn", "rule set", "paste_last", "paste_result", "paste_deal")
"""How the names end of what a page remembers for itself."""
SHORT: Final = 40  # signs of what else is told


def acts_lines(app: AppTest) -> str:
    """Return what each press and each choice, of its last option, does to a visitor's screens.

    The page is not drawn anew. What changes nothing is left out.
    """
    lines, state = [], app.session_state._state._state
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(controls, "random_seed", lambda: 123_456)
        patch.setattr(run_page, "_started", lambda job: job)
        for widget, value in _offered(app):
            known = state._new_widget_state.widget_metadata[getattr(widget, "id", "") or widget.proto.id]
            before = state.filtered_state
            after = {**before, widget.key: value(known.deserializer) if callable(value) else value}
            patch.setattr(session_state_proxy, "get_session_state", lambda now=after: now)
            for call in filter(None, (known.callback, *(known.callbacks or {}).values())):
                call(*(known.callback_args or ()), **(known.callback_kwargs or {}))
            if changes := "; ".join(_changes(before, after, widget.key)):
                lines.append(f"{widget.key}: {changes}")
    return "\n".join(lines)


def _offered(app: AppTest) -> Iterator[tuple[Any, Any]]:
    """Yield what can be pressed or chosen, and what the session then holds; or what makes that of words."""
    yield from ((button, True) for button in app.button)
    for choice in (*app.selectbox, *app.radio):
        yield choice, lambda read, last=choice.options[-1]: read(last)
    for group in app.button_group:
        yield group, lambda read, last=group.options[-1]: read([last])
    yield from ((toggle, not toggle.value) for toggle in app.toggle)
    yield from ((field, (field.value or 0) + 1) for field in app.number_input)
    yield from ((field, "5 ") for field in app.text_input)
    for part in app.get("bidi_component"):
        data = json.loads(part.proto.json or "null") or {}
        if "rows" in data:
            yield part, {"pressed": data["rows"][-1]["name"]}
        elif "lists" in data:
            yield part, {"pressed": [len(data["lists"]) - 1, len(data["lists"][-1]["links"]) - 1]}
        elif "open" in data:
            yield part, {"pressed": (data["open"] + 1) % len(data["links"])}


def _changes(before: dict[str, Any], after: dict[str, Any], own: str) -> Iterator[str]:
    for name, page in PAGES.items():
        if after.get(name) != before.get(name):
            was = page.params_or_why(before.get(name, page.opening))[0]
            now = page.params_or_why(after[name])[0]
            fields = (f"{key} {now.get(key, '')}" for key in {**was, **now} if now.get(key) != was.get(key))
            yield f"{page.name}: {', '.join(field for field in fields if not field.startswith('check'))}"
    for name in sorted({*before, *after} - {own, *PAGES}):
        if after.get(name) != before.get(name) and not name.endswith(OWN):
            words = str(getattr(after.get(name), "name", after.get(name)))
            yield f"{name} {words if len(words) < SHORT else '…'}"
