import { line, type View } from "../../../output/view";
import type { Context } from "../../context";

/** Where the settings of both appliances come from. */
export interface SettingsFound {
  /** By appliance and key. No value is among them. */
  readonly sources: Readonly<Record<"gateway" | "replicator", Readonly<Record<string, string>>>>;
  /** Why the stack was not read, where a folder of Pulumi lets one expect it. */
  readonly stackNotRead: string | undefined;
}

/** Finds for each setting that is in effect the key or the variable that sets it. */
export async function settingsOf(context: Context): Promise<SettingsFound> {
  const { configuration, site, stackNotRead } = await context.configured();
  const of = (appliance: "gateway" | "replicator"): Record<string, string> =>
    Object.fromEntries(configuration.sources(appliance, site));
  return { sources: { gateway: of("gateway"), replicator: of("replicator") }, stackNotRead };
}

export function settingsViews({ sources, stackNotRead }: SettingsFound): View[] {
  const rows = Object.entries(sources).flatMap(([appliance, keys]) =>
    Object.entries(keys).map(([key, source]) => [`${appliance} ${key}`, source] as const),
  );
  const table: View = { kind: "table", title: "Settings", columns: ["Setting", "From"], rows, empty: "none" };
  return stackNotRead === undefined ? [table] : [table, line(`The stack was not read: ${stackNotRead}.`)];
}
