import { readFile } from "node:fs/promises";
import { z } from "zod";
import { clues, envelopeOf, type Recorded } from "./clues";
import { cluesOfChanges } from "./clues-of-changes";
import { parsedJson } from "./json";
import type { Switches } from "./switches";
import { sentenceOf } from "./validation";

const recordings = z.object({
  recording: z.literal("flowgate doctor"),
  format: z.literal(1),
  answers: z.array(
    z.object({
      appliance: z.enum(["gateway", "replicator"]),
      action: z.string(),
      status: z.number(),
      headers: z.record(z.string(), z.string()),
      body: z.unknown(),
    }),
  ),
});

type Answer = z.output<typeof recordings>["answers"][number] & Recorded;

/**
 * Reads a recording of `flowgate doctor --record` or a report of `flowgate certify`, and returns the positions of
 * switches that match the recorded box. Switches that its answers do not reveal are left out. Throws an Error that names a file it cannot read.
 */
export async function switchesLike(path: string): Promise<Partial<Switches>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new Error(`The simulator cannot read ${path}: ${(error as Error).message}`, { cause: error });
  });
  return switchesIn(path, text);
}

/** The positions of switches that the text of a recording or report reveals. */
export function switchesIn(path: string, text: string): Partial<Switches> {
  const recording = recordings.safeParse(parsedJson(text));
  if (!recording.success) {
    throw new Error(`${path} is no recording of flowgate doctor: ${sentenceOf(recording.error)}. Name another file.`);
  }
  const answers = recording.data.answers.map(unwrapped);
  const answerTo = (action: string) => answers.findLast((answer) => answer.action === action);
  const found = Object.entries({ ...clues, ...cluesOfChanges }).flatMap(([name, { action, positionOf }]) => {
    const those = answers.filter((one) =>
      typeof action === "string" ? action === one.action : action.test(one.action),
    );
    // An empty list reveals nothing: an earlier answer may.
    const positions = those.map((answer) => positionOf(answer, answerTo)).filter((one) => one !== undefined);
    return positions.length === 0 ? [] : [[name, positions.at(-1)] as const];
  });
  return Object.fromEntries(found);
}

/** The answer without its envelope, which would hide everything else that the answer reveals. */
function unwrapped(answer: Answer): Answer {
  const envelope = envelopeOf(answer.body);
  return envelope === "none"
    ? answer
    : { ...answer, body: (answer.body as Record<string, unknown>)[envelope], envelope };
}
