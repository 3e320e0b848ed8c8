import type { IpGroupInputs } from "../declared";

/** Rules as the gateway takes them: a network with its prefix apart. */
export function onTheWire(rules: IpGroupInputs["rules"]): object[] {
  return rules.map((rule) => {
    if (rule.type === "ip") return rule;
    const [address, mask] = rule.cidr.split("/");
    return { type: "network", address, mask };
  });
}
