"""The browser of tests and benchmarks."""

import shutil
from typing import Final

CHROMIUM: Final = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
WINDOWLESS: Final = shutil.which("chromium-headless-shell") or CHROMIUM
"""For tests: the same pages without the windows around them, whose tabs and menus take an eighth of the
processor time. Benchmarks measure what people have."""
QUIET: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""Options that keep it from talking to anybody but the server."""

QUICK: Final = [
    "--process-per-site",
    "--font-render-hinting=none",
    "--js-flags=--no-opt --no-maglev --no-script-streaming --min-semi-space-size=64",
]
"""For tests: a page that finds its scripts compiled by another takes half the processor time, and a fifth
less again where nothing is optimized or parsed again and little is cleared up: it is left soon.
Letters are as wide with a window as without one, and as on phones: not rounded to whole pixels."""
