import pulumi_flowgate as flowgate

flowgate.PermissionSet(
    "guests",
    user_group="Guests",
    permissions=[
        {"permission_type": "app", "seccode": "runReport"},
        {"permission_type": "device", "seccode": "10.20.0.1"},
    ],
)
