package main

import (
	"git.example.invalid/pulumi-flowgate/sdk/go/flowgate"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := flowgate.NewIpGroupRule(ctx, "branch-in-private-networks", &flowgate.IpGroupRuleArgs{
			GroupId: pulumi.String("101"),
			Rule: flowgate.RuleArgs{
				Type: flowgate.RuleTypeNetwork,
				Cidr: pulumi.String("100.64.0.0/10"),
			},
		})
		return err
	})
}
