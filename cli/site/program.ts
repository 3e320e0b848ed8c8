import type { Kind } from "../../provider/registry";
import { asNumber } from "../../provider/values/numbers";
import { namesOf, type ProgramNames } from "./names";
import type { SiteObject, SiteReading } from "./object";
import { byText, inRuleOrder } from "./order";
import { childIdsOf } from "./read-gateway";
import { call, constant, file, statement, valueOf, type Expression } from "./syntax";

/** A file to write. */
export interface WrittenFile {
  readonly path: string;
  readonly text: string;
}

/** Options for writing a program. */
export interface ProgramOptions {
  /** Whether to set Pulumi's `protect` on all resources of the program. */
  readonly protect: boolean;
  /** The name that an object has in the state of the stack; undefined for one that is in no state. */
  knownAs(object: SiteObject): string | undefined;
}

/** A resource of a written program, with the data for an import. */
export interface WrittenResource {
  readonly object: SiteObject;
  readonly name: string;
}

/** Writes a site as a program in TypeScript, and returns the resources that it declares. */
export function programOf(
  { objects, appliances, leftOut }: SiteReading,
  { protect, knownAs }: ProgramOptions,
): { files: readonly WrittenFile[]; resources: readonly WrittenResource[] } {
  const ofKind = (kind: Kind): SiteObject[] => objects.filter((one) => one.kind === kind);
  const program: Program = {
    names: namesOf(objects, knownAs),
    groups: new Map(ofKind("IpGroup").map((object) => [object.id, object])),
    profiles: new Map(ofKind("ReplicatorProfile").map((object) => [object.label, object])),
    others: new Map(leftOut.filter(({ kind }) => kind === "IpGroup").map(({ id, label }) => [id, label])),
    protect,
  };
  const isWithRules = objects.some(({ inputs }) => inputs["rules"] !== undefined);
  const used = [...new Set(objects.map(({ kind }): string => kind))].sort();
  const options = protect
    ? [constant("options", valueOf({ protect: true }), "Pulumi refuses to delete what is protected.")]
    : [];
  const text = file(
    fileTitle({ appliances }),
    [{ from: "pulumi-flowgate", names: [...used, ...(isWithRules ? ["rule"] : [])] }],
    [...options, ...objects.map((object) => statementOf(program, object))],
  );
  const resources = objects.map((object) => ({ object, name: nameOf(program, object).resource }));
  return { files: [{ path: "index.ts", text }], resources };
}

/** The comment at the beginning of each written file. */
export function fileTitle({ appliances }: Pick<SiteReading, "appliances">): string {
  const hosts = Object.values(appliances).map((url) => new URL(url).host);
  return `What ${hosts.join(" and ")} ${hosts.length > 1 ? "hold" : "holds"}, written by flowgate export.`;
}

/** What the statements of a program refer to. */
interface Program {
  readonly names: ReadonlyMap<SiteObject, ProgramNames>;
  readonly groups: ReadonlyMap<string, SiteObject>;
  readonly profiles: ReadonlyMap<string, SiteObject>;
  /** Groups by id that the program does not declare. */
  readonly others: ReadonlyMap<string, string>;
  readonly protect: boolean;
}

function nameOf({ names }: Program, object: SiteObject): ProgramNames {
  const found = names.get(object);
  if (found === undefined) throw new Error(`There is no name for ${object.kind} ${object.id}.`);
  return found;
}

/** The statement that declares an object. Objects that others may refer to become exported constants. */
function statementOf(program: Program, object: SiteObject): string {
  const { resource, constant: held } = nameOf(program, object);
  const options = program.protect ? ["options"] : [];
  const made = call(`new ${object.kind}`, [valueOf(resource), inputsOf(program, object), ...options]);
  const unknown = childIdsOf(object).filter((id) => !program.groups.has(id));
  const remark = unknown.map(
    (id) => `${id} is ${JSON.stringify(program.others.get(id) ?? "")}, which is not declared here.`,
  );
  const isReferredTo = ["IpGroup", "ReplicatorProfile"].includes(object.kind);
  const comment = remark.length === 0 ? undefined : remark.join(" ");
  return isReferredTo ? constant(held, made, comment, true) : statement(made, comment);
}

function inputsOf(program: Program, { inputs }: SiteObject): Expression {
  const profileOf = (label: unknown): Expression => {
    const object = program.profiles.get(String(label));
    return object === undefined ? valueOf(label) : nameOf(program, object).constant;
  };
  return valueOf(inputs, {
    // Of a setting.
    value: (text) => valueOf(asNumber(text)),
    profile: profileOf,
    profiles: (labels) => (labels as readonly unknown[]).map(profileOf),
    rules: (rules) => rulesOf(program, rules),
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
      `rule.${String(type)}`,
      Object.values(fields).map((value) => valueOf(value)),
    );
  const id = String(fields["groupId"]);
  const group = program.groups.get(id);
  const below = group === undefined ? valueOf(Number(id)) : nameOf(program, group).constant;
  return call("rule.child", [below]);
}
