import { handedOnText } from "../errors/adoption";
import { Refusal } from "../errors/refusal";
import { Names } from "./names";
import { Moves, type Registrations, Removals } from "./moves";
import { isSameKind, isSpelledOtherwise, spelled, type Thing } from "../values/things";

/** A thing with the resource that holds it, or that is being created to hold it. */
interface ThingClaim {
  readonly thing: Thing;
  /** How messages name the resource. */
  readonly holder: string;
  status: "held" | "pending" | "failed";
  /** Resolves when a pending claim is held or has failed. */
  settled?: Promise<void>;
}

/** The claims of one creation while it runs. */
export interface Creation {
  /** Claims more things that the creation turned out to be about, e.g. the number of an existing object. */
  extend(things: readonly Thing[]): void;
  /** The object exists and holds these. */
  done(things: readonly Thing[]): void;
  /**
   * The object does not exist. The things that it was to hold stay with their present owner, whose deletion is an
   * error.
   */
  failed(): void;
}

/**
 * Which resource of the running program holds what on one appliance. A deletion knows only its own resource: without
 * the ledger it would also delete what another resource of the program created, took over or declares
 * (docs/internals/decisions/0015-ledger.md). Filled by the diffs of checked resources, and by the results of creations and
 * updates.
 */
export class Ledger {
  readonly names: Names;
  /** By a text for the thing, as it was written. */
  readonly #claims = new Map<string, ThingClaim>();
  /** The claims by their key, which changes when a name or number becomes known. */
  #index = new Map<string, ThingClaim>();
  #indexed = -1;
  /** What this run removes. */
  readonly removals: Removals;
  /** Keys of objects whose deletion is a part of their replacement. */
  readonly #replaced = new Set<string>();
  /** What the states of this run hold, with their outputs. */
  readonly #recalled = new Map<string, { thing: Thing; outputs: Readonly<Record<string, unknown>> }>();

  /** What passes from one resource to another in this run. */
  readonly moves: Moves;

  /** `info` shows the user an info line. */
  constructor(
    readonly info: (message: string) => void = () => undefined,
    registrations?: Registrations,
  ) {
    this.names = new Names(info);
    this.removals = new Removals(this.names);
    this.moves = new Moves(registrations);
  }

  /** Forgets what was declared and what was removed. */
  clear(): void {
    this.#claims.clear();
    this.#indexed = -1;
    this.removals.clear();
    this.moves.clear();
    this.#replaced.clear();
    this.#recalled.clear();
  }

  /** Records what a state says: names, numbers, and what the object held. Claims nothing. */
  recall(things: readonly Thing[], outputs: Readonly<Record<string, unknown>>): void {
    for (const thing of things) {
      this.names.learn(thing);
      const former = outputs["formerNames"];
      if (Array.isArray(former)) {
        const formerNames = former.filter((name) => typeof name === "string");
        this.names.remember(thing, formerNames);
      }
      this.#recalled.set(this.names.key(thing), { thing, outputs });
    }
  }

  /** The outputs that a state of this run has for a thing. */
  outputsOf(thing: Thing): Readonly<Record<string, unknown>> | undefined {
    return this.#recalled.get(this.names.key(thing))?.outputs;
  }

  /** Records that a resource of the program holds these things, or declares them. */
  hold(things: readonly Thing[], holder: string): void {
    for (const thing of things) {
      this.names.use(thing);
      this.#add({ thing, holder, status: "held" });
    }
  }

  /** Records that an update which declares these failed: no resource may remove them before it has succeeded. */
  fail(things: readonly Thing[], holder: string): void {
    for (const thing of things) {
      const claim = this.#claimOf(thing);
      if (claim === undefined) this.#add({ thing, holder, status: "failed" });
      else if (claim.holder === holder) claim.status = "failed";
    }
  }

  /** Begins a creation: waits for running removals of the same things, and keeps new ones from beginning. */
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

  /** Records that the deletion that follows is part of a replacement of the object that holds these things. */
  replacing(things: readonly Thing[]): void {
    for (const thing of things) this.#replaced.add(this.names.key(thing));
  }

  /** The other resource that holds a thing. Throws a Refusal if one that should hold it has failed. */
  async holderOf(thing: Thing): Promise<string | undefined> {
    await this.#claimOf(thing)?.settled;
    const claim = this.#claimOf(thing) ?? (thing.within === undefined ? undefined : this.#claimOf(thing.within));
    if (claim === undefined) return undefined;
    if (claim.status === "held") return claim.holder;
    throw new Refusal(
      `${thing.title} is not removed, because ${claim.holder} declares it too and has failed. Fix that error, then ` +
        "run pulumi up again.",
    );
  }

