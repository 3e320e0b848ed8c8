import type { Simulator } from "../../simulator";
import { factsOf, type Lines, linesOf } from "../support/held";
import { imageOf, restoreImage } from "../support/stores";

/** The smallest part of what the appliances hold that has an owner: a group, one of its rules, a link. */
export interface Thing {
  /** Stays the same when the thing gets another name. */
  readonly key: string;
  /** The thing by names, as in {@link Lines}. */
  readonly line: string;
  readonly content: string;
  /** The name or address by which a state or a message may mention it, and another such text. */
  readonly subject: string;
  readonly also?: string | undefined;
  /** The keys of what takes the thing along when it goes. */
  readonly within: readonly string[];
}

export type Things = ReadonlyMap<string, Thing>;

/** Whose a thing is: that of a stack, of `others`, or `lost`, because a run said that it stays, or was killed. */
export type Owner = "ours" | "second" | "others" | "lost";

/** What the appliances held at a moment, and whose it was. */
export interface Backup {
  readonly image: string;
  readonly owners: ReadonlyMap<string, Owner>;
  readonly numbers: ReadonlyMap<string, number>;
}

/** Marks everything that the appliances hold with its owner. The appliances do not know these marks. */
export class Marks {
  #owners = new Map<string, Owner>();
  /** A number for each profile, which renamings keep. */
  #numbers = new WeakMap<object, number>();
  #last = 0;

  constructor(private readonly sim: Simulator) {
    for (const key of this.things().keys()) this.#owners.set(key, "others");
  }

  of(key: string): Owner {
    return this.#owners.get(key) ?? "others";
  }

  /** Whether a thing has a mark. */
  has(key: string): boolean {
    return this.#owners.has(key);
  }

  set(key: string, owner: Owner): void {
    this.#owners.set(key, owner);
  }

  /** Forgets what is gone: others may get its number. */
  prune(): void {
    const now = this.things();
    for (const key of this.#owners.keys()) if (!now.has(key)) this.#owners.delete(key);
  }

  /** Everything that the appliances hold now, by key. Values that several may set are not among them. */
  things(): Things {
    const { gateway, replicator } = this.sim;
    const things = [...factsOf(this.sim).values()].flatMap(({ key, content, lines, subject, also }): Thing[] => {
      const [line = ""] = lines;
      if (/^(?:threshold|setting) /u.test(key)) return [];
      const [, group] = /^IP group (\d+)$/u.exec(key) ?? [];
      if (group !== undefined) {
        const parts = [...(gateway.store.ipGroups.get(Number(group))?.rules ?? [])].map(([id, rule], at) => {
          const [own = "", within] = [lines[at + 1], [key]];
          return { key: `rule ${id}`, line: own, content: `${key} ${JSON.stringify(rule)}`, subject, within };
        });
        return [{ key, line, content: subject, subject, within: [] }, ...parts];
      }
      const [, what = "", profile] = /^(profile|.+? (?:in|of)) (.+)$/u.exec(key) ?? [];
      const held = profile === undefined ? undefined : replicator.store.profiles.get(profile);
      if (held !== undefined && !/^user |^permission /u.test(key)) {
        const own = `profile #${this.#numberOf(held)}`;
        if (what === "profile") return [{ key: own, line, content: `${subject} ${content}`, subject, within: [] }];
        return [{ key: `${what} ${own}`, line, content, subject, within: [own] }];
      }
      return [{ key, line, content, subject, also, within: key.match(/user(?: group)? \d+/gu) ?? [] }];
    });
    return new Map(things.map((one) => [one.key, one.within[0] === one.key ? { ...one, within: [] } : one]));
  }

  lines(): Lines {
    return linesOf(this.sim);
  }

  /** The same without order. */
  held(): ReadonlySet<string> {
    const { exact, lasting } = this.lines();
    return new Set([...exact, ...lasting]);
  }

  /** Everything as it is now. */
  backup(): Backup {
    const profiles = [...this.sim.replicator.store.profiles];
    const numbers = new Map(profiles.map(([name, profile]) => [name, this.#numberOf(profile)]));
    return { image: imageOf(this.sim), owners: new Map(this.#owners), numbers };
  }

  /** Puts a backup of both appliances back, with the numbers that new objects will get. */
  restore({ image, owners, numbers }: Backup): void {
    restoreImage(this.sim, image);
    this.#owners = new Map(owners);
    for (const [name, profile] of this.sim.replicator.store.profiles) {
      const number = numbers.get(name);
      if (number !== undefined) this.#numbers.set(profile, number);
    }
  }

  #numberOf(profile: object): number {
    const known = this.#numbers.get(profile);
    if (known !== undefined) return known;
    this.#numbers.set(profile, (this.#last += 1));
    return this.#last;
  }
}

/** The line of a thing that is gone, by the names that what contained it has now. `before` has all as it was then. */
export function presentLine(thing: Pick<Thing, "key" | "line" | "within">, before: Things, now: Things): string {
  return [thing.key, ...thing.within].reduce((line, key) => {
    const [old = "", name = old] = [before.get(key)?.subject, now.get(key)?.subject];
    const whole = old.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
    return line.replace(new RegExp(`(?<=(?:user|in|of|profile|group) )${whole}(?=$|:| in | \\d)`, "u"), () => name);
  }, thing.line);
}

/** What resources take over that adopt: the things of their lines, the rules of such a group, the opposite policy. */
export function claimOf(lines: ReadonlySet<string>): (thing: Thing) => boolean {
  const names = [...lines].flatMap(
    (line) => /^(?:IP group|profile) (.+?)(?: \d+ \d+ \w+ \w+)?$/u.exec(line)?.[1] ?? [],
  );
  const opposite = (line: string): string =>
    line.replace(/^policy (\w+)/u, (_all, kind) => `policy ${kind === "include" ? "exclude" : "include"}`);
  return ({ key, line, subject }) =>
    lines.has(line) ||
    lines.has(opposite(line)) ||
    (/^(?:IP group \d|profile #|rule )/u.test(key) && names.includes(subject));
}

/** Whether a command said of a link that it stays, why, or that it is not where the state says. */
export function isLeft(line: string, said: readonly string[]): boolean {
  const [, address = ""] = /^(?:collector|exporter|policy \w+) (\S+) (?:in|of) /u.exec(line) ?? [];
  const named = [`"${address}" on`, ` ${address} in `];
  if (address !== "") return said.some((one) => /any more/u.test(one) && named.some((text) => one.includes(text)));
  const [, what, of] = /^(?:user|permission \S+) (.+) (?:in|of) (.+)$/u.exec(line) ?? [];
  if (what === undefined || of === undefined) return false;
  const isSaid = /is no longer managed|it stays, because the outcome of its last change is unknown/u;
  return said.some((one) => one.includes(what) && one.includes(of) && isSaid.test(one));
}
