import { previewsOf } from "../summary";
import type { Io } from "../io";
import { changesOf, type AnyPair } from "../summary/changes";
import { diffLinesOf } from "../summary/diff-text";
import { titleOf } from "../summary/entries";
import type { Finding, Resource } from "../summary/findings";
import { drawnAction, drawnSign } from "../summary/picture-node";
import type { Item, Sourced } from "./item";

/** The objects in previews: those that change, and with `--show-sames` also the others. */
export async function itemsOfPreviews(file: string, io: Pick<Io, "stdin" | "cwd" | "env">): Promise<Sourced> {
  const previews = await previewsOf([file], io);
  const stacks = new Set(previews.map(({ stack }) => stack));
  const found = previews.map(changesOf);
  const unnamed = found.reduce((sum, one) => sum + one.unnamed, 0);
  const items = found.flatMap(({ changes, unchanged, objects }) => {
    return [...changes, ...unchanged].flatMap((one) => itemOf(one, objects.get(one.key), stacks.size > 1));
  });
  const notes =
    unnamed === 0
      ? []
      : [`${String(unnamed)} resources that stay as they are have no name in this preview: --show-sames names them.`];
  return { items, notes };
}

function itemOf(resource: Resource | Finding, object: AnyPair | undefined, isOfManyStacks: boolean): Item[] {
  if (object === undefined) return [];
  const { before, after, id } = object;
  const action = drawnAction(resource);
  const place = [...(isOfManyStacks ? [resource.stack] : []), ...(resource.site === undefined ? [] : [resource.site])];
  return [
    {
      key: resource.key,
      place: place.join(" / "),
      kind: resource.kind,
      label: titleOf(resource),
      values: after ?? before ?? {},
      ...(before === undefined || after === undefined ? {} : { before }),
      ...(resource.kind !== "IpGroup" || id === undefined ? {} : { groupId: id }),
      refersTo: resource.dependsOn,
      ...(action === undefined ? {} : { action }),
      sign: drawnSign(resource),
      changes: action === "update" || action === "replace" ? changesIn(resource as Finding) : [],
    },
  ];
}

function changesIn(finding: Finding): string[] {
  return diffLinesOf(finding).flatMap(({ sign, text }) => (sign === " " ? [] : [`${sign} ${text}`]));
}
