import { z } from "zod";
import type { ReplicatorAppliance } from "../../appliance/replicator/appliance";
import type { Sent } from "../../appliance/replicator/configuration";
import { member, note, threshold, type Thing } from "../../values/things";
import { isInDoubt } from "../../refusal";
import { ipv4 } from "../../values/addresses";
import { description, profileName } from "../../values/names";
import { setOf } from "../../values/schema";
import { toPutBack, type Original } from "./shared-values";

/** What collectors and exporters have in common: an address that is a member of profiles. */
export const memberInputs = {
  /** IPv4 address. A change replaces. */
  address: ipv4,
  /** Profiles that it is a member of, by name or as resources; a set of at least one. */
  profiles: setOf(profileName, "profile"),
  /** Note of the address, URI-compatible ASCII; a collector and an exporter there share it. Unset: not managed. */
  description: description.optional(),
  /** Whether memberships that others added are removed. Default false. */
  exclusive: z.boolean().default(false),
};

export interface MemberWant {
  address: string;
  profiles: string[];
  description?: string | undefined;
  exclusive: boolean;
  onExisting?: string | undefined;
}

/** A member as it is. */
export interface Member {
  memberOf: string[];
  description: string | undefined;
}

/** What the state keeps of memberships. */
export const memberOutputs = {
  /** All profiles that the address is in. */
  memberOf: z.array(z.string()),
  /** Declared profiles that it was in before they were declared: destroy leaves it there. */
  existedIn: z.array(z.string()).optional(),
};

/** A partial result of {@link Members.converge}. */
export interface MembersSoFar {
  inputs: { profiles: string[] };
  outputs: { memberOf: string[]; existedIn?: string[] | undefined };
}

/** What a member holds: its place in each profile, and what belongs to its address. */
export function holdingsOf(
  entity: "collector" | "exporter",
  { address, profiles, ...values }: MemberWant & { threshold?: number | undefined },
): Thing[] {
  return [
    ...profiles.map((profile) => member(entity, address, profile)),
    ...(values.description === undefined ? [] : [note(address, values.description)]),
    ...(values.threshold === undefined ? [] : [threshold(address)]),
  ];
}

/** The profiles of an address, changed and observed in one way for collectors and exporters. */
export class Members {
  constructor(
    private readonly entity: "collector" | "exporter",
    private readonly replicator: ReplicatorAppliance,
    private readonly address: string,
  ) {}

  async observe(): Promise<Member> {
    const { configuration } = this.replicator;
    const { collectors, notes } = await configuration.state();
    const members = this.entity === "collector" ? collectors : await configuration.exporters();
    return { memberOf: [...(members.get(this.address)?.profiles ?? [])].sort(), description: notes.get(this.address) };
  }

  /**
   * Whether a membership of the state may be in another profile now: the profile is not on the appliance, and the address
   * is in one where the state has not seen it. The profile may have been renamed in a run that ended before this followed.
   */
  async mayHaveMoved(
    memberOf: readonly string[],
    { profiles }: { profiles: readonly string[] },
    seen: { memberOf?: readonly string[] },
  ): Promise<boolean> {
    const state = await this.replicator.configuration.state();
    const names = this.#namesNow(profiles);
    return (
      names.some((name) => !state.profiles.has(name)) &&
      memberOf.some((profile) => ![...names, ...(seen.memberOf ?? [])].includes(profile))
    );
  }

  /** The live memberships that a resource answers for, also in profiles that were renamed. */
  ours(memberOf: readonly string[], want: { profiles: readonly string[]; exclusive: boolean }): string[] {
    const names = this.#namesNow(want.profiles);
    return memberOf.filter((profile) => want.exclusive || names.includes(profile));
  }

