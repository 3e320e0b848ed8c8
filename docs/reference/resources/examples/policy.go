package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		netflow, err := flowgate.NewReplicatorProfile(ctx, "netflow", &flowgate.ReplicatorProfileArgs{
			ListeningPort: pulumi.Int(2055),
			SendingPort:   pulumi.Int(2056),
		})
		if err != nil {
			return err
		}
		_, err = flowgate.NewPolicy(ctx, "branches", &flowgate.PolicyArgs{
			Profile: netflow.Name,
			Cidr:    pulumi.String("10.30.0.0/15"),
			Kind:    flowgate.PolicyKindInclude,
		})
		if err != nil {
			return err
		}
		_, err = flowgate.NewPolicy(ctx, "nothing-else", &flowgate.PolicyArgs{
			Profile: netflow.Name,
			Cidr:    pulumi.String("10.0.0.0/8"),
			Kind:    flowgate.PolicyKindExclude,
		})
		return err
	})
}
