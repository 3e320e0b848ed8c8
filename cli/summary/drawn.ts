import type { ObjectPair } from "../site/parts";
import type { Drawn } from "../picture";
import { present } from "../../provider/values/collections";
import { diffLinesOf } from "./diff-text";
import { EXCLUDES } from "../actions";
import { isExclusion, shownName, type Finding, type Resource } from "./findings";

/** An object of a report in a picture: what changes, and what stays as it is. A follower changes nothing there. */
export function drawnOf(
  resource: Resource | Finding,
  { before, after, id }: Pick<ObjectPair, "before" | "after" | "id">,
): Drawn {
  const { key, stack, site, kind, dependsOn: refersTo } = resource;
  const groupId = kind === "IpGroup" ? id : undefined;
  const drawn = { key, stack, kind, label: shownName(resource), values: after ?? before ?? {}, refersTo };
  if (!("action" in resource) || resource.action === "follow") return { ...drawn, ...present({ site, groupId }) };
  const changes = ["update", "replace"].includes(resource.action) ? diffLinesOf(resource) : [];
  return {
    ...drawn,
    ...present({ site, groupId }),
    // Traffic that no longer arrives is no harmless addition.
    ...(isExclusion(resource) ? { action: "replace", sign: EXCLUDES } : { action: resource.action }),
    changes: changes.flatMap(({ sign, text }) => (sign === " " ? [] : [`${sign} ${text}`])),
  };
}
