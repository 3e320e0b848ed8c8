import { z } from "zod";
import type { ReplicatorAppliance } from "../../appliance/replicator/appliance";
import type { MemberReading } from "../../appliance/replicator/config-lines";
import { member, note } from "../../values/things";
import { type Made, madeOf, outcomeOf } from "../../errors/outcome";
import { ipv4 } from "../../values/addresses";
import { description, profileName } from "../../values/names";
import type { onExisting } from "../../values/origin";
import { setOf } from "../../values/schema";
import { toPutBack, type MemberOrigin, type Original } from "./shared-values";

/** Inputs that collectors and exporters share: an address that is a member of profiles. */
export const memberInputs = {
  /** IPv4 address. A change replaces. */
  address: ipv4,
  /**
   * Profiles that the address is a member of, by name; a set of at least one.
   *
   * @remarks A profile may be given as its resource.
   */
  profiles: setOf(profileName, "profile"),
  /**
   * Note on the address, URI-compatible ASCII. A collector and an exporter with the same address share it. Unset: not
   * managed.
   */
  description: description.optional(),
  /** Whether to remove memberships that others added. Default false. */
  exclusive: z.boolean().default(false),
};

export interface MemberWant {
  address: string;
  profiles: string[];
  description?: string | undefined;
  exclusive: boolean;
  onExisting?: z.output<typeof onExisting> | undefined;
}

/** A member as one reading shows it. A later reading may show something else, so a decision uses one of them. */
export interface Member {
  readonly memberOf: string[];
  readonly description: string | undefined;
  /** 0 if none is set. An exporter has none. */
  readonly threshold: number | undefined;
  readonly reading: MemberReading;
}

/** A partial result of {@link Members.converge}. */
export interface MembersSoFar {
  inputs: { profiles: string[] };
  memberOf: string[];
  existed: string[] | undefined;
}

/** The profiles of one address. Collectors and exporters change and observe them in the same way. */
export class Members {
  constructor(
    readonly entity: "collector" | "exporter",
    readonly replicator: ReplicatorAppliance,
    readonly address: string,
  ) {}

  async observe(): Promise<Member> {
    const { configuration } = this.replicator;
    const state = await configuration.state();
    const exporters = this.entity === "exporter" ? await configuration.exporters() : undefined;
    const listed = (exporters?.members ?? state.collectors).get(this.address);
    const isCut = exporters === undefined && !configuration.lists.isWhole(state, "collector");
    const direct = isCut ? await this.replicator.shownCollector(this.address) : undefined;
    return {
      memberOf: [...new Set([...(listed?.profiles ?? []), ...(direct?.in_profiles ?? [])])].sort(),
      description: state.notes.get(this.address) ?? direct?.description,
      threshold: exporters === undefined ? (direct?.threshold ?? listed?.threshold ?? 0) : undefined,
      reading: { state, exporters },
    };
  }

  /** Whether the address may still be a member of its profiles although the most direct reading shows none. */
  async mayBeHidden(seen: Member, state: MemberWant, info: (message: string) => void): Promise<boolean> {
    const { configuration } = this.replicator;
    const isExporter = this.entity === "exporter";
    const memberOf = isExporter ? await configuration.profilesInTraffic(this.address) : seen.memberOf;
    if (this.ours(memberOf, state).length > 0) {
      const [first, second] = isExporter ? ["show/exporters", "show/realtime"] : ["show/collectors", "show/config"];
      info(`${first} does not list its memberships, but ${second} does: it is not treated as removed.`);
      return true;
    }
    return configuration.lists.mayHide(seen.reading, this.entity, info);
  }

  /**
   * Whether a membership in the state may be in another profile now: a profile of the state is not on the appliance,
   * and the address is in a profile that the state does not have. The profile may have been renamed in a run that ended
   * before it updated this resource.
   */
  mayHaveMoved(
    { reading: { state } }: Member,
    memberOf: readonly string[],
    { profiles }: { profiles: readonly string[] },
    before: { memberOf?: readonly string[] },
  ): boolean {
    const names = this.#namesNow(profiles);
    return (
      names.some((name) => !state.profiles.has(name)) &&
      memberOf.some((profile) => ![...names, ...(before.memberOf ?? [])].includes(profile))
    );
  }

