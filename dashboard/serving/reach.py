"""Where War Room can be opened: at the address it listens on, and under which names of this machine."""

import errno
import socket
import struct
import sys
from contextlib import suppress
from itertools import starmap
from typing import Final

from engine.runs.settings import is_loopback

ADDRESS: Final = "127.0.0.1"
"""Where nobody else can open it."""
ANY: Final = "0.0.0.0"
"""Every address of this machine."""
_EVERY: Final = {
    ANY: (("203.0.113.1", socket.AF_INET),),
    "::": (("203.0.113.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6)),
}
"""By what stands for every address: addresses that nobody has. The way there begins at ours."""
_ADDRESS_OF: Final = 0x8915
"""What Linux is asked for the address of one of its networks (SIOCGIFADDR)."""


def taken(address: str, port: int) -> str:
    """Say why nothing can listen there; nothing where it can."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"port {port} is busy: stop what listens there or take another with --port"
            if error.errno in (errno.EACCES, errno.EPERM):
                return f"port {port} is kept for the system: take one from 1024 on with --port"
            return f"address {address!r} is none of this machine: take {ADDRESS}, or {ANY} for all it has"
    return ""


def hosts(address: str) -> tuple[str, ...]:
    """Return the names under which others may ask for what listens there: none on the loopback address."""
    if address not in _EVERY:
        return _addresses(address)
    name = socket.gethostname().lower()
    return (*_addresses(address), name, f"{name}.local")


def public(address: str, port: int) -> str:
    """Return where others open what listens there; empty on the loopback address."""
    return next((_url(name, port) for name in _addresses(address)), "")


def said(address: str, port: int, public: str) -> str:
    """Say where War Room can be opened, here and by others.

    >>> print(said("192.168.0.7", 8501, "https://war.example.org"))
    War Room is at http://192.168.0.7:8501 (Ctrl+C ends it)
    Others open it at https://war.example.org
    """
    here = _url(ADDRESS if address in _EVERY else address, port)
    others = f"\nOthers open it at {public}" if public not in ("", here) else ""
    return f"War Room is at {here} (Ctrl+C ends it){others}"


def _url(name: str, port: int) -> str:
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def _addresses(address: str) -> tuple[str, ...]:
    if address in _EVERY:
        return tuple(filter(None, starmap(_way_to, _EVERY[address]))) or _in_this_network()
    return () if is_loopback(address) else (address,)


def _way_to(far: str, family: socket.AddressFamily) -> str:
    """Return our address on the way to another one; nothing is sent."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _in_this_network() -> tuple[str, ...]:
    """Return our addresses where no way leads further, as in a class without internet; Linux says them."""
    if sys.platform != "linux":
        return ()
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                answer = fcntl.ioctl(probe, _ADDRESS_OF, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return tuple(address for address in found if not is_loopback(address))
