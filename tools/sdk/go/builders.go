package flowgate

import (
	"fmt"
	"net/netip"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// IpRule is a rule for one host.
func IpRule(address pulumi.StringInput) RuleArgs {
	return RuleArgs{Type: RuleTypeIp, Address: address.ToStringOutput().ToStringPtrOutput()}
}

// RangeRule is a rule for every address from start to end, both included.
func RangeRule(start, end pulumi.StringInput) RuleArgs {
	return RuleArgs{
		Type:  RuleTypeRange,
		Start: start.ToStringOutput().ToStringPtrOutput(),
		End:   end.ToStringOutput().ToStringPtrOutput(),
	}
}

// NetworkRule is a rule for a network as "<address>/<prefix length>", without host bits.
func NetworkRule(cidr pulumi.StringInput) RuleArgs {
	return RuleArgs{Type: RuleTypeNetwork, Cidr: cidr.ToStringOutput().ToStringPtrOutput()}
}

// AllRule is a rule for all addresses.
func AllRule() RuleArgs {
	return RuleArgs{Type: RuleTypeAll}
}

// WildcardRule is a rule for the addresses that equal address in the octets in which mask is 0. Octets in which it is
// 255 may have any value.
func WildcardRule(address, mask pulumi.StringInput) RuleArgs {
	return RuleArgs{
		Type:    RuleTypeWildcard,
		Address: address.ToStringOutput().ToStringPtrOutput(),
		Mask:    mask.ToStringOutput().ToStringPtrOutput(),
	}
}

// ChildRule is a rule for a nested IP group, whose rules are more specific than those of its parent.
func ChildRule(group *IpGroup) RuleArgs {
	return RuleArgs{Type: RuleTypeChild, GroupId: group.ID().ToStringOutput().ToStringPtrOutput()}
}

// DeviceSeccode is the code of a device: the hex form of its IPv4 address.
func DeviceSeccode(address string) (string, error) {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return "", err
	}
	if !parsed.Is4() {
		return "", fmt.Errorf("%s is not an IPv4 address", address)
	}
	return fmt.Sprintf("%08X", parsed.As4()), nil
}

// InterfaceSeccode is the code of an interface of a device: hex address, hyphen, interface index.
func InterfaceSeccode(address string, index int) (string, error) {
	device, err := DeviceSeccode(address)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s-%d", device, index), nil
}
