import type { Kind } from "../../provider/registry";
import { asNumber } from "../../provider/values/numbers";
import { inBulk } from "./bulk";
import { namesOf, type ProgramNames } from "./names";
import type { SiteObject, SiteReading } from "./object";
import { byText, inRuleOrder } from "./order";
import { childIdsOf } from "./read-gateway";
import { call, constant, created, file, member, name, newOf, valueOf, type Expression, type Statement } from "./syntax";

/** A file to write. */
export interface WrittenFile {
  readonly path: string;
  readonly text: string;
}

/** Options for writing a program. */
export interface ProgramOptions {
  /** Whether to set Pulumi's `protect` on all resources of the program. */
  readonly protect: boolean;
  /** Whether to write IP groups as few resources that hold many. */
  readonly bulk?: boolean | undefined;
  /** The name that an object has in the state of the stack; undefined for one that is in no state. */
  knownAs(object: SiteObject): string | undefined;
}

/** Number of objects from which on each kind gets its own file. */
const MOST_IN_ONE_FILE = 50;

const fileNames: Partial<Record<Kind, string>> = {
  IpGroup: "ip-groups",
  IpGroups: "ip-groups",
  ReplicatorProfile: "profiles",
  Policy: "policies",
  Collector: "collectors",
  Exporter: "exporters",
  Setting: "settings",
};

/** A resource of a written program, with the data for an import. */
export interface WrittenResource {
  readonly object: SiteObject;
  readonly name: string;
}

/** Writes a site as a program in TypeScript, and returns the resources that it declares. */
export function programOf(
  { objects: each, appliances, leftOut }: SiteReading,
  { protect, bulk, knownAs }: ProgramOptions,
): { files: readonly WrittenFile[]; resources: readonly WrittenResource[] } {
  const objects = bulk === true ? inBulk(each, "tree") : each;
  const names = namesOf(objects, knownAs);
  const groups = new Map(objects.filter(({ kind }) => kind === "IpGroup").map((object) => [object.id, object]));
  const profiles = new Map(
    objects.filter(({ kind }) => kind === "ReplicatorProfile").map((object) => [object.label, object]),
  );
  const others = new Map(leftOut.filter(({ kind }) => kind === "IpGroup").map(({ id, label }) => [id, label]));
  const program: Program = { names, groups, profiles, others, protect };
  const title = fileTitle({ appliances });
  const resources = objects.map((object) => ({ object, name: nameOf(program, object).resource }));
  if (objects.length <= MOST_IN_ONE_FILE) {
    return { files: [{ path: "index.ts", text: sourceOf(program, objects, title, undefined) }], resources };
  }
  const places = [...new Set(objects.map(({ kind }) => fileOf(kind)))];
  const files = places.map((place) => {
    const own = objects.filter(({ kind }) => fileOf(kind) === place);
    return { path: `${place}.ts`, text: sourceOf(program, own, title, place) };
  });
  const index = file(
    title,
    places.map((place) => ({ from: `./${place}`, names: [] })),
    [],
  );
  return { files: [...files, { path: "index.ts", text: index }], resources };
}

/** The comment at the beginning of each written file. */
export function fileTitle({ appliances }: Pick<SiteReading, "appliances">): string {
  const hosts = Object.values(appliances).map((url) => new URL(url).host);
  return `What ${hosts.join(" and ")} ${hosts.length > 1 ? "hold" : "holds"}, written by flowgate export.`;
}

/** What the statements of a program refer to. */
export interface Program {
  readonly names: ReadonlyMap<SiteObject, ProgramNames>;
  readonly groups: ReadonlyMap<string, SiteObject>;
  readonly profiles: ReadonlyMap<string, SiteObject>;
  /** Groups by id that the program does not declare. */
  readonly others: ReadonlyMap<string, string>;
  readonly protect: boolean;
}

function fileOf(kind: Kind): string {
  return fileNames[kind] ?? kind;
}

function nameOf({ names }: Program, object: SiteObject): ProgramNames {
  const found = names.get(object);
  if (found === undefined) throw new Error(`There is no name for ${object.kind} ${object.id}.`);
  return found;
}

