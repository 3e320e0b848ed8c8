import pulumi_flowgate as flowgate

netflow = flowgate.ReplicatorProfile(
    "netflow",
    listening_port=2055,
    sending_port=2056,
)
flowgate.Policy(
    "branches",
    profile=netflow.name,
    cidr="10.30.0.0/15",
    kind="include",
)
flowgate.Policy(
    "nothing-else",
    profile=netflow.name,
    cidr="10.0.0.0/8",
    kind="exclude",
)
