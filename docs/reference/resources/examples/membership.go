package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		operators, err := flowgate.NewUserGroup(ctx, "operators", &flowgate.UserGroupArgs{
			Name: pulumi.String("Network operators"),
		})
		if err != nil {
			return err
		}
		_, err = flowgate.NewMembership(ctx, "admin-in-operators", &flowgate.MembershipArgs{
			User:      pulumi.String("admin"),
			UserGroup: operators.Name,
		})
		return err
	})
}
