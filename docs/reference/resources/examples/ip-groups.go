package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := flowgate.NewIpGroups(ctx, "paris", &flowgate.IpGroupsArgs{
			Groups: flowgate.IpGroupsGroupsMap{
				"Paris": flowgate.IpGroupsGroupsArgs{
					Rules: flowgate.RuleArray{
						flowgate.RuleArgs{
							Type: flowgate.RuleTypeNetwork,
							Cidr: pulumi.String("10.20.0.0/16"),
						},
					},
					Children: pulumi.StringArray{pulumi.String("Paris servers")},
				},
				"Paris servers": flowgate.IpGroupsGroupsArgs{
					Rules: flowgate.RuleArray{
						flowgate.RuleArgs{
							Type:    flowgate.RuleTypeIp,
							Address: pulumi.String("10.20.0.10"),
						},
					},
				},
			},
		})
		return err
	})
}
