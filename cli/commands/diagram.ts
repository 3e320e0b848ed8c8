import { Option, type Command } from "commander";
import { present } from "../../provider/values/collections";
import type { Values } from "../../provider/values/inputs";
import { labelOf } from "../site/label";
import type { OwnedObject, SiteReading } from "../site/object";
import { objectsIn } from "../site/parts";
import { line } from "../output/view";
import { objectsOf } from "../../sdk/model/objects";
import type { SiteModel } from "../../sdk/model/schema";
import type { Context, Result } from "../context";
import { load } from "../model-layers";
import { flowchart, pictureOf, type Drawn } from "../picture";
import type { Runner } from "../run";
import { siteReading, stackState } from "../site-reading";
import { placeNames } from "../summary/entries";

interface DiagramOptions {
  readonly state?: true;
  readonly model?: readonly string[];
}

/** `diagram`: a Mermaid picture of a site, a model or a state. */
export function addDiagram(program: Command, run: Runner): void {
  program
    .command("diagram")
    .helpGroup("Review:")
    .description("Print a Mermaid picture of a site, a model or a state")
    .addOption(new Option("--state", "Draw the state of the stack; the live appliances by default").conflicts("model"))
    .option("--model <layers...>", "Draw a site model of these layers")
    .action(run(drawing));
}

/** Maximum number of boxes: objects that are alike share one. */
const MOST_BOXES = 60;

async function drawing(context: Context, { state, model }: DiagramOptions): Promise<Result> {
  const objects =
    model !== undefined
      ? ofModel(load(context, model).model)
      : state === true
        ? await ofState(context)
        : ofReading(await siteReading(context));
  const picture = pictureOf(objects, placeNames({ places: objects }), { most: MOST_BOXES });
  if (picture.scenes.length === 0)
    return { data: picture, views: [line("There is nothing to draw.")], ending: "attention" };
  return { data: picture, views: [{ kind: "text", text: flowchart(picture) }] };
}

function ofReading({ objects, leftOut }: SiteReading): Drawn[] {
  const all = [...objects, ...leftOut].map((one) => drawn(one.kind, one.label, one.inputs, one.id));
  return all.map(({ site: _, ...one }) => one);
}

async function ofState(context: Context): Promise<Drawn[]> {
  const { site: chosen } = context.options;
  const held = await stackState(context, "--state draws");
  return held.flatMap(ofHeld).filter(({ site }) => chosen === undefined || site === chosen);
}

/** The objects of a resource in a state. Child groups are found by their numbers, everything else by names. */
function ofHeld({ kind, id, label, owner, inputs, named = inputs, outputs }: OwnedObject): Drawn[] {
  const known = kind.startsWith("IpGroup") ? inputs : named;
  return objectsIn(kind, { ...outputs, ...known }).map((one) => {
    const name = one.part === "" ? label : (labelOf(one.kind, one.after) ?? one.part);
    return { ...drawn(one.kind, name, one.after, one.id ?? id), key: `${owner.urn} ${one.part}` };
  });
}

function ofModel(model: SiteModel): Drawn[] {
  return objectsOf(model).map(({ kind, inputs }) => drawn(kind, labelOf(kind, inputs) ?? kind, inputs));
}

function drawn(kind: string, label: string, values: Values, id?: string): Drawn {
  const site = typeof values["site"] === "string" ? values["site"] : undefined;
  const groupId = kind === "IpGroup" ? id : undefined;
  return { key: `${kind} ${id ?? label}`, stack: "", kind, label, values, ...present({ site, groupId }) };
}
