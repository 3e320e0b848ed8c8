import { line, type View } from "../../../lib/output/view";
import type { Context } from "../../context";

/** Sources of the settings of both appliances. */
export interface SettingsFound {
  /** By appliance and key. Contains no values. */
  readonly sources: Readonly<Record<"gateway" | "replicator", Readonly<Record<string, string>>>>;
  /** Why the stack was not read, if the folder belongs to a Pulumi project. */
  readonly stackNotRead: string | undefined;
}

/** Finds the key or variable that sets each effective setting. */
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
