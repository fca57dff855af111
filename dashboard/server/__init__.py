"""The server around the pages: its gate, the previews of links, how it ends."""

from dashboard.server import gate, lifecycle, previews
from dashboard.server.gate import ADDRESS, ANY, Gate, count_malformed_messages
