import { previewsOf } from "../summary";
import type { Values } from "../../provider/values/inputs";
import type { Io } from "../io";
import { changesOf } from "../summary/changes";
import { diffLinesOf } from "../summary/diff-text";
import { titleOf } from "../summary/entries";
import type { Finding, Resource } from "../summary/findings";
import { drawnAction, drawnSign } from "../summary/picture-node";
import type { Preview, Step } from "../engine/preview";
import type { Item, Sourced } from "./item";

/** The objects in previews: those that change, and with `--show-sames` also the others. */
export async function itemsOfPreviews(file: string, io: Pick<Io, "stdin" | "cwd" | "env">): Promise<Sourced> {
  const previews = await previewsOf([file], io);
  const stacks = new Set(previews.map(({ stack }) => stack));
  const found = previews.map((preview) => ({ preview, ...changesOf(preview) }));
  const unnamed = found.reduce((sum, one) => sum + one.unnamed, 0);
  const items = found.flatMap(({ preview, changes, unchanged }) => {
    const steps = stepsOf(preview);
    return [...changes, ...unchanged].flatMap((one) => itemOf(one, steps.get(one.key), stacks.size > 1));
  });
  const notes =
    unnamed === 0
      ? []
      : [`${String(unnamed)} resources that stay as they are have no name in this preview: --show-sames names them.`];
  return { items, notes };
}

/** The most informative step of each resource. */
function stepsOf({ steps }: Preview): Map<string, Step> {
  const byUrn = new Map<string, Step>();
  for (const step of steps) {
    const known = byUrn.get(step.urn);
    if (known === undefined || known.op === "refresh" || step.op === "replace") byUrn.set(step.urn, step);
  }
  return byUrn;
}

function itemOf(resource: Resource | Finding, step: Step | undefined, isOfManyStacks: boolean): Item[] {
  if (step === undefined) return [];
  const { oldState, newState } = step;
  const [before, after] = [valuesOf(oldState), newState?.inputs];
  const values: Values = { ...idsOf(oldState, newState), ...(after ?? before ?? {}) };
  const action = drawnAction(resource);
  const groupId = numberOf(newState?.outputs?.["groupId"] ?? oldState?.outputs?.["groupId"]);
  const place = [...(isOfManyStacks ? [resource.stack] : []), ...(resource.site === undefined ? [] : [resource.site])];
  return [
    {
      key: resource.key,
      place: place.join(" / "),
      kind: resource.kind,
      label: titleOf(resource),
      values,
      ...(before === undefined || after === undefined ? {} : { before }),
      ...(groupId === undefined ? {} : { groupId }),
      refersTo: resource.dependsOn,
      ...(action === undefined ? {} : { action }),
      sign: drawnSign(resource),
      changes: action === "update" || action === "replace" ? changesIn(resource as Finding) : [],
    },
  ];
}

function valuesOf(state: Step["oldState"]): Values | undefined {
  return state?.outputs ?? state?.inputs;
}

function idsOf(...states: Step["oldState"][]): Values {
  const ids = states.map((state) => state?.outputs?.["groupIds"]).find((one) => one !== undefined);
  return ids === undefined ? {} : { groupIds: ids };
}

function numberOf(id: unknown): string | undefined {
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
}

function changesIn(finding: Finding): string[] {
  return diffLinesOf(finding).flatMap(({ sign, text }) => (sign === " " ? [] : [`${sign} ${text}`]));
}
