import type { Facades } from "../appliance/facades";
import { ApplianceError, type ApplianceKind } from "../errors/errors";
import type { AnyDefinition } from "../resource";
import { Inputs, type Values } from "../values/inputs";
import { quoted } from "../values/quoted";
import { hasUnknown, UNKNOWN } from "../values/schema";
import { verdictOn, type Verdict } from "./verdict";

/**
 * What a preview reports about a creation that would find an existing object in a snapshot; nothing for what is new or
 * cannot be read. `isOurs` says which objects the stack has.
 */
export async function foretold(
  definition: AnyDefinition,
  news: Values,
  isOurs: (id: string) => boolean,
  recorded: () => Facades[ApplianceKind] | undefined,
): Promise<string[]> {
  const facade = recorded();
  if (facade === undefined) return [];
  const whole = new Inputs(definition.inputs);
  const known = withoutUnknown(news) as Values;
  if (whole.required.some((key) => known[key] === undefined)) return [];
  const isPartial = hasUnknown(news);
  const asked = whole.canonical(known);
  const parts = definition.parts?.(asked) ?? [{ definition, label: undefined, want: asked, isPartial }];
  const notes = await Promise.all(
    parts.map(async (part) => {
      const judged = await verdict(part.definition, { ...part, isPartial: isPartial || part.isPartial }, () => facade);
      if (judged.id !== undefined && isOurs(judged.id)) return [];
      const text = textOf(judged, part.want);
      if (text === undefined) return [];
      return [part.label === undefined ? text : `group ${quoted(part.label)}: ${text}`];
    }),
  );
  return notes.flat();
}

/**
 * The verdict on one object. If the appliance refused while recording, or its answer was not understood, that says
 * nothing about the object.
 */
async function verdict(...args: Parameters<typeof verdictOn>): Promise<Verdict> {
  try {
    return await verdictOn(...args);
  } catch (error) {
    if (error instanceof ApplianceError) return { verdict: "refuse", why: error.message };
    throw error;
  }
}

function textOf({ verdict, id, changes = "", why }: Verdict, want: Values): string | undefined {
  if (verdict === "new" || verdict === "unread") return undefined;
  if (id === undefined) return `the snapshot does not show whether it exists: ${why ?? ""}`;
  const rest = why === undefined ? "" : ` ${why}`;
  const there = `already exists (id ${id}) in the snapshot`;
  // A link that already exists counts as success, and belongs to others.
  if (verdict === "adopt" && want["onExisting"] === undefined) return `${there}.${rest}`;
  if (verdict === "adopt") {
    return `${there}, and would be adopted${changes === "" ? " as it is" : ` and changed: ${changes}`}.${rest}`;
  }
  if (want["onExisting"] === "adoptIfEqual") {
    return `${there} and differs, so pulumi up would refuse it: ${changes}.${rest}`;
  }
  const effect = changes === "" ? "it would change nothing" : `it would change: ${changes}`;
  return `${there}, so pulumi up would refuse it. With onExisting: "adopt", ${effect}.${rest}`;
}

/** A value without its unknown parts; of a list, the items that are completely known. */
function withoutUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !hasUnknown(item));
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([, item]) => item !== UNKNOWN);
  return Object.fromEntries(known.map(([key, item]) => [key, withoutUnknown(item)]));
}
