import pulumi
import pulumi_flowgate as flowgate

config = pulumi.Config()
operators = flowgate.UserGroup(
    "operators",
    name="Network operators",
)
flowgate.User(
    "alice",
    password=config.require_secret("alicePassword"),
    user_groups=[operators.name],
)
