import pulumi_flowgate as flowgate

operators = flowgate.UserGroup(
    "operators",
    name="Network operators",
)
flowgate.Membership(
    "admin-in-operators",
    user="admin",
    user_group=operators.name,
)
