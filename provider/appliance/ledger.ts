import { handedOnText } from "../adoption";
import { Refusal } from "../refusal";
import { KnownProfiles } from "./known-profiles";
import { Removals } from "./removals";
import { Spellings } from "./spellings";
import { isSameKind, isSpelledOtherwise, spelled, type Thing } from "../values/things";

/** A thing with the resource that has it, or that is being created to have it. */
interface ThingClaim {
  readonly thing: Thing;
  /** What messages call the resource. */
  readonly holder: string;
  status: "held" | "pending" | "failed";
  /** Ends when a pending claim is held or has failed. */
  settled?: Promise<void>;
}

/** The claims of one creation while it runs. */
export interface Creation {
  /** More that it turned out to be about, e.g. the number of an object that exists already. */
  extend(things: readonly Thing[]): void;
  /** The object exists and holds these. */
  done(things: readonly Thing[]): void;
  /** The object does not exist. What it was to hold stays with its present owner, whose deletion is an error. */
  failed(): void;
}

/**
 * Which resource of the running program holds what on one appliance. A deletion looks only at its own resource: without
 * this it would take along what another resource of the program created, took over or declares
 * (internals/decisions/0015-ledger.md). Filled by the diffs of what the run has checked, and by what creations and updates return.
 */
export class Ledger {
  readonly #spellings = new Spellings();
  readonly users = this.#spellings.users;
  readonly profiles = this.#spellings.profiles;
  /** By a text for the thing as it was written. */
  readonly #claims = new Map<string, ThingClaim>();
  /** The same by their key, which changes when a name or number becomes known. */
  #index = new Map<string, ThingClaim>();
  #indexed = -1;
  /** Profiles that a program or a state of this process has. A new run does not forget them: it may not compare all. */
  readonly knownProfiles = new KnownProfiles();
  /** What this run removes. */
  readonly removals = new Removals(this.#spellings);
  /** Objects whose deletion belongs to their replacement. */
  readonly #replaced = new Set<string>();
  /** What the states of this run hold, with the outputs. */
  readonly #recalled = new Map<string, { thing: Thing; outputs: Readonly<Record<string, unknown>> }>();

  /** `info` shows the user an info line. */
  constructor(private readonly info: (message: string) => void = () => undefined) {}

  /** Forgets what was declared, and what was removed. */
  clear(): void {
    this.#claims.clear();
    this.#indexed = -1;
    this.removals.clear();
    this.#replaced.clear();
    this.#recalled.clear();
  }

  /** Takes up what a state says: names, numbers, and what the object held. Claims nothing. */
  recall(things: readonly Thing[], outputs: Readonly<Record<string, unknown>>): void {
    for (const thing of things) {
      this.#spellings.learn(thing);
      const former = outputs["formerNames"];
      if (thing.name !== undefined && Array.isArray(former)) {
        this.#spellings.namesOf(thing)?.remember(
          thing.name,
          former.filter((name) => typeof name === "string"),
        );
      }
      this.#recalled.set(this.#spellings.key(thing), { thing, outputs });
      this.#learn(thing);
    }
  }

  /** The outputs that a state of this run has for a thing. */
  outputsOf(thing: Thing): Readonly<Record<string, unknown>> | undefined {
    return this.#recalled.get(this.#spellings.key(thing))?.outputs;
  }

  /** Says that a resource of the program has these things, or declares them. */
  hold(things: readonly Thing[], holder: string): void {
    for (const thing of things) {
      this.#spellings.learn(thing);
      if (thing.name !== undefined) this.#spellings.namesOf(thing)?.use(thing.name);
      this.#add({ thing, holder, status: "held" });
    }
  }

  /** An update that declares these has failed: no resource may remove them before it has gone through. */
  fail(things: readonly Thing[], holder: string): void {
    for (const thing of things) {
      const claim = this.#claimOf(thing);
      if (claim === undefined) this.#add({ thing, holder, status: "failed" });
      else if (claim.holder === holder) claim.status = "failed";
    }
  }

  /** Begins a creation: waits for removals of the same things that are under way, and keeps others from beginning. */
  async begin(things: readonly Thing[], holder: string): Promise<Creation> {
    let end: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => {
      end = resolve;
    });
    const own: ThingClaim[] = [];
    const extend = (more: readonly Thing[]): void => {
      for (const thing of more) {
        const claim: ThingClaim = { thing, holder, status: "pending", settled };
        if (this.#claimOf(thing)?.status === "held") continue;
        own.push(claim);
        this.#add(claim);
      }
    };
    extend(things);
    await this.removals.settled(things);
    return {
      extend,
      done: (held) => {
        this.#settle(own, "held");
        this.hold(held, holder);
        this.removals.restored(held);
        end();
      },
      failed: () => {
        this.#settle(own, "failed");
        end();
      },
    };
  }

  /** Says that an object of the state is to have another name. Gives what to call when that has ended. */
  renaming(before: readonly Thing[], want: readonly Thing[]): () => void {
    return this.#spellings.renaming(before, want);
  }

  /** Says that the deletion that follows belongs to a replacement of the object that holds these. */
  replacing(things: readonly Thing[]): void {
    for (const thing of things) this.#replaced.add(this.#spellings.key(thing));
  }

