import type { Message } from "./messages";

/** What would happen to a resource, the most momentous first; `follow`: nothing is sent, it only learns a new name. */
export const actions = ["replace", "delete", "update", "create", "follow"] as const;
export type Action = (typeof actions)[number];

/** One thing that differs: a value, or one member of a set. */
export interface Line {
  /** E.g. `sendingPort` or `rules`. */
  readonly property: string;
  /** Absent where there was nothing. */
  readonly before?: string;
  /** Absent where there is nothing any more. */
  readonly after?: string;
  /** Of a member of a set: how many members the whole set has. */
  readonly sizes?: { readonly before: number; readonly after: number };
}

/** What a picture needs to know of a resource, before and after. */
export interface Facts {
  /** Collector, exporter. */
  readonly address?: string;
  /** Names of the profiles that it belongs to. */
  readonly profiles?: readonly string[];
  /** Profile, IP group: its name on the appliance. */
  readonly called?: string;
  /** Profile: where packets come in and go out. */
  readonly ports?: string;
  /** Number of an IP group, and those of its children. */
  readonly groupId?: string;
  readonly children?: readonly string[];
}

/** Something that is declared, whether or not it changes. */
export interface Resource {
  /** Unlike that of any other resource of the report, e.g. a URN. */
  readonly key: string;
  readonly stack: string;
  /** Undefined: the appliances at top level. */
  readonly site?: string;
  /** E.g. `IpGroup`, or the whole type of what is not one of this package. */
  readonly kind: string;
  /** Name in the program. */
  readonly name: string;
  /** What its appliance calls it, where that is another text. */
  readonly label?: string;
  readonly was?: Facts;
  readonly is?: Facts;
  /** Keys of the resources that it refers to. */
  readonly dependsOn: readonly string[];
}

/**
 * What differs of one resource. In a preview `before` is what there is and `after` what will be; in a report of drift
 * `before` is what the appliance has and `after` what is declared.
 */
export interface Finding extends Resource {
  readonly action: Action;
  /** It was changed on the appliance: other values, no object any more, or one that the program does not declare. */
  readonly byHand?: "changed" | "missing" | "undeclared";
  /** Whether it takes an existing object over if there is one (`onExisting`), or has done so (the output `adopted`). */
  readonly adoption?: "possible" | "done";
  /** The properties that make it a replacement. */
  readonly because: readonly string[];
  readonly lines: readonly Line[];
  /** Key of the resource whose new name it learns. */
  readonly follows?: string;
  /** Of what was applied: it did not succeed. */
  readonly failed?: boolean;
}

/** How many resources are treated how. */
export type Counts = Record<Action | "unchanged", number>;

/** The resources of one stack at one site. */
export interface StackSite {
  readonly stack: string;
  readonly site?: string;
  readonly counts: Counts;
}

/** What a report shows: read from previews, from what was applied or from the appliances. Plain data. */
export interface Summary {
  readonly mode: "preview" | "applied" | "drift";
  /** `project/stack` of each stack. */
  readonly stacks: readonly string[];
  readonly places: readonly StackSite[];
  /** Number of resources by kind. */
  readonly kinds: ReadonlyMap<string, Counts>;
  /** Resources that stay as they are, where the engine gave only their number. */
  readonly unnamed: number;
  /** Resources that differ, where the engine gave only their number. */
  readonly untold: number;
  /** The most momentous first. */
  readonly changes: readonly Finding[];
  /** What stays as it is, as far as the engine names it. */
  readonly unchanged: readonly Resource[];
  /** What made a preview fail. */
  readonly errors: readonly Message[];
  /** What was said besides. */
  readonly warnings: readonly Message[];
}

/** What {@link reportOf} makes a report of. */
export type Found = Pick<Summary, "mode" | "stacks" | "unnamed" | "untold" | "unchanged"> & {
  readonly changes: readonly Finding[];
  readonly messages: readonly Message[];
};

/** Counts and sorts findings, wherever they come from. */
export function reportOf({ messages, ...found }: Found): Summary {
  return {
    ...found,
    places: placesOf(found),
    kinds: kindsOf(found),
    changes: [...found.changes].sort(compare),
    errors: messages.filter(({ tone }) => tone === "error"),
    warnings: messages.filter(({ tone }) => tone === "warning"),
  };
}

const noCounts = (): Counts => ({ replace: 0, delete: 0, update: 0, create: 0, follow: 0, unchanged: 0 });

type Counted = Pick<Found, "changes" | "unchanged">;

function everyOf({ changes, unchanged }: Counted): (readonly [Resource, keyof Counts])[] {
  return [
    ...changes.map((change) => [change, change.action] as const),
    ...unchanged.map((resource) => [resource, "unchanged"] as const),
  ];
}

function placesOf(counted: Counted): StackSite[] {
  const places = new Map<string, StackSite>();
  for (const [{ stack, site }, what] of everyOf(counted)) {
    const key = JSON.stringify([stack, site]);
    const place = places.get(key) ?? { stack, ...(site === undefined ? {} : { site }), counts: noCounts() };
    place.counts[what] += 1;
    places.set(key, place);
  }
  return [...places.values()].sort((one, other) => byText(keyOf(one), keyOf(other)));
}

function kindsOf(counted: Counted): Map<string, Counts> {
  const kinds = new Map<string, Counts>();
  for (const [{ kind }, what] of everyOf(counted)) {
    const counts = kinds.get(kind) ?? noCounts();
    counts[what] += 1;
    kinds.set(kind, counts);
  }
  return new Map([...kinds].sort(([one], [other]) => byText(one, other)));
}

function compare(one: Finding, other: Finding): number {
  return (
    actions.indexOf(one.action) - actions.indexOf(other.action) ||
    byText(one.kind, other.kind) ||
    byText(one.label ?? one.name, other.label ?? other.name) ||
    byText(keyOf(one), keyOf(other)) ||
    byText(one.name, other.name)
  );
}

function keyOf({ stack, site = "" }: Pick<Resource, "stack" | "site">): string {
  return `${stack}\n${site}`;
}

/** By code units, numbers within by their value: the same on every machine, and addresses in their order. */
export function byText(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

const collator = new Intl.Collator("en", { numeric: true });
