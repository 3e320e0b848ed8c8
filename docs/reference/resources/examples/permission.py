import pulumi_flowgate as flowgate

operators = flowgate.UserGroup(
    "operators",
    name="Operators",
)
flowgate.Permission(
    "operators-run-reports",
    user_group=operators.name,
    permission_type="app",
    seccode="runReport",
)
flowgate.Permission(
    "operators-see-router",
    user_group=operators.name,
    permission_type="device",
    seccode="10.20.0.1",
)
