import { withoutUnknown } from "../../../provider/values/collections";
import { adoptions, groupKey, type AdoptionFinding, type Planned } from "../../../lib/site/adoption";
import { objectsOf } from "../../../lib/site/parts";
import { listOf, type Values } from "../../../provider/values/inputs";
import { isUnknown } from "../../../provider/values/value-text";
import type { Context } from "../../context";
import type { Preview } from "../../engine/preview";
import { previewProgram } from "../../engine/program";
import { ownValues } from "../../engine/state";
import { knownKind, namedBy, ownerOf } from "../../engine/urn";
import { refusals } from "../../site-reading";
import { changesOf, keyOf } from "../../summary/changes";
import { shownName } from "../../summary/findings";

/** Finds out what an up of the program in this folder would find on the appliances. */
export async function findAdoptions(context: Context): Promise<AdoptionFinding[]> {
  const planned = (await previewProgram(context, "adopt")).flatMap(plannedIn);
  const { configuration } = await context.configured();
  return context.progress.during("Reading the appliances", () => refusals(() => adoptions(planned, configuration)));
}

/** The objects that a preview would create. Those that pass from another resource of the program exist already. */
function plannedIn(preview: Preview): Planned[] {
  const created = changesOf(preview).changes.filter(({ action }) => action === "create");
  const labels = new Map(created.map((one) => [one.key, shownName(one)]));
  return preview.steps.flatMap(({ op, urn, oldState, newState }): Planned[] => {
    const kind = knownKind(namedBy(urn).type);
    if (!["create", "update"].includes(op) || kind === undefined || newState?.inputs === undefined) return [];
    const before = op === "create" ? undefined : oldState?.outputs;
    return objectsOf(kind, before, ownValues(newState.inputs)).flatMap((object): Planned[] => {
      const label = labels.get(keyOf(urn, object));
      if (label === undefined || object.before !== undefined || object.after === undefined) return [];
      const inputs = withoutNewChildren(object.after);
      const isPartial = inputs !== object.after || isUnknown(inputs);
      return [
        {
          kind: object.kind,
          label,
          owner: ownerOf(urn, newState.parent),
          inputs: withoutUnknown(inputs, isUnknown) as Values,
          isPartial,
          needs: [...(newState.dependencies ?? []), ...childNames(object.after).map((name) => groupKey(urn, name))],
        },
      ];
    });
  });
}

/** Names of the child groups in the same resource. */
function childNames({ rules }: Values): string[] {
  return listOf(rules).flatMap((rule) => {
    const { type, groupId } = rule as Values;
    return type === "child" && typeof groupId === "string" ? [groupId] : [];
  });
}

/** The inputs without child groups that have no number yet. */
function withoutNewChildren(inputs: Values): Values {
  const rules = inputs["rules"];
  if (!Array.isArray(rules)) return inputs;
  const kept = rules.filter((one: Values) => one["type"] !== "child" || /^\d+$/u.test(String(one["groupId"])));
  return kept.length === rules.length ? inputs : { ...inputs, rules: kept };
}
