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
		_, err = flowgate.NewCollector(ctx, "analysis", &flowgate.CollectorArgs{
			Address:     pulumi.String("10.20.0.10"),
			Profiles:    pulumi.StringArray{netflow.Name},
			Threshold:   pulumi.Int(5000),
			Description: pulumi.String("Traffic analysis"),
		})
		return err
	})
}