  /**
   * Removes the things that no other resource holds, and reports those that are kept. First waits for creations of the
   * same things, because their outcome decides. Returns what was removed.
   */
  async release<T extends Thing>(things: readonly T[], remove: (free: readonly T[]) => Promise<void>): Promise<T[]> {
    const holders = await Promise.all(things.map((thing) => this.holderOf(thing)));
    // Another creation may have begun during the wait.
    const isFree = (thing: T, index: number): boolean =>
      holders[index] === undefined && this.#claimOf(thing) === undefined;
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

  /** Whether a resource with another title holds a thing or is about to, as far as is known now. */
  isHeldByOther(thing: Thing, holder: string): boolean {
    const claim = this.#claimOf(thing);
    return claim !== undefined && claim.status !== "failed" && claim.holder !== holder;
  }

  /** Whether a state of this run says that a resource of this stack added a link. */
  isOwn(link: Thing): boolean {
    const recalled = this.#recalled.get(this.names.key(link));
    return recalled !== undefined && recalled.thing.existed !== true;
  }

  /** Claimed things that were lost with this object and must be added again once it is back. */
  removedWith(container: Thing): Thing[] {
    return this.#contents(container)
      .map(({ thing }) => thing)
      .filter((thing) => this.removals.isRemoved(thing));
  }

  /**
   * Claimed links that are, or may be, this link in another spelling: one of the two refers to a user or user group by
   * number, the other by name. Empty if the link is claimed in this spelling.
   */
  spelledOtherwise<T extends Thing>(link: T): T[] {
    if (link.parts.length < 2 || this.#claims.has(spelled(link))) return [];
    const claims = [...this.#claims.values()].filter(({ status }) => status !== "failed");
    return claims
      .map(({ thing }) => thing)
      .filter((one): one is T => this.names.mayBeSame(one, link) && isSpelledOtherwise(one, link));
  }

  /**
   * Whether a link passes from a former resource to a new one that found it existing, and so does not know its owner.
   */
  isHandedOn(link: Thing): boolean {
    return link.existed !== true && this.#claimOf(link)?.thing.existed === true;
  }

  #tellKept(thing: Thing, holder = "another resource of this program"): void {
    this.info(`${thing.title} is kept: ${holder} has it.${this.isHandedOn(thing) ? handedOnText(holder) : ""}`);
  }

  /** Refuses a deletion that would also remove what another resource holds, unless the object comes back at once. */
  #refuseContents(thing: Thing): void {
    if (this.#replaced.has(this.names.key(thing))) return;
    const [first] = this.#contents(thing);
    if (first === undefined) return;
    throw new Refusal(
      `${thing.title} is not removed, because it has the ${first.thing.title}, which ${first.holder} declares. ` +
        "Remove that resource from the program too, or keep this one.",
    );
  }

  #contents(container: Thing): ThingClaim[] {
    const [part, ...more] = container.parts;
    if (more.length > 0) return [];
    const text = part === undefined || typeof part === "string" ? undefined : this.names.spell(part);
    if (text === undefined) return [];
    return [...this.#claims.values()].filter(
      ({ thing, status }) =>
        status === "held" &&
        thing.what !== container.what &&
        thing.parts.some(
          (other) => typeof other !== "string" && isSameKind(other, part) && this.names.spell(other) === text,
        ),
    );
  }

  #claimOf(thing: Thing): ThingClaim | undefined {
    const { version } = this.names;
    if (this.#indexed !== version) {
      this.#indexed = version;
      this.#index = new Map([...this.#claims.values()].map((claim) => [this.names.key(claim.thing), claim]));
    }
    return this.#index.get(this.names.key(thing));
  }

  #add(claim: ThingClaim): void {
    if (claim.status !== "held" && this.#claimOf(claim.thing)?.status === "held") return;
    this.names.learn(claim.thing);
    this.#claims.set(spelled(claim.thing), claim);
    this.#index.set(this.names.key(claim.thing), claim);
  }

  #settle(claims: readonly ThingClaim[], status: "held" | "failed"): void {
    for (const claim of claims) claim.status = status;
  }
}
