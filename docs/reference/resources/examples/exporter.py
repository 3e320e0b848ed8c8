import pulumi_flowgate as flowgate

netflow = flowgate.ReplicatorProfile(
    "netflow",
    listening_port=2055,
    sending_port=2056,
)
flowgate.Exporter(
    "core-router",
    address="10.20.0.1",
    profiles=[netflow.name],
    description="Core router, Paris",
)
