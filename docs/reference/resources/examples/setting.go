package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := flowgate.NewSetting(ctx, "flow-stop", &flowgate.SettingArgs{
			Name:  pulumi.String("flowStopAlert"),
			Value: pulumi.String("30"),
		})
		if err != nil {
			return err
		}
		_, err = flowgate.NewSetting(ctx, "ping", &flowgate.SettingArgs{
			Name:      pulumi.String("pingCollectors"),
			Enabled:   pulumi.Bool(false),
			OnDestroy: flowgate.SettingOnDestroyLeave,
		})
		return err
	})
}
