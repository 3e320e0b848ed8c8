import pulumi_flowgate as flowgate

flowgate.IpGroups(
    "paris",
    groups={
        "Paris": {
            "rules": [{"type": "network", "cidr": "10.20.0.0/16"}],
            "children": ["Paris servers"],
        },
        "Paris servers": {"rules": [{"type": "ip", "address": "10.20.0.10"}]},
    },
)
