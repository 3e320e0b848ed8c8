import pulumi_flowgate as flowgate

flowgate.IpGroupRule(
    "branch-in-private-networks",
    group_id="101",
    rule={"type": "network", "cidr": "100.64.0.0/10"},
)
