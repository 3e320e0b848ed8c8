import { ApplianceError, isRefused } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import { quoted } from "../values/quoted";
import type { GatewayClient } from "./client";
import type { IpGroupEntry } from "./replies";

/** An IP group as the list shows it. */
export interface Group {
  readonly id: number;
  readonly name: string;
}

/** All IP groups of a gateway, by number and by name: no question about one group depends on all of them. */
export class GroupList {
  readonly #names = new Map<number, string>();
  /** Groups by the plain form of the name. */
  readonly #similar = new Map<string, readonly Group[]>();

  constructor(entries: readonly IpGroupEntry[]) {
    for (const { fc_id, fc_name } of entries) this.put(fc_id, fc_name);
  }

  get names(): ReadonlyMap<number, string> {
    return this.#names;
  }

  find(id: number): Group | undefined {
    const name = this.#names.get(id);
    return name === undefined ? undefined : { id, name };
  }

  all(name: string): Group[] {
    return (this.#similar.get(comparable(name)) ?? []).filter((group) => group.name === name);
  }

  /** The group of a name. Refuses a name that several groups have, or another group almost has. */
  named(name: string): Group | undefined {
    const [similar] = this.#similar.get(comparable(name)) ?? [];
    if (similar === undefined) return undefined;
    const [found, ...others] = this.all(name);
    if (others.length > 0) {
      const ids = [found, ...others].map((group) => String(group?.id)).join(", ");
      throw new Refusal(`several IP groups have this name (ids ${ids}). Rename all but one.`);
    }
    if (found !== undefined) return found;
    throw new Refusal(
      `the gateway has an IP group ${quoted(similar.name)} (id ${String(similar.id)}), and may treat both names as one. ` +
        "Declare that name, or one that differs by more than letter case and blanks.",
    );
  }

  put(id: number, name: string): void {
    if (this.#names.has(id)) this.remove(id);
    this.#names.set(id, name);
    this.#similar.set(comparable(name), [...(this.#similar.get(comparable(name)) ?? []), { id, name }]);
  }

  remove(id: number): void {
    const key = comparable(this.#names.get(id) ?? "");
    const left = (this.#similar.get(key) ?? []).filter((group) => group.id !== id);
    this.#similar.set(key, left);
    this.#names.delete(id);
  }
}

/** The same text for names that a gateway may treat as one: without letter case and outer blanks. */
function comparable(name: string): string {
  return name.trim().toLowerCase();
}

const IMPROBABLE = "flowgate-no-such-name-7f3a";

/** The groups that a search shows; none if its answer, which no document shows, is not understood. */
export async function searched(client: GatewayClient): Promise<IpGroupEntry[]> {
  try {
    const query = { name: IMPROBABLE, fc_name_comp: "notLike", maxRows: 5000 } as const;
    return (await client.call("ipgroups/search", query)).entries;
  } catch (error) {
    const isOpen = error instanceof ApplianceError && (error.details.arrived === true || isRefused(error));
    if (!isOpen) throw error;
    return [];
  }
}
