package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		servers, err := flowgate.NewIpGroup(ctx, "servers", &flowgate.IpGroupArgs{
			Name: pulumi.String("Paris servers"),
			Rules: flowgate.RuleArray{
				flowgate.RuleArgs{
					Type:    flowgate.RuleTypeIp,
					Address: pulumi.String("10.20.0.10"),
				},
				flowgate.RuleArgs{
					Type:  flowgate.RuleTypeRange,
					Start: pulumi.String("10.20.0.100"),
					End:   pulumi.String("10.20.0.199"),
				},
			},
		})
		if err != nil {
			return err
		}
		_, err = flowgate.NewIpGroup(ctx, "paris", &flowgate.IpGroupArgs{
			Name: pulumi.String("Paris"),
			Rules: flowgate.RuleArray{
				flowgate.RuleArgs{
					Type:    flowgate.RuleTypeChild,
					GroupId: servers.ID(),
				},
				flowgate.RuleArgs{
					Type: flowgate.RuleTypeNetwork,
					Cidr: pulumi.String("10.20.0.0/16"),
				},
				flowgate.RuleArgs{
					Type:    flowgate.RuleTypeWildcard,
					Address: pulumi.String("10.0.250.0"),
					Mask:    pulumi.String("0.255.0.255"),
				},
			},
		})
		return err
	})
}
