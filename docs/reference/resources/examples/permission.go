package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		operators, err := flowgate.NewUserGroup(ctx, "operators", &flowgate.UserGroupArgs{
			Name: pulumi.String("Operators"),
		})
		if err != nil {
			return err
		}
		_, err = flowgate.NewPermission(ctx, "operators-run-reports", &flowgate.PermissionArgs{
			UserGroup:      operators.Name,
			PermissionType: flowgate.PermissionTypeApp,
			Seccode:        pulumi.String("runReport"),
		})
		if err != nil {
			return err
		}
		_, err = flowgate.NewPermission(ctx, "operators-see-router", &flowgate.PermissionArgs{
			UserGroup:      operators.Name,
			PermissionType: flowgate.PermissionTypeDevice,
			Seccode:        pulumi.String("10.20.0.1"),
		})
		return err
	})
}
