import type { ObjectPair } from "../../lib/site/parts";
import { markOf, type Drawn } from "../picture/drawn";
import { present } from "../../provider/values/collections";
import { diffLinesOf } from "./diff-text";
import { shownName, type Finding, type Resource } from "./findings";

/** An object of a report in a picture: what changes, and what stays as it is. */
export function drawnOf(
  resource: Resource | Finding,
  { before, after, id }: Pick<ObjectPair, "before" | "after" | "id">,
): Drawn {
  const { key, stack, site, kind, dependsOn } = resource;
  const isChanged = "action" in resource && ["update", "replace"].includes(resource.action);
  const changes = isChanged ? diffLinesOf(resource) : [];
  return {
    ...markOf(
      "action" in resource ? resource : {},
      changes.flatMap(({ sign, text }) => (sign === " " ? [] : [`${sign} ${text}`])),
    ),
    key,
    stack,
    ...present({ site }),
    kind,
    label: shownName(resource),
    values: after ?? before ?? {},
    ...(before && after ? { before } : before ? { exists: "before" } : after ? { exists: "after" } : {}),
    ...present({ groupId: kind === "IpGroup" ? id : undefined }),
    refersTo: dependsOn,
  };
}