/** One source file, with a part of the objects or, without a place, with all. */
function sourceOf(program: Program, objects: readonly SiteObject[], title: string, place: string | undefined): string {
  const used = new Set(objects.map(({ kind: own }): string => own));
  const rules = objects.some(({ kind: own, inputs }) => own === "IpGroups" || inputs["rules"] !== undefined)
    ? ["rule"]
    : [];
  const imports = [{ from: "pulumi-flowgate", names: [...[...used].sort(), ...rules] }];
  const home = fileOf("ReplicatorProfile");
  const profiles = place === undefined || place === home ? [] : referredProfiles(program, objects);
  if (profiles.length > 0) imports.push({ from: `./${home}`, names: profiles });
  const options: Statement[] = [
    ...(program.protect
      ? [constant("options", valueOf({ protect: true }), "Pulumi refuses to delete what is protected.")]
      : []),
  ];
  return file(title, imports, [...options, ...objects.map((object) => statementOf(program, object))]);
}

function referredProfiles(program: Program, objects: readonly SiteObject[]): string[] {
  const referred = new Set(objects.flatMap(({ inputs }) => [inputs["profile"], inputs["profiles"]].flat()));
  return [...program.profiles]
    .filter(([label]) => referred.has(label))
    .map(([, object]) => nameOf(program, object).constant)
    .sort();
}

/** The statement that declares an object. Objects that others may refer to become exported constants. */
export function statementOf(program: Program, object: SiteObject): Statement {
  const { resource, constant: held } = nameOf(program, object);
  const options = program.protect ? [name("options")] : [];
  const made = newOf(object.kind, [valueOf(resource), inputsOf(program, object), ...options]);
  const unknown = childIdsOf(object).filter((id) => !program.groups.has(id));
  const remark = unknown.map(
    (id) => `${id} is ${JSON.stringify(program.others.get(id) ?? "")}, which is not declared here.`,
  );
  const isReferredTo = ["IpGroup", "ReplicatorProfile"].includes(object.kind);
  const comment = remark.length === 0 ? undefined : remark.join(" ");
  return isReferredTo ? constant(held, made, comment, true) : created(made, comment);
}

function inputsOf(program: Program, { inputs }: SiteObject): Expression {
  const profileOf = (label: unknown): Expression => {
    const object = program.profiles.get(String(label));
    return object === undefined ? valueOf(label) : name(nameOf(program, object).constant);
  };
  return valueOf(inputs, {
    // Of a setting.
    value: (text) => valueOf(asNumber(text)),
    profile: profileOf,
    profiles: (labels) => (labels as readonly unknown[]).map(profileOf),
    rules: (rules) => rulesOf(program, rules),
    groups: (groups) => {
      const member = (fields: unknown): Expression => valueOf(fields, { rules: (rules) => rulesOf(program, rules) });
      return valueOf(groups, Object.fromEntries(Object.keys(groups as object).map((label) => [label, member])));
    },
  });
}

function rulesOf(program: Program, rules: unknown): Expression[] {
  return inNameOrder(program, rules as readonly RuleFields[]).map((one) => ruleOf(program, one));
}

type RuleFields = Readonly<Record<string, unknown>>;

/** Child rules in the order of the groups' names, after the other rules: their ids differ on another appliance. */
function inNameOrder({ groups }: Program, rules: readonly RuleFields[]): RuleFields[] {
  const labelOf = ({ groupId }: RuleFields): string => groups.get(String(groupId))?.label ?? String(groupId);
  const below = rules.filter(({ type }) => type === "child");
  const others = rules.filter(({ type }) => type !== "child");
  return [...inRuleOrder(others), ...below.sort((one, other) => byText(labelOf(one), labelOf(other)))];
}

/** A rule as a call of its builder. */
function ruleOf(program: Program, { type, ...fields }: RuleFields): Expression {
  if (type !== "child")
    return call(
      member("rule", String(type)),
      Object.values(fields).map((value) => valueOf(value)),
    );
  const id = String(fields["groupId"]);
  const group = program.groups.get(id);
  const below = group === undefined ? valueOf(Number(id)) : name(nameOf(program, group).constant);
  return call(member("rule", "child"), [below]);
}
