package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		conf := config.New(ctx, "")
		operators, err := flowgate.NewUserGroup(ctx, "operators", &flowgate.UserGroupArgs{
			Name: pulumi.String("Network operators"),
		})
		if err != nil {
			return err
		}
		_, err = flowgate.NewUser(ctx, "alice", &flowgate.UserArgs{
			Password:   conf.RequireSecret("alicePassword"),
			UserGroups: pulumi.StringArray{operators.Name},
		})
		return err
	})
}
