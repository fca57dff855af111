"""What has to be there, and of which kind: for what may be missing, or be another thing."""

from typing import TypeVar

T = TypeVar("T")


def there(value: T | None) -> T:
    """Return a value that is not missing."""
    assert value is not None
    return value


def of_kind(kind: type[T], value: object) -> T:
    """Return a value that is of a kind."""
    assert isinstance(value, kind)
    return value
