import { TooMuch } from "../exchange";
import { lastAddress } from "../ipv4";
import type { Switches } from "../switches";
import type { IpGroupRule } from "./store";

/** A rule in the form that the gateway stores, if the same addresses can be written in several ways. */
export function keptRule(rule: IpGroupRule, { ruleForm }: Readonly<Switches>): IpGroupRule {
  if (ruleForm === "ip" && rule.type === "network" && rule.mask === "32") return { type: "ip", address: rule.address };
  if (ruleForm === "ip" && rule.type === "range" && rule.sip === rule.eip) return { type: "ip", address: rule.sip };
  if (ruleForm === "network" && rule.type === "ip") return { type: "network", address: rule.address, mask: "32" };
  if (ruleForm === "range" && rule.type === "network") {
    return { type: "range", sip: rule.address, eip: lastAddress(rule.address, Number(rule.mask)) };
  }
  return rule;
}

export function refuseTooMany(rules: number, { mostRules }: Readonly<Switches>): void {
  if (mostRules > 0 && rules > mostRules) throw new TooMuch("the request holds too many rules");
}
