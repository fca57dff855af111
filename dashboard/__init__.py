"""The dashboard: what a person sees. `engine` does the work; pages here are thin.

`figures` gives the charts of a result to a notebook.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dashboard.notebook import figures

__all__ = ["figures"]


def __getattr__(name: str) -> Any:
    """Load the charts when they are asked for: a server that starts does not wait for them."""
    if name != "figures":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dashboard.notebook import figures

    return figures
