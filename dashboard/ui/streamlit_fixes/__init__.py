"""What works around Streamlit, and when each can go.

Figures are of 2026-11, Streamlit 1.67, a desktop browser on the same machine unless it says otherwise.

- Polling (`polling.py`). Without it now and then the answer to a press is lost, timers and all, and the page
  waits for ever (streamlit/streamlit#9921). It can go when that issue is closed.
- Charts of a run that goes on (`run_page.follow`). Drawn every second they are gone half of the time: a chart
  with other data is put up as another one (streamlit/streamlit#8782). It can go when
  `tests/browser/test_browser_simulate.py` passes with GROWN = 1 and REST = 0.
- What follows the first chart is held back until that stands (`first.js`). Without it the first chart of
  Simulate comes after 3.6 s, not 1.9 s. It can go when a first visit is as fast without (`HELD = 0`).
- The first HTML (`first_html.py`, `first.css`). Without it a page is white for the first second, and moves by
  up to 0.54 of a screen as it comes. It can go when `tests/browser/test_first_html.py` passes without.
- Compressed scripts (`compressed.py`). Without it a first visit loads 5.2 MB, not 1.6 MB: 2.1 and 0.6 s at
  20 Mbit/s (streamlit/streamlit#16344). It can go when `test_streamlit_sends_its_scripts_as_they_are` fails.
- A server that is away (`away.js`). Without it a dialog about the internet covers the page
  (streamlit/streamlit#12661), and nothing shows that a click was taken.
- The window's width (`dashboard.components.width`). Without it a phone gets the desktop layout; Streamlit
  tells no width. It can go when `st.context` has one.
- Whole steps of Back (`dashboard.components.history`). Without it Back stops at one page with the query of
  another (streamlit/streamlit#9279), and a page opens where the one before was scrolled to.

Tried without, and gone: pages drawn a few at a time (of 30 who come at once, one in twenty reads the verdict
after 0.7 to 0.9 s instead of 0.5 s), parts of a page redrawn by name, the script of charts run ahead of the
first chart, charts kept while a click redraws the page of a run: no visitor can see a difference.
"""
