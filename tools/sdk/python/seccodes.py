"""Builds the `seccode` of a permission."""

import ipaddress

__all__ = ["device", "interface", "App"]


def device(address: str) -> str:
    """A device by its IPv4 address: the hex form of the address."""
    return f"{int(ipaddress.IPv4Address(address)):08X}"


def interface(address: str, index: int) -> str:
    """An interface of a device: hex address, hyphen, interface index."""
    return f"{device(address)}-{index}"


class App:
    """The static codes of permission type `app`."""
