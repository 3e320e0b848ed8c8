"""Builds the rules of an IP group. Dictionaries can also be written by hand: {"type": "ip", "address": "10.0.0.1"}."""

from typing import Union

import pulumi

from ._enums import RuleType
from ._inputs import RuleArgs
from .ip_group import IpGroup

__all__ = ["ip", "range", "network", "all", "wildcard", "child"]


def ip(address: pulumi.Input[str]) -> RuleArgs:
    """One host."""
    return RuleArgs(type=RuleType.IP, address=address)


def range(start: pulumi.Input[str], end: pulumi.Input[str]) -> RuleArgs:
    """Every address from `start` to `end`, both included."""
    return RuleArgs(type=RuleType.RANGE, start=start, end=end)


def network(cidr: pulumi.Input[str]) -> RuleArgs:
    """A network as `<address>/<prefix length>`, without host bits."""
    return RuleArgs(type=RuleType.NETWORK, cidr=cidr)


def all() -> RuleArgs:
    """All addresses."""
    return RuleArgs(type=RuleType.ALL)


def wildcard(address: pulumi.Input[str], mask: pulumi.Input[str]) -> RuleArgs:
    """Addresses that equal `address` in the octets in which `mask` is 0. Octets in which it is 255 may have any value."""
    return RuleArgs(type=RuleType.WILDCARD, address=address, mask=mask)


def child(group: Union[IpGroup, pulumi.Input[str], pulumi.Input[int]]) -> RuleArgs:
    """A nested IP group, given as resource or id. Its rules are more specific than those of its parent."""
    group_id = group.id if isinstance(group, IpGroup) else pulumi.Output.from_input(group).apply(str)
    return RuleArgs(type=RuleType.CHILD, group_id=group_id)
