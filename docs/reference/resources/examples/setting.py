import pulumi_flowgate as flowgate

flowgate.Setting(
    "flow-stop",
    name="flowStopAlert",
    value="30",
)
flowgate.Setting(
    "ping",
    name="pingCollectors",
    enabled=False,
    on_destroy="leave",
)
