"""A page as lines of text, for approval files: what stands where, what it says, how it is labelled."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

ROWS: Final = 5  # rows of a table that are written out: what all of them say is tested where they are made
LIST: Final = 20  # items of a component's list, and options, that are written out
LIMITS: Final = ("min", "max", "step", "max_chars", "placeholder")
"""What an input says of what may be typed in it."""


def page_lines(app: AppTest) -> str:
    """Return what a page shows, an element per line in their order; what lies in others is indented.

    Without the check letters of addresses, which follow from the rest.
    """
    lines = (*_block(app.main, 0), *(f"toast: {toast.value}" for toast in app.toast))
    return re.sub(r"&check=\w+", "", "\n".join(lines))


def _block(block: Block, depth: int) -> Iterator[str]:
    for child in block.children.values():
        if not isinstance(child, Block):
            yield from ("  " * depth + line for line in _element(child))
            continue
        name = _block_name(child)
        if name:
            yield "  " * depth + name
        yield from _block(child, depth + bool(name))


def _block_name(block: Block) -> str:
    """Return what is written for a block: nothing for one that only keeps others together."""
    proto: Any = block.proto
    if block.type == "column":
        return f"column {proto.weight:.2f} {_layout(proto)}".rstrip()
    if block.type in ("expander", "expandable"):
        return f"fold{' open' if proto.expanded else ''} {getattr(block, 'label', '')}"
    if block.type == "popover":
        menu, wide = proto.popover, " wide" if "stretch" in str(proto.width_config) else ""
        signs = f"{menu.icon} {menu.label}".strip()
        return f"menu {signs} {menu.type}{wide}{_help(menu)}"
    key = getattr(proto, "id", "").partition("-")[2].partition("-")[2]
    flex = getattr(proto, "flex_container", None)
    if flex is not None and flex.direction == flex.HORIZONTAL:
        return f"{'row, wrapping' if flex.wrap else 'row'} {_layout(flex)} {key}".rstrip()
    sizes = _layout(getattr(proto, "height_config", None), getattr(proto, "width_config", None))
    shown = flex is not None and (flex.border or key or "pixel" in sizes)
    return re.sub(" +", " ", f"box {sizes} {key}").rstrip() if shown else ""


def _layout(*protos: Any) -> str:
    """Return what is set of distances, places and sizes."""
    text = " ".join(str(proto) for proto in protos if proto is not None)
    found = re.findall(r"(gap|align|justify|vertical|border|pixel)\w*: (?:ALIGN_|JUSTIFY_)?(\w+)", text)
    return ", ".join(f"{name} {value.lower()}" for name, value in found)


def _element(element: Any) -> Iterator[str]:
    proto: Any = getattr(element, "proto", None)
    kind = element.type
    if kind == "plotly_chart":
        pressed = " [points are pressed]" if len(proto.selection_mode) else ""
        yield f"chart {proto.id.rpartition('-')[2]}: {proto.alt}{pressed}"
    elif kind in ("dataframe", "table"):
        table = element.value
        hidden = getattr(proto, "hide_index", False) or "hidden" in getattr(proto, "columns", "")
        start = f"{kind} of {len(table)}" if hidden else f"{kind} of {len(table)} numbered"
        yield f"{start}: {' | '.join(map(str, table.columns))}"
        yield from (f"  {' | '.join(map(str, row))}" for row in table.head(ROWS).itertuples(index=False))
    elif kind == "bidi_component":
        yield from _component(proto, str(element.key))
    elif kind == "progress":
        yield f"progress {proto.value} % {proto.text}"
    elif kind == "link_button":
        yield f"link {proto.label} -> {proto.url}"
    elif kind == "page_link":
        yield f"link {proto.icon} {proto.label} -> {proto.page}?{proto.query_string}"
    elif kind in ("button", "download_button"):
        words = f"{proto.icon} {proto.label}".strip()
        yield f"{kind} {words} {proto.type}{' off' if proto.disabled else ''}{_help(proto)}"
    elif kind in ("markdown", "heading", "title", "header", "text", "code", "toast"):
        yield f"{kind}: {element.value!s}{_help(proto)}"
    elif proto is not None:
        value = getattr(element, "value", "")
        options = [*map(str, getattr(element, "options", None) or ())]
        for place, caption in enumerate(getattr(proto, "captions", ())):
            options[place] += f" ({caption})"
        more = f" … {len(options)} in all" if len(options) > LIST else ""
        more += ", or typed" if getattr(proto, "accept_new_options", False) else ""
        shown = f" of {', '.join(options[:LIST])}{more}" if options else ""
        limits = (f", {name} {most!r}" for name in LIMITS if (most := getattr(proto, name, None)))
        label = f"{getattr(proto, 'label', '')!r}{' unseen' if 'COLLAPSED' in str(proto) else ''}"
        yield f"{kind} {label} = {value!r}{shown}{''.join(limits)}{_help(proto)}"


def _component(proto: Any, key: str) -> Iterator[str]:
    """Yield what a component of ours was sent: its words and addresses, of a list the first."""
    name, data = proto.component_name.removeprefix("war_room_"), json.loads(proto.json or "null") or {}
    lines: list[str] = []
    match name:
        case "rows":
            lines = [" | ".join(data["headings"])]
            ends = [f"{of['course'] or ''} -> {of['query']} {of['group']}".rstrip() for of in data["rows"]]
            lines += [f"{_cells(of['cells'])} {end}" for of, end in zip(data["rows"], ends, strict=True)]
        case "lists":
            for one in data["lists"]:
                ways = [
                    f"{link['text']} {link['story']}".strip() + f" -> {link['address']}"
                    for link in one["links"]
                ]
                lines.append(f"{one['title']} {'; '.join(ways)}")
        case "copy_link":
            lines = [f"{data['query']} {data['why']} {data['public']}".strip(), *data["text"].splitlines()]
            lines += [f"frame {title}: {html.partition(' title=')[0]}" for title, html in data["frames"]]
        case "board":
            ways = [f"{way} {data[way]}" for way in ("beside", "framed", "within") if data[way]]
            lines = [", ".join((f"{data['sent']['last']} rounds from {data['goto']}", *ways))]
        case "chart_image":
            words = (data[part] for part in ("title", "finding", "note", "text"))
            lines = [f"{', '.join(data['kinds'])}: {data['name']}", " | ".join(words), *data["footer"][:-1]]
        case "copy_button":
            lines = [str(data["text"])]
        case "switch":
            lines = [f"{link['text']} -> {link['address']}" for link in data["links"]]
            lines[data["open"]] += " (open)"
    yield f"{name} {key} {data.get('label', '')}{'inline' if data.get('inline') else ''}".strip()
    yield from (f"  {line}" for line in lines[:LIST])
    if len(lines) > LIST:
        yield f"  {len(lines)} lines in all"


def _cells(cells: list[list[tuple[str, str]]]) -> str:
    """Return the cells of a row, each part with what it is about."""
    shown = [[f"{text}<{about}>" if about else text for text, about in cell] for cell in cells]
    return " | ".join(map("".join, shown))


def _help(proto: Any) -> str:
    """Return what stands behind an element's sign: of the glossary the words it explains."""
    output = getattr(proto, "help", "")
    if not output:
        return ""
    words = re.findall(r"\*\*([^*]+)\.\*\*", output)
    return f" (? {', '.join(words) or output})"
