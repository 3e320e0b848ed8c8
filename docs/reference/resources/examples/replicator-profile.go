package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := flowgate.NewReplicatorProfile(ctx, "netflow", &flowgate.ReplicatorProfileArgs{
			Name:          pulumi.String("netflow-prod"),
			ListeningPort: pulumi.Int(2055),
			SendingPort:   pulumi.Int(2056),
			Description:   pulumi.String("Flow packets of all routers"),
		})
		return err
	})
}
