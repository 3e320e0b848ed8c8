import pulumi_flowgate as flowgate

servers = flowgate.IpGroup(
    "servers",
    name="Paris servers",
    rules=[
        {"type": "ip", "address": "10.20.0.10"},
        {"type": "range", "start": "10.20.0.100", "end": "10.20.0.199"},
    ],
)
flowgate.IpGroup(
    "paris",
    name="Paris",
    rules=[
        {"type": "child", "group_id": servers.id},
        {"type": "network", "cidr": "10.20.0.0/16"},
        {"type": "wildcard", "address": "10.0.250.0", "mask": "0.255.0.255"},
    ],
)
