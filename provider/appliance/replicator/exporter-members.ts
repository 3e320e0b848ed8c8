import { CutListError, isUnavailable, type ShowApi } from "../../replicator/show";
import type { MemberMap } from "./state";

/** Exporters as far as they are listed, and why the list may lack some of them. */
export interface Exporters {
  readonly members: MemberMap;
  readonly lack?: string;
}

/**
 * Exporters with their profiles. `show/exporters` lists them, in a form that no document shows. If an appliance does
 * not have it, or has it in another form, cut or without the profiles, they come from `show/realtime`, whose form is
 * documented.
 */
export async function exporterMembers(show: ShowApi): Promise<Exporters> {
  const listed = await show.exporters().catch((error: unknown) => {
    if (isUnavailable(error)) return error;
    throw error;
  });
  const isCut = listed instanceof CutListError;
  const shown = isCut ? listed.records : listed;
  const records = shown instanceof Map ? [...(shown as Awaited<ReturnType<ShowApi["exporters"]>>)] : [];
  const known = records.flatMap(([address, { in_profiles }]) =>
    in_profiles === undefined ? [] : [[address, in_profiles] as const],
  );
  if (listed instanceof Map && known.length === records.length) return { members: membersOf(known) };
  const sending = await realtimeMembers(show).catch((error: unknown) => {
    // The error of the first reading is closer to what is needed.
    throw listed instanceof Map ? error : listed;
  });
  const members = new Map([...sending, ...membersOf(known)]);
  return isCut ? { members, lack: `show/exporters is not whole: ${listed.words}` } : { members };
}

/** Exporters with their profiles, as the running configuration has them. Empty if the appliance does not show it. */
export async function membersInTraffic(show: ShowApi): Promise<MemberMap> {
  try {
    return await realtimeMembers(show);
  } catch (error) {
    if (isUnavailable(error)) return new Map();
    throw error;
  }
}

async function realtimeMembers(show: ShowApi): Promise<MemberMap> {
  const { exporter } = await show.realtime();
  return membersOf([...exporter].map(([address, { profiles }]) => [address, profiles] as const));
}

function membersOf(entries: readonly (readonly [address: string, profiles: readonly string[]])[]): MemberMap {
  return new Map(entries.map(([address, profiles]) => [address, { profiles: new Set(profiles), threshold: 0 }]));
}
