import type { Simulator } from "../../simulator";
import { type Resource, stateText } from "../lifecycle/resource";
import { ProviderFault } from "../support/provider-calls";
import type { Command } from "./actor";
import { linesIn, linesInState, nameIn } from "./model";
import type { Stack, StackError } from "./stack";
import { claimOf, type Marks, type Thing } from "./things";

type Tried = { readonly tried?: { readonly name?: string } } | undefined;

/** What the state of a stack knows of the things that the appliances hold. */
export class Known {
  constructor(
    private readonly sim: Simulator,
    private readonly marks: Marks,
    private readonly stack: Stack,
  ) {}

  /** Whether the appliance shows a thing as it shows that of the state. */
  isSame(thing: Thing, known: ReadonlySet<string>): boolean {
    if (/^IP group \d+$/u.test(thing.key)) return this.isGroup(thing) && known.has(thing.line);
    if (thing.key.startsWith("rule "))
      return known.has(thing.line) && this.marks.of(thing.within[0] ?? "") !== "others";
    if (/^profile #/u.test(thing.key)) return this.names().has(thing.subject);
    return known.has(thing.line);
  }

  /** Whether the state has the number of a group, or of the group of a rule. */
  isGroup({ key, within }: Thing): boolean {
    const [, number] = /^IP group (\d+)$/u.exec(within[0] ?? key) ?? [];
    return number !== undefined && this.numbers().has(number);
  }

  /** Whether two entries of the state have a group or profile: one has taken it over, and the other has not left. */
  isTwice({ key, subject }: Thing): boolean {
    const has = ({ outputs }: Pick<Resource, "outputs">): boolean =>
      key.startsWith("profile ")
        ? outputs["name"] === subject
        : groupsIn(outputs).some(([name, id]) => name === subject && key === `IP group ${String(id)}`);
    return this.entries.filter(has).length > 1;
  }

  /** What the state holds: the resources, and what replacements have left. */
  get entries(): Pick<Resource, "kind" | "id" | "inputs" | "outputs">[] {
    return this.stack.resources.flatMap((one) => [
      ...(one.exists && !one.isDeleted ? [one] : []),
      ...one.left.map((entry) => ({ ...entry, kind: one.kind })),
    ]);
  }

  /** The same as lines. */
  lines(): ReadonlySet<string> {
    const base = this.marks.lines();
    return new Set(this.entries.flatMap((one) => linesInState(one, base, this.sim)));
  }

  /** The names of the resources, and those that an unfinished renaming may have given them. */
  names(): ReadonlySet<string> {
    const namesIn = ({ name, doubt }: Resource["outputs"]): unknown[] => [name, (doubt as Tried)?.tried?.name];
    return new Set(this.entries.flatMap(({ outputs }) => namesIn(outputs)).map(String));
  }

  /** The numbers of IP groups that the state has. */
  numbers(): ReadonlySet<string> {
    return new Set(this.entries.flatMap(({ outputs }) => groupsIn(outputs).map(([, id]) => String(id))));
  }

  /** What is not there of the resources that a command with `--target` leaves out: it may have gone with a replaced one. */
  leftOut(targets: ReadonlySet<string>): string[] {
    const resources = this.stack.slots
      .filter((slot) => !targets.has(slot))
      .flatMap((slot) => this.stack.resourceOf(slot) ?? []);
    const [base, held] = [this.marks.lines(), this.marks.held()];
    return resources.flatMap((one) => linesInState(one, base, this.sim)).filter((line) => !held.has(line));
  }

  /** Whether the state has an account or link that no reading shows, and that the appliance has lost. */
  isLost(slot: string): boolean {
    const resource = this.stack.resourceOf(slot);
    if (resource === undefined || !/^(?:User|UserGroup|Membership|Permission|PermissionSet)$/u.test(resource.kind))
      return false;
    const { userId, name } = resource.outputs;
    // Preferences go by number.
    if (typeof userId === "number" && this.sim.gateway.store.users.get(userId)?.name !== name) return true;
    const [line] = linesInState(resource, this.marks.lines(), this.sim);
    return line !== undefined && !this.marks.held().has(line);
  }

  /** Every text in the state. */
  texts(): ReadonlySet<string> {
    return new Set([...this.entries.flatMap((one) => stateText(one).split("\n")), ...this.lines()]);
  }

  knows(thing: Thing, texts: ReadonlySet<string>): boolean {
    const { key, line, subject, also = subject, within } = thing;
    if (/^IP group \d+$/u.test(key)) return this.isGroup(thing);
    if (key.startsWith("rule ")) {
      return this.isGroup(thing) || texts.has(key.slice("rule ".length)) || texts.has(line);
    }
    if (/^(?:user|user group|profile) [#\d]+$/u.test(key)) return this.names().has(subject);
    return texts.has(line) || [subject, also].some((text) => texts.has(text)) || within.length === 0;
  }

  /** `prefs` accepts only numbers. For an adopted user, the program has the number from the gateway's own pages. */
  numberOf(slot: string, forSlot: string): string | undefined {
    if (forSlot !== "preferences") return undefined;
    const held = this.stack.idOf(slot);
    if (held === undefined || !held.startsWith("name:")) return undefined;
    const user = this.sim.gateway.store.userNamed(this.stack.nameOf(slot));
    return user === undefined ? undefined : String(user.id);
  }

  /**
   * The lines of what a failed command may have taken away: the engine keeps the state of what it did not delete, and of
   * parts and links that are gone, also those of an account that may be gone. With `onExisting`, a link
   * whose outcome is unknown stops nothing.
   */
  linesInDoubt(errors: readonly StackError[]): string[] {
    const isOfParts = /^(?:IpGroups|PermissionSet|Collector|Exporter|Setting) |outcome unknown/u;
    const open = errors.filter(
      ({ error }) => error instanceof ProviderFault && error.call === "delete" && isOfParts.test(error.message),
    );
    const base = this.marks.lines();
    const isOpen = ({ kind, outputs }: Pick<Resource, "kind" | "outputs">): boolean => {
      const { outcome, items = [] } = (outputs["doubt"] ?? {}) as { outcome?: true; items?: readonly string[] };
      return (outcome ?? items.length > 0) && /^(?:Membership|Permission|PermissionSet|User|UserGroup)$/u.test(kind);
    };
    const lines = [...open.flatMap(({ slot }) => this.stack.resourceOf(slot) ?? []), ...this.entries.filter(isOpen)];
    const accounts = open.flatMap(({ error }) => /^User(?:Group)? "(.+?)" /u.exec(error.message)?.[1] ?? []);
    const links = [...this.lines()].filter((line) => accounts.some((name) => line.includes(` ${name}`)));
    return [...lines.flatMap((one) => linesInState(one, base, this.sim)), ...links];
  }

  /** What a command may take over, by what it said: not what a slot has already, and no refresh takes from the state. */
  claims(command: Command): (thing: Thing, said: readonly string[]) => boolean {
    const { declared, adopted, isRefreshed } = command;
    const base = this.marks.lines();
    const equal = this.#equalGroups();
    const claims = [...adopted].map((slot) => {
      const held = this.stack.resourceOf(slot);
      // What existed before is not its own until it is adopted.
      const isTheirs = (held?.outputs["origin"] as { existed?: unknown } | undefined)?.existed !== undefined;
      // Nor is what a replacement has deleted.
      const own =
        held === undefined || held.isDeleted || isRefreshed || isTheirs ? [] : linesInState(held, base, this.sim);
      const lines = linesIn(declared, base, [slot]).filter((line) => !own.includes(line));
      const name = nameIn(declared, slot);
      return { lines, name, isRenamed: (held?.outputs["name"] ?? name) !== name };
    });
    return (thing, said) => {
      // A renaming adopts nothing, unless it replaces: then a line says so.
      const isSaid = (name: string): boolean =>
        said.some((one) => one.includes(`"${name}" on`) && one.includes("adopted (id"));
      const lines = claims.flatMap((one) => (one.isRenamed && !isSaid(one.name) ? [] : one.lines));
      return claimOf(new Set(lines))(thing) || [thing.key, ...thing.within].some((key) => equal.has(key));
    };
  }

  /** Groups with a number of the state and exactly its rules, at least one: they count as ours, whatever their name. */
  #equalGroups(): ReadonlySet<string> {
    const [base, things] = [this.marks.lines(), [...this.marks.things().values()]];
    const rulesIn = (name: unknown, lines: readonly string[]): string =>
      lines
        .flatMap((line) => line.split(`rule of ${String(name)}: `)[1] ?? [])
        .sort()
        .join("; ");
    const equal = new Set<string>();
    for (const one of this.entries) {
      const lines = linesInState(one, base, this.sim);
      for (const [name, id] of groupsIn(one.outputs)) {
        const key = `IP group ${String(id)}`;
        const live = things.filter(({ within }) => within.includes(key));
        const shown = live.map(({ line }) => line);
        const rules = rulesIn(live[0]?.subject, shown);
        if (rules !== "" && rules === rulesIn(name, lines)) equal.add(key);
      }
    }
    return equal;
  }
}

/** The names and numbers of the groups that an entry has. */
function groupsIn({ groupId, groupIds, ruleId, name }: Resource["outputs"]): [name: unknown, id: unknown][] {
  const one: [unknown, unknown][] = groupId === undefined || ruleId !== undefined ? [] : [[name, groupId]];
  return [...one, ...Object.entries((groupIds ?? {}) as Record<string, number>)];
}
