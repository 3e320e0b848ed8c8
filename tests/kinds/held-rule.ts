import type { IpGroupRule } from "../../simulator";
import { ruleText } from "../support/held";
import type { Properties } from "../support/provider-calls";
import type { Before } from "./sample";

/** The lines of an IP group with these rules. */
export function groupLines(name: string, rules: readonly Properties[], before: Before): string[] {
  return [`IP group ${name}`, ...rules.map((rule) => ruleLine(name, rule, before))];
}

/** The line of a rule in an IP group. */
export function ruleLine(group: string, rule: Properties, { nameOf }: Before): string {
  const text = rule["type"] === "child" ? `child ${nameOf("IpGroup", rule["groupId"])}` : ruleText(heldRule(rule));
  return `rule of ${group}: ${text}`;
}

/** What the gateway holds for a rule that a program declares, by section 4 of its API document. */
export function heldRule(rule: Properties): IpGroupRule {
  const { type, address, start, end, cidr, mask, groupId } = rule as Readonly<Record<string, string>>;
  switch (type) {
    case "ip":
      return { type, address: String(address) };
    case "range":
      return { type, sip: String(start), eip: String(end) };
    case "network": {
      const [network = "", bits = ""] = String(cidr).split("/");
      return { type, address: network, mask: bits };
    }
    case "wildcard":
      return { type, address: counted(String(address), String(mask)), mask: String(mask) };
    case "child":
      return { type, child_id: Number(groupId) };
    default:
      return { type: "ipall", all: 1 };
  }
}

/** An address with 0 in each octet that the mask of a wildcard ignores. */
function counted(address: string, mask: string): string {
  const ignored = mask.split(".").map((octet) => octet !== "0");
  return address
    .split(".")
    .map((octet, index) => (ignored[index] === true ? "0" : octet))
    .join(".");
}
