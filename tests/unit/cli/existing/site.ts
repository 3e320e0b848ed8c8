import { readdirSync } from "node:fs";
import { entryOf, type Site } from "../support";

/** The rules of a group, as the gateway stores them and as a program declares them. */
export const lille = [{ type: "network", address: "10.20.0.0", mask: "16" }] as const;
export const declared = { name: "Lille", rules: [{ type: "network", cidr: "10.20.0.0/16" }] };

/** A state entry for an IP group. */
export function groupEntry(site: Site, id: number, inputs: Record<string, unknown> = declared, name = "group"): object {
  const rules = inputs["rules"] as readonly unknown[];
  const outputs = { ...inputs, groupId: id, ruleCount: rules.length, appliance: site.sim.gateway.url };
  return entryOf("IpGroup", name, { id: String(id), inputs, outputs });
}

/** A state entry for an `IpGroups` with these groups, each with the same rules. */
export function bulkEntry(site: Site, ids: Record<string, number>, rules: readonly object[] = declared.rules): object {
  const groups = Object.fromEntries(Object.keys(ids).map((name) => [name, { rules, children: [] }]));
  const outputs = { groups, groupIds: ids, groupDetails: {}, appliance: site.sim.gateway.url };
  return entryOf("IpGroups", "all", { id: "ip-groups", inputs: { groups }, outputs });
}

/** The texts of the files in a folder of the site, by their names. */
export function filesIn(site: Site, folder: string): Record<string, string> {
  const names = readdirSync(site.path(folder)).sort();
  return Object.fromEntries(names.map((name) => [name, site.text(`${folder}/${name}`)]));
}

/** The program that an export wrote. */
export const programIn = (site: Site, folder = "out"): string => filesIn(site, folder)["index.ts"] ?? "";
