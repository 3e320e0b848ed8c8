import pulumi_flowgate as flowgate

netflow = flowgate.ReplicatorProfile(
    "netflow",
    listening_port=2055,
    sending_port=2056,
)
flowgate.Collector(
    "analysis",
    address="10.20.0.10",
    profiles=[netflow.name],
    threshold=5000,
    description="Traffic analysis",
)
