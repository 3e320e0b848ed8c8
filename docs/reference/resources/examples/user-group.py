import pulumi_flowgate as flowgate

flowgate.UserGroup(
    "operators",
    name="Network operators",
    template_user_group_id="2",
    members=["admin", "alice"],
)
