import { identityOf, isMove } from "../site/differences";
import { labelOf, nounOf } from "../site/label";
import { inputsOf, objectsOf } from "../site/parts";
import type { Kind } from "../../provider/registry";
import { alike, kept } from "../../provider/values/collections";
import { listOf, type Values } from "../../provider/values/inputs";
import { knownKind, namedBy } from "./urn";

/** A resource of this package in a program or in a state. */
export interface Held {
  readonly kind: Kind;
  readonly urn: string;
  /** URN of its parent; undefined or empty if it has none. */
  readonly parent?: string | undefined;
  readonly inputs: Values;
}

/** A new resource that looks like one that leaves under another name or parent. */
export interface Rename {
  /** URN of the new resource. */
  readonly urn: string;
  /** The object, e.g. `IP group Servers`. */
  readonly noun: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  /** What differs if that is not the name. */
  readonly under: "" | " under another parent";
  /** Whether its creation is refused, because the object exists: Pulumi deletes last. */
  readonly isRefused: boolean;
  /** What keeps the object, as the program writes it. */
  readonly option: string;
  /** What needs the option, e.g. `web`. */
  readonly at: string;
}

/** The kinds whose creation is refused if the object exists. */
const refused: readonly Kind[] = [
  "Collector",
  "Exporter",
  "IpGroup",
  "IpGroupRule",
  "ReplicatorProfile",
  "User",
  "UserGroup",
];

/** Whether a component, by its URN, leaves the program. */
type Leaves = (urn: string) => boolean;

/** Pairs of a new object and a leaving one of the same kind: with the same name or address, else port or rules. */
export function renamesIn(created: readonly Held[], deleted: readonly Held[], leaves: Leaves): Rename[] {
  const isPaired = new Set<Held>();
  const [coming = [], left = []] = [created, deleted].map((some) => some.flatMap((one) => newIn(one)));
  const all = [identityOf, featureOf].flatMap((keyOf) => {
    const leaving = new Map<string, Held[]>();
    for (const one of left.filter(({ kind }) => refused.includes(kind)))
      kept(leaving, keyOf(one), (): Held[] => []).push(one);
    return coming.flatMap((one) => {
      const former = leaving.get(keyOf(one))?.find((other) => !isPaired.has(other));
      if (former === undefined || isPaired.has(one)) return [];
      isPaired.add(one).add(former);
      const [was, is] = [former, one].map(({ kind, inputs }) => ({ kind, part: "", before: inputs, after: inputs }));
      return was !== undefined && is !== undefined && isMove(was, is, true) ? [] : [renameOf(former, one, leaves)];
    });
  });
  // A set of groups needs once what each of them needs.
  return alike(all, ({ urn, at, option }) => [urn, at, option]).map(([one]) => one);
}

/** A resource that was not there before, or each group of an `IpGroups` that it had not before. */
export function newIn(one: Held, was?: Values): Held[] {
  if (one.kind !== "IpGroups") return was === undefined ? [one] : [];
  return objectsOf(one.kind, was, one.inputs).flatMap(({ kind, before, after }) =>
    before === undefined && after !== undefined ? [{ ...one, kind, inputs: after }] : [],
  );
}

const ownKind = ({ urn }: Held): Kind | undefined => knownKind(namedBy(urn).type);

/** What hardly two objects have in common. */
function featureOf(one: Held): string {
  const { kind, urn, inputs } = one;
  const rules = ownKind(one) === "IpGroup" ? listOf(inputsOf(kind).canonical(inputsOf(kind).of(inputs))["rules"]) : [];
  const feature = kind === "ReplicatorProfile" ? inputs["listeningPort"] : rules.length > 0 ? rules : urn;
  return JSON.stringify([kind, inputs["site"], feature]);
}

function renameOf(former: Held, one: Held, leaves: Leaves): Rename {
  const [was, now] = [namedBy(former.urn), namedBy(one.urn)];
  const label = labelOf(one.kind, former.inputs) ?? was.name;
  return {
    urn: one.urn,
    noun: nounOf(one.kind, 1),
    label,
    from: was.name,
    to: now.name,
    under: now.name === was.name ? " under another parent" : "",
    isRefused: identityOf(former) === identityOf(one),
    ...cureOf(former, one, label, leaves),
  };
}

/** The type of the component that declares a model. */
export const TEMPLATE = "flowgate:index:SiteTemplate";

/** The alias that makes Pulumi keep the former resource: of its component, or of the resource itself. */
function cureOf(former: Held, one: Held, label: string, leaves: Leaves): Pick<Rename, "option" | "at"> {
  const [was, now] = [namedBy(former.urn).name, namedBy(one.urn).name];
  const [before, above] = [parentOf(former), parentOf(one)];
  if (ownKind(former) !== ownKind(one))
    return { option: 'onExisting: "adopt"', at: above.type === TEMPLATE ? label : now };
  // Pulumi knows parents by their types alone, and a name that begins with that of its component changes with it.
  const isAlike = before.types === above.types;
  const inherited = now.startsWith(above.name) ? before.name + now.slice(above.name.length) : now;
  const isOfRenamed = isAlike && above.urn !== before.urn && leaves(before.urn) && was === inherited;
  if (above.type === TEMPLATE && before.type === TEMPLATE) {
    const parent = before.types === TEMPLATE ? "" : "<URN of its former parent>";
    if (!isAlike) return { option: aliasOf(before.name, above.name, parent), at: above.name };
    const [at, old] = isOfRenamed ? [above.name, before.name] : [labelOf(one.kind, one.inputs) ?? now, label];
    return { option: `formerNames: [${JSON.stringify(old)}]`, at };
  }
  if (isOfRenamed) return { option: aliasOf(before.name, above.name), at: above.name };
  return { option: aliasOf(was, now, ...(isAlike ? [] : [before.urn])), at: now };
}

/** `parent`: the URN of another former parent, empty for the stack. */
function aliasOf(was: string, now: string, ...parent: readonly string[]): string {
  const name = was === now ? [] : [`name: ${JSON.stringify(was)}`];
  const above = parent.map((urn) => `parent: ${urn === "" ? "pulumi.rootStackResource" : JSON.stringify(urn)}`);
  return `{ aliases: [{ ${[...name, ...above].join(", ")} }] }`;
}

/** Its parent, with empty texts if that is the stack; `types`: its own type behind those of its parents. */
function parentOf({ parent: urn = "" }: Held): { urn: string; type: string; types: string; name: string } {
  const { type, name } = namedBy(urn);
  const isStack = type === "pulumi:pulumi:Stack";
  return isStack ? { urn: "", type: "", types: "", name: "" } : { urn, type, types: urn.split("::")[2] ?? "", name };
}
