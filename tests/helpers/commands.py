"""What commands answer."""

import json
from typing import Any


def one_json(result: tuple[int, str, str], code: int = 0) -> Any:
    assert result[0] == code, result
    assert result[2] == ""
    return json.loads(result[1])
