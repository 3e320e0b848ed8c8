package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := flowgate.NewPermissionSet(ctx, "guests", &flowgate.PermissionSetArgs{
			UserGroup: pulumi.String("Guests"),
			Permissions: flowgate.GrantArray{
				flowgate.GrantArgs{
					PermissionType: flowgate.PermissionTypeApp,
					Seccode:        pulumi.String("runReport"),
				},
				flowgate.GrantArgs{
					PermissionType: flowgate.PermissionTypeDevice,
					Seccode:        pulumi.String("10.20.0.1"),
				},
			},
		})
		return err
	})
}
