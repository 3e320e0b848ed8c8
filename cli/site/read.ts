import { present } from "../../provider/values/collections";
import { ConfigurationRefusal } from "../../provider/errors/refusal";
import type { Kinds } from "./kinds";
import { isLeftOut, type Part, type SiteReading } from "./object";
import { readGateway } from "./read-gateway";
import { readReplicator } from "./read-replicator";

/** Note about objects that no action of the API reads, reported once. */
const unreadable =
  "Users, user groups, memberships, permissions and preferences are not exported, because the API has no action that " +
  'reads them. Declare them by hand with onExisting: "adopt".';

/** Options for reading a site. */
export interface Reading {
  readonly site: string | undefined;
  /** Whether to skip a group. The result then does not contain it, and its rules are not read. */
  isLeft?(group: { readonly kind: "IpGroup"; readonly id: string; readonly label: string }): boolean;
  /** Called with the progress. */
  tell?(done: number, all: number): void;
}

/**
 * Reads everything of a site that the API can read and a program can declare, from both appliances if both are
 * configured. Changes nothing. Throws if an appliance does not answer, since a part of a site is useless.
 */
export async function readSite(kinds: Kinds, reading: Reading): Promise<SiteReading> {
  const { site } = reading;
  const problems = kinds.configuration.problems(site);
  if (problems.length > 0) throw new ConfigurationRefusal(problems.join("\n"));
  const gateway = kinds.urlOf("gateway", site);
  const replicator = kinds.urlOf("replicator", site);
  // Throws with the missing settings.
  if (gateway === undefined && replicator === undefined) kinds.gateway(site);
  const none: Part = { found: [], notes: [] };
  const parts = [
    gateway === undefined ? none : await readGateway(kinds, reading),
    replicator === undefined ? none : await readReplicator(kinds, site),
  ];
  const all = parts.flatMap(({ found }) => found);
  return {
    appliances: present({ gateway, replicator }),
    objects: all.filter((one) => !isLeftOut(one)),
    leftOut: all.filter(isLeftOut),
    notes: [...parts.flatMap(({ notes }) => notes), ...(gateway === undefined ? [] : [unreadable])],
  };
}
