import { resolve } from "node:path";
import type { SiteModel } from "../../lib/model/schema";
import { viewOf } from "../../lib/model/view";
import type { Values } from "../../provider/values/inputs";
import type { SiteReading } from "../../lib/site/object";
import type { Context } from "../context";
import { CommandError, ConfigurationError } from "../errors";
import { lazy } from "../lazy";
import { siteReading } from "../site-reading";
import { stateObjects, type StateObject } from "../engine/state";
import { itemsOfPreviews } from "./previewed";
import { unmarked, type Item, type Sourced } from "./item";
import { withSingleRules } from "./single-rules";

/** Source of a diagram. Default: the live appliances. */
export interface Source {
  readonly state?: true;
  readonly model?: readonly string[];
  readonly preview?: string;
}

/** Reads the items of a diagram from its source. */
export async function itemsOf(context: Context, { state, model, preview }: Source): Promise<Sourced> {
  const { site } = context.options;
  const sourced =
    preview !== undefined
      ? await itemsOfPreviews(preview, context.io)
      : model !== undefined
        ? ofModel(context, model)
        : state === true
          ? await ofState(context)
          : await ofAppliances(context);
  if (site === undefined || model !== undefined || (preview === undefined && state !== true)) return sourced;
  return { ...sourced, items: sourced.items.filter((item) => item.values["site"] === site) };
}

async function ofAppliances(context: Context): Promise<Sourced> {
  return { items: itemsOfReading(await siteReading(context, { all: false })), notes: [] };
}

/** Objects that no program can declare are drawn too, by their names. */
function itemsOfReading({ objects, leftOut }: SiteReading): Item[] {
  return [...objects, ...leftOut].map((one) => ({
    ...unmarked,
    key: `${one.kind} ${one.id}`,
    place: "",
    kind: one.kind,
    label: one.label,
    values: "inputs" in one ? one.inputs : {},
    ...(one.kind === "IpGroup" ? { groupId: one.id } : {}),
    ...("inputs" in one ? {} : { isPartial: true as const }),
  }));
}

async function ofState(context: Context): Promise<Sourced> {
  const { io, options, progress } = context;
  const { stackNotRead } = await context.configured();
  if (options.stack === false || stackNotRead !== undefined) {
    throw new ConfigurationError(
      `--state draws the state of a stack, but ${stackNotRead ?? "--no-stack says that there is none"}.`,
    );
  }
  const held = await progress.during("Reading the state", () => stateObjects(io, options.stack));
  return { items: withSingleRules(held.map(itemOfState)), notes: [] };
}

function itemOfState({ kind, id, urn, name, inputs, outputs }: StateObject): Item {
  const { groupIds } = outputs;
  return {
    ...unmarked,
    key: urn,
    place: typeof inputs["site"] === "string" ? inputs["site"] : "",
    kind,
    label: labelOf(kind, inputs, name),
    values: groupIds === undefined ? inputs : { groupIds, ...inputs },
    ...(kind === "IpGroup" ? { groupId: id } : {}),
  };
}

function labelOf(kind: string, inputs: Values, name: string): string {
  const label = kind === "Collector" || kind === "Exporter" ? inputs["address"] : inputs["name"];
  return typeof label === "string" ? label : name;
}

function ofModel(context: Context, files: readonly string[]): Sourced {
  const { modelProblemText } = lazy.modelProblems();
  const layers = files.map((name) => ({ layer: name, file: resolve(context.io.cwd, name) }));
  const { resolved, problems } = lazy.model().checkModel(layers);
  for (const problem of problems) context.terminal.note(modelProblemText(problem));
  if (resolved === undefined) throw new CommandError("attention", "The site model has mistakes, so nothing is drawn.");
  return { items: itemsOfModel(resolved.model), notes: [] };
}

function itemsOfModel(model: SiteModel): Item[] {
  const item = (kind: string, label: string, values: Values): Item => ({
    ...unmarked,
    key: `${kind} ${label}`,
    place: "",
    kind,
    label,
    values,
  });
  return [
    ...viewOf(model).groups.map(({ name, rules, children }) => ({
      ...item("IpGroup", name, { name, rules: rules.map((one) => one.rule) }),
      childNames: children.map((child) => child.name),
    })),
    ...(model.profiles ?? []).flatMap(({ policies = [], ...profile }) => [
      item("ReplicatorProfile", profile.name, profile),
      ...policies.map((policy) =>
        item("Policy", `${profile.name} ${policy.cidr}`, { ...policy, profile: profile.name }),
      ),
    ]),
    ...(model.collectors ?? []).map((one) => item("Collector", one.address, one)),
    ...(model.exporters ?? []).map((one) => item("Exporter", one.address, one)),
  ];
}
