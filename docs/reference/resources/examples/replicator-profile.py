import pulumi_flowgate as flowgate

flowgate.ReplicatorProfile(
    "netflow",
    name="netflow-prod",
    listening_port=2055,
    sending_port=2056,
    description="Flow packets of all routers",
)
