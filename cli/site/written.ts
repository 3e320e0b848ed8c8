import { isDeepStrictEqual } from "node:util";
import { objectsOf, type ModelObject } from "../../sdk/model/objects";
import { pathText } from "../../sdk/model/problem";
import type { ResolvedModel } from "../../sdk/model/resolve";
import { shortRule } from "../../sdk/model/short-rules";
import { withValue, type Items } from "../../sdk/model/write-value";
import { itemsThatDiffer } from "../../provider/values/differences";
import { listOf, type Values } from "../../provider/values/inputs";
import { asNumber } from "../../provider/values/numbers";
import type { CanonicalRule } from "../../provider/values/rule";
import { differenceOf } from "./differences";
import type { Comparison } from "./drift";
import { labelOf, titleOf } from "./label";
import { inputsOf } from "./parts";
import { ObjectNames } from "./references";

/** The last layer of a site's model, and what all layers result in. */
export interface Layer {
  readonly text: string;
  readonly model: ResolvedModel;
}

/**
 * Writes what was changed by hand into the last layer of a model, one change after the other. A change is kept only if
 * the model has then what the appliance holds, and everything else as before. Returns the text, the paths of what was
 * written, and what was left with the reasons. `resolve` gives the model with another text; undefined for mistakes.
 */
export function written(
  found: readonly Comparison[],
  site: string | undefined,
  layer: Layer,
  undo: string,
  resolve: (text: string) => ResolvedModel | undefined,
): { readonly text: string; readonly written: readonly string[]; readonly left: readonly string[] } {
  const names = new ObjectNames();
  for (const { finding } of found) names.add(finding.kind, finding.id, finding.label, finding.site);
  const paths: string[] = [];
  const left: string[] = [];
  let now = layer;
  for (const { finding, live, declared } of found) {
    if (finding.status === "missing")
      left.push(`${titleOf(finding)}: It is missing: make it again (${undo}), or remove it from the model.`);
    if (live === undefined || declared === undefined) continue;
    const named = { live: names.in({ ...live, site }), declared: names.in({ ...declared, site }) };
    for (const input of new Set(finding.changes.map(({ property }) => property))) {
      const otherSite = finding.site === undefined ? NO_SITE : OTHER_SITE;
      const next = finding.site === site ? tried(now, { ...finding, ...named, input }, resolve) : otherSite;
      if (typeof next === "string") {
        left.push(`${titleOf(finding)}: ${input}: ${next}`);
        continue;
      }
      now = next;
      paths.push(next.path);
    }
  }
  return { text: now.text, written: paths, left };
}

const OTHER_SITE = "It is of another site: name that with --site, and its layers.";
const NO_SITE = "It is of no site: leave out --site.";
const RENAMED = "Its name identifies it in the model: rename it in every layer, and add the old one to formerNames.";
const PENDING = "The model has another value than the state: update the site first, or write it by hand.";
const NOT_SOUND = "The layer cannot take this value: write it by hand.";

interface Change extends Pick<Comparison["finding"], "kind" | "label"> {
  readonly input: string;
  readonly live: Values;
  readonly declared: Values;
}

/** The layer with a change and its path, or why it cannot have it. */
function tried(
  { text, model }: Layer,
  change: Change,
  resolve: Parameters<typeof written>[4],
): (Layer & { readonly path: string }) | string {
  const { input, live, declared } = change;
  const object = objectIn(model, change);
  if (object === undefined) return "The model does not declare it.";
  if (input === "name") return RENAMED;
  const steps = [...object.steps, input];
  const path = pathText(steps);
  if (isSame(change, object.inputs, live)) return { text, model, path };
  if (!isSame(change, object.inputs, declared)) return PENDING;
  const edited = withValue(text, steps, ...valueFor(change, object.inputs[input]));
  const after = resolve(edited);
  const made = after && objectIn(after, change);
  if (after === undefined || made === undefined || !isSame(change, made.inputs, live)) return NOT_SOUND;
  return isDeepStrictEqual(othersIn(model, path), othersIn(after, path))
    ? { text: edited, model: after, path }
    : NOT_SOUND;
}

function objectIn({ model }: ResolvedModel, { kind, label }: Change): ModelObject | undefined {
  return objectsOf(model).find((one) => one.kind === kind && labelOf(kind, one.inputs) === label);
}

/** Whether two readings of an object have the same value of an input. */
function isSame({ kind, input }: Change, before: Values, after: Values): boolean {
  const pair = { kind, part: "", before: inputsOf(kind).withDefaults(before), after };
  return differenceOf(pair).every(({ property }) => property !== input);
}

/** The value on the appliance as a layer writes it; for a list, its differing items too. Child groups stay as they are. */
function valueFor({ kind, input, live }: Change, seen: unknown): [unknown, Items?] {
  const value = live[input];
  if (!Array.isArray(seen ?? value)) return [typeof seen === "number" ? asNumber(value) : value];
  const [own = [], held = []] = [seen, value].map((list) =>
    listOf(list).filter((item) => (item as Values | null)?.["type"] !== "child"),
  );
  const { removed, added } = itemsThatDiffer(inputsOf(kind), input, own, held);
  const short = (item: unknown): unknown => (input === "rules" ? shortRule(item as CanonicalRule) : item);
  const items = { removed: removed.map(({ index }) => index), added: added.map(({ item }) => short(item)) };
  return [[...own.filter((_, index) => !items.removed.includes(index)).map(short), ...items.added], items];
}

/** Every value of a model except one. */
function othersIn(model: ResolvedModel, path: string): unknown {
  return model.explain().flatMap((one) => (one.path === path ? [] : [[one.path, one.value]]));
}
