import { stringify } from "yaml";
import { checkModel } from "../../sdk/model/resolve";
import { modelProblemText } from "../../sdk/model/problem";
import { shortRule } from "../../sdk/model/short-rules";
import { Refusal } from "../../provider/errors/refusal";
import { withoutUndefined, type Values } from "../../provider/values/inputs";
import { asNumber } from "../../provider/values/numbers";
import type { CanonicalRule } from "../../provider/values/rule";
import { leftOutOf, type LeftOut, type SiteObject, type SiteReading } from "./object";
import { byText, inRuleOrder } from "./order";
import { fileTitle, type ProgramOptions, type WrittenFile, type WrittenResource } from "./program";
import { call, constant, file, list, valueOf } from "./syntax";
import { present } from "../../provider/values/collections";
import { someOf } from "../../provider/values/quoted";

/** Options for writing a model and its program. */
export interface ModelOptions extends Omit<ProgramOptions, "knownAs"> {
  /** Name of the template in the program. */
  readonly template: string;
  readonly site: string | undefined;
}

const MODEL_FILE = "site.yaml";

/** Writes a site as a model, and a short program that declares it. */
export function modelOf(
  reading: SiteReading,
  options: ModelOptions,
): { files: readonly WrittenFile[]; resources: readonly WrittenResource[]; leftOut: readonly LeftOut[] } {
  const { objects } = reading;
  const named = objects.filter((object) => !isRefused(object));
  const profiles = new Set(ofKind(named, "ReplicatorProfile").map(({ label }) => label));
  const homeless = ofKind(named, "Policy").filter(({ inputs }) => !profiles.has(String(inputs["profile"])));
  const declared = named.filter((object) => !homeless.includes(object));
  const title = fileTitle(reading);
  return {
    files: [
      { path: MODEL_FILE, text: yamlOf(declared, title) },
      { path: "index.ts", text: indexOf(title, options) },
    ],
    resources: declared.map((object) => ({ object, name: `${options.template}/${keyOf(object)}` })),
    leftOut: [
      ...homeless.map((one) => leftOutOf(one, PROFILE_IS_MISSING)),
      ...objects.filter(isRefused).map((one) => leftOutOf(one, NAME_IS_REFUSED)),
    ],
  };
}

const PROFILE_IS_MISSING =
  "Its profile is not in the model, and a model lists policies below their profiles. Use --format ts.";

const NAME_IS_REFUSED = 'A model uses it as a Pulumi name, which must not contain "::". Rename it, or use --format ts.';

/** Whether a model cannot list an object under its name. */
function isRefused({ kind, label }: SiteObject): boolean {
  return kind !== "Policy" && label.includes("::");
}

function ofKind(objects: readonly SiteObject[], kind: SiteObject["kind"]): SiteObject[] {
  return objects.filter((object) => object.kind === kind);
}

/** The key of an object in a template. */
function keyOf({ kind, label, inputs }: SiteObject): string {
  return kind === "Policy" ? `${String(inputs["profile"])}/${String(inputs["cidr"])}` : label;
}

/** A group as a layer lists it: with short rules in natural order, and its child groups by name. */
function groupInModel({ inputs }: SiteObject, groups: ReadonlyMap<string, SiteObject>): Values {
  const { rules: all = [], ...rest } = withoutSite(inputs);
  const childOf = (one: CanonicalRule): SiteObject | undefined =>
    one.type === "child" ? groups.get(one.groupId) : undefined;
  const rules = (all as readonly CanonicalRule[]).filter((one) => childOf(one) === undefined);
  const children = (all as readonly CanonicalRule[]).flatMap((one) => childOf(one)?.label ?? []).sort(byText);
  return {
    ...rest,
    ...(children.length > 0 && { children }),
    ...(rules.length > 0 && { rules: inRuleOrder(rules).map(shortRule) }),
  };
}

/** A setting as a layer lists it: with a number where its value is one. */
function settingInModel({ inputs }: SiteObject): Values {
  return withoutUndefined({ ...withoutSite(inputs), value: asNumber(inputs["value"]) });
}

function yamlOf(objects: readonly SiteObject[], title: string): string {
  const groups = new Map(ofKind(objects, "IpGroup").map((object) => [object.id, object]));
  const lists: Readonly<Record<string, readonly Values[]>> = {
    ipGroups: [...groups.values()].map((one) => groupInModel(one, groups)),
    profiles: ofKind(objects, "ReplicatorProfile").map(({ label, inputs }) => {
      const policies = ofKind(objects, "Policy").filter((policy) => policy.inputs["profile"] === label);
      const below = policies.map(({ inputs: { profile: _, ...policy } }) => withoutSite(policy));
      return { ...withoutSite(inputs), ...(below.length === 0 ? {} : { policies: below }) };
    }),
    collectors: ofKind(objects, "Collector").map(({ inputs }) => withoutSite(inputs)),
    exporters: ofKind(objects, "Exporter").map(({ inputs }) => withoutSite(inputs)),
    settings: ofKind(objects, "Setting").map(settingInModel),
  };
  const model = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
  assertSound(model);
  const text = stringify(model, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" });
  return `# ${title}\n${text}`;
}

/** Maximum number of mistakes in an error. */
const MOST_NAMED = 5;

/** Checks the model. An appliance accepts things that the checks across a model refuse. */
function assertSound(model: object): void {
  const { problems } = checkModel([{ layer: MODEL_FILE, values: model }]);
  const errors = problems.filter(({ severity }) => severity === "error").map(modelProblemText);
  if (errors.length === 0) return;
  const named = someOf(errors, MOST_NAMED, "; ");
  throw new Refusal(
    `A model of this site would have mistakes: ${named}. Fix them on the appliances, or use --format ts.`,
  );
}

/** The inputs without the site, which the template sets. */
function withoutSite({ site: _, ...inputs }: Values): Values {
  return inputs;
}

function indexOf(title: string, { template, site, protect }: ModelOptions): string {
  const path = call("join", ["__dirname", valueOf(MODEL_FILE)]);
  const model = call("loadModel", [list([path])]);
  const inputs = valueOf({ ...present({ site }), model }, { model: () => model });
  const options = protect ? [valueOf({ protect: true })] : [];
  const made = call("new SiteTemplate", [valueOf(template), inputs, ...options]);
  const imports = [
    { from: "node:path", names: ["join"] },
    { from: "pulumi-flowgate", names: ["loadModel", "SiteTemplate"] },
  ];
  return file(title, imports, [constant("site", made, undefined, true)]);
}