  /** The live memberships that a resource is responsible for, including those in profiles that were renamed. */
  ours(memberOf: readonly string[], want: { profiles: readonly string[]; exclusive: boolean }): string[] {
    const names = this.#namesNow(want.profiles);
    return memberOf.filter((profile) => want.exclusive || names.includes(profile));
  }

  /**
   * Adds and removes memberships that differ from the live ones, and sets the description. Reports after each step
   * which memberships the resource is responsible for, so that a membership is not forgotten if its removal fails.
   * Returns the declared profiles that the address was in before they were declared.
   */
  async converge(
    want: MemberWant,
    since: { before: MemberWant; origin: MemberOrigin | undefined } | undefined,
    recordPartial: (soFar: MembersSoFar) => void,
    info: (message: string) => void,
  ): Promise<string[] | undefined> {
    const before = since?.before;
    await this.settled({ profiles: (before?.profiles ?? []).filter((profile) => !want.profiles.includes(profile)) });
    const live = await this.observe();
    const known = before === undefined ? undefined : { ...before, profiles: this.#namesNow(before.profiles) };
    const answeredFor = [...want.profiles, ...(known?.profiles ?? [])];
    const existed = new Set(this.existedIn(since?.origin).filter((profile) => live.memberOf.includes(profile)));
    const report = (memberOf: readonly string[], perhaps: readonly string[] = []): void => {
      const profiles = memberOf.filter((one) => answeredFor.includes(one));
      const inputs = { profiles: [...profiles, ...perhaps] };
      recordPartial({ inputs, memberOf: [...memberOf].sort(), existed: sorted(existed) });
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
      const outcome = await outcomeOf(this.add(profile));
      // If the next run finds it there, it must count neither as a membership of others nor as a renamed profile.
      if (outcome.is === "inDoubt") report(memberOf, [profile]);
      if (madeOf(outcome) === "existed") isFound(profile);
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
    return sorted(existed);
  }

  /** Profiles in the state, by their current names, that the address was in before they were declared. */
  existedIn(origin: MemberOrigin | undefined): string[] {
    return this.#namesNow(origin?.existed ?? []);
  }

  /**
   * Removes the address from the profiles that the resource added it to; leaves it in those that had it before. Returns
   * whether it was gone from all of them.
   */
  async leave(
    state: MemberWant,
    origin: MemberOrigin | undefined,
    info: (message: string) => void,
  ): Promise<"gone" | undefined> {
    const seen = await this.observe();
    const { memberOf } = seen;
    const remaining = await this.remaining(memberOf, state, origin);
    const existed = state.exclusive ? [] : this.existedIn(origin);
    const perhaps = (await this.#hidden(seen, state)).filter((profile) => !existed.includes(profile));
    const leaving = [...this.ours(memberOf, state), ...perhaps];
    for (const profile of leaving) {
      if (existed.includes(profile) && remaining.includes(profile)) info(leftIn(profile));
      else await this.remove(profile);
    }
    await this.giveUp(state.profiles);
    return leaving.length === 0 ? "gone" : undefined;
  }

  /** Memberships of the state that a reading does not show, although the address may have them. */
  async #hidden({ memberOf, reading }: Member, { profiles }: MemberWant): Promise<string[]> {
    const { configuration } = this.replicator;
    const missing = this.#namesNow(profiles).filter((profile) => !memberOf.includes(profile));
    if (missing.length === 0) return [];
    if (configuration.lists.lackOf(reading, this.entity) !== undefined) return missing;
    const isListed = await Promise.all(missing.map((profile) => configuration.has(this.#removal(profile))));
    if (!isListed.includes(false)) return missing;
    const elsewhere =
      this.entity === "collector"
        ? ((await this.replicator.shownCollector(this.address))?.in_profiles ?? [])
        : await configuration.profilesInTraffic(this.address);
    return missing.filter((profile, index) => isListed[index] === true || elsewhere.includes(profile));
  }

  /** The profiles that the address stays in when the resource with this state is removed. */
  async remaining(memberOf: readonly string[], state: MemberWant, origin: MemberOrigin | undefined): Promise<string[]> {
    const existed = state.exclusive ? [] : this.existedIn(origin);
    const leaving = this.ours(memberOf, state).filter((profile) => !existed.includes(profile));
    const held = await Promise.all(
      leaving.map((profile) => this.replicator.ledger.holderOf(member(this.entity, this.address, profile))),
    );
    return memberOf.filter((profile) => !leaving.includes(profile) || held[leaving.indexOf(profile)] !== undefined);
  }

  /**
   * Whether destroy leaves a membership that was found: the program does not adopt it, and no resource of it added it.
   */
  #isLeft(want: MemberWant, profile: string): boolean {
    if (want.exclusive || want.onExisting === "adopt" || want.onExisting === "adoptIfEqual") return false;
    const former = this.replicator.ledger.outputsOf(member(this.entity, this.address, profile));
    if (former === undefined) return true;
    return this.existedIn(former["origin"] as MemberOrigin | undefined).includes(profile);
  }

  async notate(text: string): Promise<void> {
    const command = { verb: "notate/ip", address: this.address, description: text } as const;
    await this.replicator.configuration.send(command);
  }

  /**
   * Restores the description that was found, if the live one is still the one that was set. Must run before the
   * memberships are removed: an appliance may refuse a note for an address that is in no profile.
   */
  async putBackDescription(set: { description?: string | undefined }, original: Original): Promise<void> {
    const { description, memberOf } = await this.observe();
    const found = toPutBack("description", { description }, set, original);
    if (memberOf.length === 0 || found === undefined || found === description) return;
    if ((await this.replicator.ledger.holderOf(note(this.address))) === undefined) await this.notate(found);
  }

  add(profile: string): Promise<Made> {
    const command = { verb: `${this.entity}/add`, address: this.address, profile } as const;
    return this.replicator.configuration.send(command);
  }

  /** Removes the address from a profile, unless another resource holds that membership too. */
  async remove(profile: string): Promise<void> {
    await this.replicator.ledger.release([member(this.entity, this.address, profile)], () =>
      this.replicator.configuration.remove(this.#removal(profile)),
    );
  }

  #removal(profile: string) {
    return { verb: `${this.entity}/remove`, address: this.address, profile } as const;
  }

  /** Waits until pending renames of the profiles that the address leaves are complete. */
  async settled({ profiles }: { profiles: readonly string[] }): Promise<void> {
    for (const profile of profiles) await this.replicator.ledger.names.settled({ profile });
  }

  /**
   * Gives up memberships in profiles that do not exist. If this run learns later that a profile was renamed, the
   * address leaves it then.
   */
  async giveUp(profiles: readonly string[]): Promise<void> {
    const state = await this.replicator.configuration.state();
    const absent = this.#namesNow(profiles).filter((profile) => !state.profiles.has(profile));
    for (const profile of absent) this.replicator.ledger.removals.giveUp(member(this.entity, this.address, profile));
  }

  /** The current names of profiles: a renamed profile keeps its members. */
  #namesNow(profiles: readonly string[]): string[] {
    return profiles.map((profile) => this.replicator.ledger.names.now({ profile }));
  }
}

function leftIn(profile: string): string {
  return `stays in profile "${profile}": it was there before this program declared it.`;
}

function sorted(profiles: ReadonlySet<string>): string[] | undefined {
  return profiles.size === 0 ? undefined : [...profiles].sort();
}

/**
 * Memberships to remove: those in the state that the program no longer declares. It does not matter whether the address
 * is already in the new profiles. A run that was killed between adding and removing looks the same as a renamed
 * profile, and a renamed profile has nothing under its old name.
 */
function surplus(want: MemberWant, before: MemberWant | undefined, memberOf: readonly string[]): string[] {
  const answeredFor = want.exclusive ? memberOf : (before?.profiles ?? []);
  return answeredFor.filter((profile) => memberOf.includes(profile) && !want.profiles.includes(profile));
}
