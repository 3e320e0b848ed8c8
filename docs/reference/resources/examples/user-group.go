package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := flowgate.NewUserGroup(ctx, "operators", &flowgate.UserGroupArgs{
			Name:                pulumi.String("Network operators"),
			TemplateUserGroupId: pulumi.String("2"),
			Members:             pulumi.StringArray{pulumi.String("admin"), pulumi.String("alice")},
		})
		return err
	})
}
