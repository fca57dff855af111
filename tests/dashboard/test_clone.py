"""War Room from a clone, started by Streamlit itself: nothing installed but what it depends on."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = f"""
import sys
from importlib import metadata
from pathlib import Path
from streamlit.testing.v1 import AppTest
from streamlit.web import bootstrap

app = {str(ROOT / "dashboard" / "app.py")!r}
sys.path[:] = [entry for entry in sys.path if entry and not Path(entry, "dashboard", "app.py").is_file()]
bootstrap._fix_sys_path(app)
known = metadata.Distribution.from_name.__func__

def from_name(cls, name):
    if name == "war-room":
        raise metadata.PackageNotFoundError(name)
    return known(cls, name)

metadata.Distribution.from_name = classmethod(from_name)
try:
    import engine
except ModuleNotFoundError:
    print("not installed")
page = AppTest.from_file(app, default_timeout=120).run()
print([error.message for error in page.exception], page.title[0].value)
print("as war-room does it", file=sys.stderr)
from dashboard.shell import warm
warm.up.cache_clear()
warm.up()
"""


def test_streamlit_alone_opens_the_first_page() -> None:
    done = subprocess.run([sys.executable, "-P", "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "not installed",
        "[] :blue[Player 1] wins after 498 rounds and 36 wars; the deepest went 3 deep.",
    ], done.stderr
    # Before it serves there is no page on which Streamlit could show anything, and it would say so.
    assert done.stderr.partition("as war-room does it\n")[2] == ""


def test_what_a_host_installs_is_what_the_project_depends_on() -> None:
    lines = (ROOT / "dashboard" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [line for line in lines if line and not line.startswith("#")] == project["dependencies"]
