package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := flowgate.NewUserPreferences(ctx, "alice", &flowgate.UserPreferencesArgs{
			UserId: pulumi.String("17"),
			Preferences: pulumi.Map{
				"language":   pulumi.String("english"),
				"statusTopn": pulumi.Int(10),
			},
		})
		return err
	})
}
