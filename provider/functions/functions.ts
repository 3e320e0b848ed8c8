import { Configuration } from "../config/configuration";
import type { Gateway } from "../gateway/gateway";
import { Appliances } from "../lifecycle/appliances";
import { checked } from "../values/inputs";
import { ipGroupArguments, ipGroupsArguments, type IpGroupArguments, type IpGroupsArguments } from "./arguments";
import { ipGroup, ipGroups, type IpGroupResult, type IpGroupSummary } from "./ip-groups";

/**
 * The functions of the SDK, which change nothing. Each throws a Refusal for invalid arguments before it asks for the
 * gateway of a site, and otherwise the errors of that.
 */
export function functionsOf(gatewayOf: (site: string | undefined) => Gateway) {
  return {
    async getIpGroup(args: IpGroupArguments): Promise<IpGroupResult> {
      const { site, ...which } = checked(ipGroupArguments, args);
      return ipGroup(gatewayOf(site).groups, which);
    },

    async getIpGroups(args: IpGroupsArguments): Promise<IpGroupSummary[]> {
      const { site, ...search } = checked(ipGroupsArguments, args);
      return ipGroups(gatewayOf(site).groups, search);
    },
  };
}

export type Functions = ReturnType<typeof functionsOf>;

/**
 * The functions of a process of programs. `raw` returns the stack configuration in the namespace `flowgate`, and is called
 * each time: a process may run several programs.
 */
export function functionsWith(raw: () => Readonly<Record<string, unknown>>, warn: (text: string) => void): Functions {
  const appliances = new Appliances(warn);
  return functionsOf((site) => appliances.gateway(new Configuration(raw(), process.env), site));
}