  /**
   * Adds and removes what differs from what is observed, and sets the description. Reports on the way what the resource
   * answers for: a membership that is still to be given up is not forgotten where giving it up fails. Gives the declared
   * profiles that the address was in before they were declared.
   */
  async converge(
    want: MemberWant,
    since: { before: MemberWant; outputs: { existedIn?: string[] | undefined } } | undefined,
    recordPartial: (soFar: MembersSoFar) => void,
    info: (message: string) => void,
  ): Promise<{ existedIn?: string[] }> {
    const before = since?.before;
    await this.settled({ profiles: (before?.profiles ?? []).filter((profile) => !want.profiles.includes(profile)) });
    const live = await this.observe();
    const known = before === undefined ? undefined : { ...before, profiles: this.#namesNow(before.profiles) };
    const answeredFor = [...want.profiles, ...(known?.profiles ?? [])];
    const existed = new Set(this.existedIn(since?.outputs ?? {}).filter((profile) => live.memberOf.includes(profile)));
    const report = (memberOf: readonly string[], perhaps: readonly string[] = []): void => {
      const profiles = memberOf.filter((one) => answeredFor.includes(one));
      const outputs = { memberOf: [...memberOf].sort(), ...existedIn(existed) };
      recordPartial({ inputs: { profiles: [...profiles, ...perhaps] }, outputs });
    };
    const isFound = (profile: string): void => {
      if (!this.#isLeft(want, profile)) return;
      existed.add(profile);
      info(
        `was in profile "${profile}" already; destroy leaves it there, because another program may have put it there.`,
      );
    };
    const memberOf = [...live.memberOf];
    for (const profile of want.profiles) {
      if (memberOf.includes(profile)) {
        if (known?.profiles.includes(profile) !== true) isFound(profile);
        continue;
      }
      const sent = await this.add(profile).catch((error: unknown) => {
        // Found there in the next run, it must count neither as a profile of others nor as one that was renamed.
        if (isInDoubt(error)) report(memberOf, [profile]);
        throw error;
      });
      if (sent === "wasSo") isFound(profile);
      memberOf.push(profile);
      report(memberOf);
    }
    for (const profile of surplus(want, known, live.memberOf)) {
      if (existed.delete(profile) && !want.exclusive) info(leftIn(profile));
      else await this.remove(profile);
    }
    await this.giveUp((known?.profiles ?? []).filter((profile) => !want.profiles.includes(profile)));
    const text = want.description;
    const isSet = text === live.description && (before === undefined || text === before.description);
    if (text !== undefined && !isSet) await this.notate(text);
    return existedIn(existed);
  }

  /** Profiles of the state, by their present names, that the address was in before they were declared. */
  existedIn(outputs: { existedIn?: string[] | undefined }): string[] {
    return this.#namesNow(outputs.existedIn ?? []);
  }

  /** Takes it out of the profiles that a resource has put it into; leaves it in those where it was before. */
  async leave(
    state: MemberWant,
    outputs: { existedIn?: string[] | undefined },
    info: (message: string) => void,
  ): Promise<void> {
    const { memberOf } = await this.observe();
    const remaining = await this.remaining(memberOf, state, outputs);
    const existed = state.exclusive ? [] : this.existedIn(outputs);
    for (const profile of this.ours(memberOf, state)) {
      if (existed.includes(profile) && remaining.includes(profile)) info(leftIn(profile));
      else await this.remove(profile);
    }
    await this.giveUp(state.profiles);
  }

  /** The profiles that it stays in where the resource that has this state is removed. */
  async remaining(
    memberOf: readonly string[],
    state: MemberWant,
    outputs: { existedIn?: string[] | undefined },
  ): Promise<string[]> {
    const existed = state.exclusive ? [] : this.existedIn(outputs);
    const leaving = this.ours(memberOf, state).filter((profile) => !existed.includes(profile));
    const held = await Promise.all(
      leaving.map((profile) => this.replicator.ledger.holderOf(member(this.entity, this.address, profile))),
    );
    return memberOf.filter((profile) => !leaving.includes(profile) || held[leaving.indexOf(profile)] !== undefined);
  }

  /** Whether a membership that is found is left on destroy: neither taken over nor from a resource of this program. */
  #isLeft(want: MemberWant, profile: string): boolean {
    if (want.exclusive || want.onExisting === "adopt" || want.onExisting === "adoptIfEqual") return false;
    const former = this.replicator.ledger.outputsOf(member(this.entity, this.address, profile));
    if (former === undefined) return true;
    const { data } = memberOutputs.existedIn.safeParse(former["existedIn"]);
    return data !== undefined && this.existedIn({ existedIn: data }).includes(profile);
  }

  async notate(text: string): Promise<void> {
    const command = { verb: "notate/ip", address: this.address, description: text } as const;
    await this.replicator.configuration.send(command, ({ notes }) => notes.get(this.address) === text);
  }

  /**
   * Puts back the description that was found, where the live one is still the one that was set. Goes before the
   * memberships do: an appliance may refuse a note for an address that is in no profile.
   */
  async putBackDescription(set: { description?: string | undefined }, original: Original): Promise<void> {
    const { description, memberOf } = await this.observe();
    const found = toPutBack("description", { description }, set, original);
    if (memberOf.length === 0 || found === undefined || found === description) return;
    if ((await this.replicator.ledger.holderOf(note(this.address))) === undefined) await this.notate(found);
  }

  add(profile: string): Promise<Sent> {
    const command = { verb: `${this.entity}/add`, address: this.address, profile } as const;
    return this.replicator.configuration.send(command, () => this.#isIn(profile));
  }

  /** Takes it out of a profile, unless another resource has put it there too. */
  async remove(profile: string): Promise<void> {
    const command = { verb: `${this.entity}/remove`, address: this.address, profile } as const;
    await this.replicator.ledger.release([member(this.entity, this.address, profile)], async () => {
      await this.replicator.configuration.send(command, async () => !(await this.#isIn(profile)));
    });
  }

  /** Waits while profiles are being renamed that it is to leave. */
  async settled({ profiles }: { profiles: readonly string[] }): Promise<void> {
    for (const profile of profiles) await this.replicator.ledger.profiles.settled(profile);
  }

  /** Gives up profiles that are not there. Where one was renamed and that becomes known in this run, it is left then. */
  async giveUp(profiles: readonly string[]): Promise<void> {
    const state = await this.replicator.configuration.state();
    const absent = this.#namesNow(profiles).filter((profile) => !state.profiles.has(profile));
    for (const profile of absent) this.replicator.ledger.removals.giveUp(member(this.entity, this.address, profile));
  }

  /** A profile that was renamed has taken its members along. */
  #namesNow(profiles: readonly string[]): string[] {
    return profiles.map((profile) => this.replicator.ledger.profiles.now(profile));
  }

  async #isIn(profile: string): Promise<boolean> {
    return (await this.observe()).memberOf.includes(profile);
  }
}

function leftIn(profile: string): string {
  return `stays in profile "${profile}": it was there before this program declared it.`;
}

function existedIn(profiles: ReadonlySet<string>): { existedIn?: string[] } {
  return profiles.size === 0 ? {} : { existedIn: [...profiles].sort() };
}

/**
 * Memberships to give up: those of the state that the program no longer has. Whether the new places have the member
 * already does not matter: a run that was killed between entering and leaving looks the same as a profile that was
 * renamed, and a renamed one has nothing at its old name.
 */
function surplus(want: MemberWant, before: MemberWant | undefined, memberOf: readonly string[]): string[] {
  const answeredFor = want.exclusive ? memberOf : (before?.profiles ?? []);
  return answeredFor.filter((profile) => memberOf.includes(profile) && !want.profiles.includes(profile));
}
