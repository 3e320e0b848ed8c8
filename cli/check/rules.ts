import { crossChecks } from "../../lib/model/checks/all";
import type { Finding } from "../../lib/model/problem";
import { viewOf, type PlacedObject } from "../../lib/model/view";
import { objectsIn } from "../../lib/site/parts";
import type { SiteObject } from "../../lib/site/object";
import { alike } from "../../provider/values/alike";
import { listOf } from "../../provider/values/inputs";

/** A resource of this package, with the properties that rules across resources use. */
export interface Declared {
  readonly kind: SiteObject["kind"];
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Number of an IP group, by which parent groups refer to it. */
  readonly groupId: unknown;
  readonly steps: readonly string[];
}

/** Mistakes across resources. The rules are those of site models, applied to each site separately. */
export function rulesAcross(resources: readonly Declared[]): Finding[] {
  return alike(resources, ({ inputs }) => inputs["site"] ?? null).flatMap((same) =>
    crossChecks(viewOf(same.flatMap(objectsOf))),
  );
}

/** The objects of a resource, alone or as one of many. */
function objectsOf({ kind, inputs, groupId, steps }: Declared): PlacedObject[] {
  const members = inputs["groups"] as Readonly<Record<string, { readonly rules?: unknown }>> | undefined;
  return objectsIn(kind, { ...inputs, groupId }).map(({ kind: of, part, id, after }) => {
    const own = part === "" ? steps : [...steps, "groups", part];
    // The rules of one group of many come before its children.
    const count = part === "" ? Number.POSITIVE_INFINITY : listOf(members?.[part]?.rules).length;
    return {
      kind: of,
      inputs: after,
      steps: own,
      id: id ?? (of === "IpGroup" ? String(after["name"]) : undefined),
      stepsOfRule: (index) => (index < count ? [...own, "rules", index] : [...own, "children", index - count]),
    };
  });
}
