import pulumi_flowgate as flowgate

flowgate.UserPreferences(
    "alice",
    user_id="17",
    preferences={"language": "english", "statusTopn": 10},
)
