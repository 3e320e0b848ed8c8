import type { ObjectPair } from "../site/parts";
import { markOf, type Drawn } from "../picture/drawn";
import { present } from "../../provider/values/collections";
import { diffLinesOf } from "./diff-text";
import { isExclusion, shownName, type Finding, type Resource } from "./findings";

/** An object of a report in a picture: what changes, and what stays as it is. */
export function drawnOf(
  resource: Resource | Finding,
  { before, after, id }: Pick<ObjectPair, "before" | "after" | "id">,
): Drawn {
  const { key, stack, site, kind, dependsOn } = resource;
  const isTaken = "action" in resource && isExclusion(resource);
  const isChanged = "action" in resource && ["update", "replace"].includes(resource.action);
  const changes = isChanged ? diffLinesOf(resource) : [];
  return {
    ...markOf(
      // Traffic that no longer arrives is no harmless addition.
      "action" in resource ? { ...resource, ...(isTaken ? { action: "replace" as const } : {}) } : {},
      changes.flatMap(({ sign, text }) => (sign === " " ? [] : [`${sign} ${text}`])),
    ),
    key,
    stack,
    ...present({ site }),
    kind,
    label: shownName(resource),
    values: after ?? before ?? {},
    ...present({ groupId: kind === "IpGroup" ? id : undefined }),
    refersTo: dependsOn,
  };
}
