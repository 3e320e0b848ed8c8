import { idOf } from "../../provider/kinds/policy";
import type { Kind } from "../../provider/registry";
import { networkOf } from "../../provider/values/addresses";
import type { Values } from "../../provider/values/inputs";
import { imported } from "./imported";
import type { Kinds } from "./kinds";
import type { LeftOut, Part, SiteObject } from "./object";
import { byText } from "./order";

/** Documented factory values of settings, which are not declared. */
const delivered: Readonly<Record<string, Values>> = {
  downDisplayHour: { value: "24" },
  flowStopAlert: { value: "70" },
  highCPUThreshold: { value: "90" },
  noRepWhenDown: { enabled: true },
  pingCollectors: { enabled: true },
};

/** Reads profiles, policies, collectors, exporters and settings of a replicator, dependencies first. */
export async function readReplicator(kinds: Kinds, site: string | undefined): Promise<Part> {
  const { config, members, shown } = kinds.replicator(site);
  const { profiles, policies, collectors } = await config.get();
  const { exporters } = await members.exporter.get();
  const settings = await shown.settings.get();
  const declared = [...(settings ?? [])].filter(([name, setting]) => !isAsDelivered(name, setting));
  const ids: readonly (readonly [Kind, readonly string[]])[] = [
    ["ReplicatorProfile", [...profiles.keys()]],
    ["Policy", [...policies.values()].map((one) => idOf({ ...one, cidr: `${networkOf(one)}/${String(one.prefix)}` }))],
    ["Collector", [...collectors.keys()]],
    ["Exporter", [...exporters.keys()]],
    ["Setting", declared.map(([name]) => name)],
  ];
  const notes = settings === null ? ["The replicator shows no settings, so none are declared."] : [];
  const found: (SiteObject | LeftOut)[] = [];
  for (const [kind, some] of ids) {
    const there = await Promise.all(some.map((id) => imported(kinds, { kind, id, site }, notes)));
    found.push(...there.sort((one, other) => byText(placeOf(one), placeOf(other))));
  }
  return { found, notes };
}

/** What the replicator shows of a setting. */
type Shown = Readonly<Partial<Record<"value", string | undefined> & Record<"enabled", boolean | undefined>>>;

/** Whether a setting has its factory value, or shows none that could be declared. */
function isAsDelivered(name: string, { value = "", enabled }: Shown): boolean {
  const usual = Object.entries(delivered[name] ?? {});
  const isUsual = usual.length > 0 && usual.every(([key, one]) => ({ value, enabled })[key] === one);
  return (value === "" && enabled === undefined) || (isUsual && enabled !== false);
}

/** Where an object stands among those of its kind: policies of one profile are beside each other. */
function placeOf({ kind, label, inputs }: SiteObject): string {
  return kind === "Policy" ? `${String(inputs["profile"])} ${String(inputs["cidr"])}` : label;
}
