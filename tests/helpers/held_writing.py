"""`war` that says "writing" and waits when a file of its is written but not yet in its place.

    python held_writing.py ARGUMENT ...

It ends by a signal only.
"""

import os
import signal
import sys
from typing import Any

from engine.cli.main import main


def held(_: Any) -> None:
    print("writing", flush=True)
    while True:
        signal.pause()


if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # tests begun by `nohup` ignore it, and so would this
    os.fsync = held  # type: ignore[assignment]
    main(sys.argv[1:])
