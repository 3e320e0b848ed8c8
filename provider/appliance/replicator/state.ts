import type { PolicyKind } from "../../replicator/commands";
import type { ReplicatorConfig } from "../../replicator/show";
import { kept } from "../../values/collections";

/** A profile as the commands so far have configured it. */
export interface ProfileState {
  listeningPort: number;
  sendingPort: number;
  enabled: boolean;
  singularity: boolean;
  description: string | undefined;
}

/** A profile with these ports as it is added: "The profile is created and enabled." */
export function addedProfile<Ports extends object>(
  ports: Ports,
): Ports & Omit<ProfileState, "listeningPort" | "sendingPort"> {
  return { ...ports, enabled: true, singularity: false, description: undefined };
}

/** A policy. Whether a profile may have one of each kind for a network is not documented. */
export interface PolicyState {
  network: string;
  prefix: number;
  profile: string;
  kind: PolicyKind;
}

/** Addresses with the profiles they are members of. */
export type MemberMap = Map<string, { profiles: Set<string>; threshold: number }>;

/** The configuration of a replicator: the response to `show/config`, and our own commands since. */
export interface ReplicatorState {
  profiles: Map<string, ProfileState>;
  /** Profiles of each collector, and its threshold: 0 if none is set. */
  collectors: MemberMap;
  policies: Map<string, PolicyState>;
  /** Descriptions of addresses. */
  notes: Map<string, string>;
  /** Lists that `show/config` does not contain: what is missing from them is not known to be gone. */
  absent?: readonly ConfigList[];
  /** Lines that are not understood, by the list that has them, as text that is safe to print. */
  unreadable?: Partial<Record<ConfigList, readonly string[]>>;
}

/** A list of `show/config`. */
export type ConfigList = keyof ReplicatorConfig["api"];

/** A setting as `show/settings` shows it. */
interface ShownSetting {
  readonly value?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** What the replicator shows; a read-out that is not available, or was not needed, is undefined. */
export interface Shown {
  readonly state: ReplicatorState;
  readonly exporters?: MemberMap | undefined;
  readonly settings?: ReadonlyMap<string, ShownSetting> | undefined;
}

export function emptyState(): ReplicatorState {
  return { profiles: new Map(), collectors: new Map(), policies: new Map(), notes: new Map() };
}

/** The same text for equal policies. */
export function policyKey({ kind, network, prefix, profile }: PolicyState): string {
  return `${kind} ${network}/${String(prefix)} ${profile}`;
}

/** The member with an address, added if it is missing. */
export function memberOf(members: MemberMap, address: string): { profiles: Set<string>; threshold: number } {
  return kept(members, address, () => ({ profiles: new Set<string>(), threshold: 0 }));
}

/** Adds an address to a profile or removes it; one that is in no profile is no member. */
export function setMember(members: MemberMap, pair: { address: string; profile: string }, isMember: boolean): void {
  if (isMember) memberOf(members, pair.address).profiles.add(pair.profile);
  else leave(members, pair.address, pair.profile);
}

function leave(members: MemberMap, address: string, profile: string): void {
  const member = members.get(address);
  member?.profiles.delete(profile);
  if (member?.profiles.size === 0) members.delete(address);
}

export function leaveAll(members: MemberMap, profile: string): void {
  for (const address of [...members.keys()]) leave(members, address, profile);
}

export function renameIn(members: MemberMap, { current, name }: { current: string; name: string }): void {
  for (const { profiles } of members.values()) if (profiles.delete(current)) profiles.add(name);
}
