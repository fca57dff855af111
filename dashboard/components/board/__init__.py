"""The replay table: a game laid out in cards, played, stepped and scrubbed in the browser alone.

`payload` turns a trace into what is sent to the browser, once a game; `mount` shows it.
"""
