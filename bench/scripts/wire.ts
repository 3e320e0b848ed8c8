import type { IpGroupInputs } from "../declared";

/** Rules in the gateway's form: the prefix of a network is a separate field. */
export function onTheWire(rules: IpGroupInputs["rules"]): object[] {
  return rules.map((rule) => {
    if (rule.type === "ip") return rule;
    const [address, mask] = rule.cidr.split("/");
    return { type: "network", address, mask };
  });
}
