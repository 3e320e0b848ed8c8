import pulumi_flowgate as flowgate

operators = flowgate.UserGroup(
    "operators",
    name="Network operators",
)
flowgate.Membership(
    "admin-in-operators",
    user_name="admin",
    user_group_id=operators.id,
)
