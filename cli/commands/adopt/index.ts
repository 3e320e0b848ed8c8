import { withoutUnknown } from "../../../provider/values/collections";
import { adoptions, groupKey, type AdoptionFinding, type FreedPort, type Planned } from "../../../lib/site/adoption";
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
  const previews = await previewProgram(context, "adopt");
  const [planned, freed] = [previews.flatMap(plannedIn), previews.flatMap(freedIn)];
  const { configuration } = await context.configured();
  return context.progress.during("Reading the appliances", () =>
    refusals(() => adoptions(planned, freed, configuration)),
  );
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

/** The profiles that leave their listening ports in an up, so that others can have these. */
function freedIn({ steps }: Preview): FreedPort[] {
  return steps.flatMap(({ op, urn, oldState, newState }) => {
    const [before, after] = [{ ...oldState?.inputs, ...oldState?.outputs }, newState?.inputs];
    const isFreed = op === "update" && before["listeningPort"] !== after?.["listeningPort"];
    if (knownKind(namedBy(urn).type) !== "ReplicatorProfile" || !isFreed) return [];
    return [{ profile: before["name"], site: before["site"] }];
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