  /** Whether another resource holds a thing. Throws a Refusal where one was to hold it and has failed. */
  async holderOf(thing: Thing): Promise<string | undefined> {
    await this.#claimOf(thing)?.settled;
    const claim = this.#claimOf(thing) ?? (thing.within === undefined ? undefined : this.#claimOf(thing.within));
    if (claim === undefined) return undefined;
    if (claim.status === "held") return claim.holder;
    throw new Refusal(
      `${thing.title} is not removed, because ${claim.holder} declares it too and has failed. Run pulumi up again when ` +
        "that goes through.",
    );
  }

  /**
   * Removes those of the things that no other resource holds, and says which are kept. Waits for creations of the same
   * things first, since they decide. Gives what was removed.
   */
  async release<T extends Thing>(things: readonly T[], remove: (free: readonly T[]) => Promise<void>): Promise<T[]> {
    const holders = await Promise.all(things.map((thing) => this.holderOf(thing)));
    // Another one may have begun while these were awaited.
    const isFree = (thing: T, index: number): boolean => holders[index] === undefined && !this.#isClaimed(thing);
    const free = things.filter(isFree);
    for (const [index, thing] of things.entries()) {
      if (!free.includes(thing)) this.#tellKept(thing, holders[index] ?? this.#claimOf(thing)?.holder);
    }
    if (free.length === 0) return [];
    for (const thing of free) this.#refuseContents(thing);
    const contents = (): Thing[] => free.flatMap((thing) => this.#contents(thing).map((claim) => claim.thing));
    await this.removals.run(free, contents, () => remove(free));
    return free;
  }

  /** Whether a resource of another title holds a thing or is about to, as far as is known now. */
  isHeldByOther(thing: Thing, holder: string): boolean {
    const claim = this.#claimOf(thing);
    return claim !== undefined && claim.status !== "failed" && claim.holder !== holder;
  }

  /** Whether a state of this run says that a resource of this stack has put a link there. */
  isOwn(link: Thing): boolean {
    const recalled = this.#recalled.get(this.#spellings.key(link));
    return recalled !== undefined && recalled.thing.existed !== true;
  }

  /** Claimed things that went with the object that has these, and are to be put there again once it is back. */
  removedWith(container: Thing): Thing[] {
    return this.#contents(container)
      .map(({ thing }) => thing)
      .filter((thing) => this.removals.isRemoved(thing));
  }

  /**
   * Claimed links that are this one or may be, in another spelling: one of the two refers to a user or user group by
   * number, the other by name. None where the link is claimed as it is spelled here.
   */
  spelledOtherwise<T extends Thing>(link: T): T[] {
    if (link.parts.length < 2 || this.#claims.has(spelled(link))) return [];
    const claims = [...this.#claims.values()].filter(({ status }) => status !== "failed");
    return claims
      .map(({ thing }) => thing)
      .filter((one): one is T => this.#spellings.mayBeSame(one, link) && isSpelledOtherwise(one, link));
  }

  /** Whether a link of a former resource goes over to one that found it there, and so does not know whose it is. */
  isHandedOn(link: Thing): boolean {
    return link.existed !== true && this.#claimOf(link)?.thing.existed === true;
  }

  #tellKept(thing: Thing, holder = "another resource of this program"): void {
    this.info(`${thing.title} is kept: ${holder} has it.${this.isHandedOn(thing) ? handedOnText(holder) : ""}`);
  }

  /** What a deletion would take along must not belong to another resource, unless the object comes back at once. */
  #refuseContents(thing: Thing): void {
    if (this.#replaced.has(this.#spellings.key(thing))) return;
    const [first] = this.#contents(thing);
    if (first === undefined) return;
    throw new Refusal(
      `${thing.title} is not removed, because it has the ${first.thing.title}, which ${first.holder} declares. Remove ` +
        "that from the program too, or keep this.",
    );
  }

  #contents(container: Thing): ThingClaim[] {
    const [part, ...more] = container.parts;
    if (more.length > 0) return [];
    const text = part === undefined || typeof part === "string" ? undefined : this.#spellings.spell(part);
    if (text === undefined) return [];
    return [...this.#claims.values()].filter(
      ({ thing, status }) =>
        status === "held" &&
        thing.what !== container.what &&
        thing.parts.some(
          (other) => typeof other !== "string" && isSameKind(other, part) && this.#spellings.spell(other) === text,
        ),
    );
  }

  #isClaimed(thing: Thing): boolean {
    return this.#claimOf(thing) !== undefined;
  }

  #claimOf(thing: Thing): ThingClaim | undefined {
    const { version } = this.#spellings;
    if (this.#indexed !== version) {
      this.#indexed = version;
      this.#index = new Map([...this.#claims.values()].map((claim) => [this.#spellings.key(claim.thing), claim]));
    }
    return this.#index.get(this.#spellings.key(thing));
  }

  #add(claim: ThingClaim): void {
    if (claim.status !== "held" && this.#claimOf(claim.thing)?.status === "held") return;
    this.#learn(claim.thing);
    this.#claims.set(spelled(claim.thing), claim);
    this.#index.set(this.#spellings.key(claim.thing), claim);
  }

  #learn({ parts, ports, description }: Thing): void {
    for (const part of parts) {
      if (typeof part === "object" && "profile" in part) this.knownProfiles.learn(part.profile, ports);
    }
    if (description !== undefined) this.knownProfiles.learnDescription(description);
  }

  #settle(claims: readonly ThingClaim[], status: "held" | "failed"): void {
    for (const claim of claims) claim.status = status;
  }
}
