"""The chart of how much the deal decides is worked out by a worker, and drawn when it is there."""

import pytest
from chart_states import decided_points
from slow_workers import Slow
from streamlit.testing.v1 import AppTest

from dashboard.cache import games as cache_games
from engine.rules import PLAYABLE
from engine.simulation import Study, decided


def opened() -> None:
    from dashboard.views.simulate import _opened
    from engine.rules import PLAYABLE
    from engine.simulation import Study

    _opened(Study(rules=PLAYABLE["code-golf"], games=5_000, seed=71))


def test_it_says_that_it_is_computed_and_is_drawn_then(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_games.CHANCES, "capacity", 4)
    app = AppTest.from_function(opened, default_timeout=60).run()
    assert "War Room stops 1,000 games at 20 rounds" in app.markdown[0].value
    assert not app.get("plotly_chart")
    ((future, function, arguments),) = slow.asked
    assert (function, arguments) == (decided, (Study(rules=PLAYABLE["code-golf"], games=1, seed=71),))
    future.set_result(tuple(decided_points((0.163, 0.188, 0.213), (0.51, 0.55, 0.59))))
    app.run()
    assert len(app.get("plotly_chart")) == 1
    assert app.markdown[0].value.startswith("Who holds which cards decides 19\N{NO-BREAK SPACE}% of")
    assert "From round 101 on, the hands decide more than half" in app.markdown[-1].value
    cache_games.CHANCES.clear()
