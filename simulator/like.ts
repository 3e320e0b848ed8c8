import { readFile } from "node:fs/promises";
import { z } from "zod";
import { clues, envelopeOf, type Recorded } from "./clues";
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

/**
 * Reads a recording of `flowgate doctor --record` and returns the positions of switches that match the recorded box.
 * Switches that reads do not reveal are left out. Throws an Error that names a file it cannot read.
 */
export async function switchesLike(path: string): Promise<Partial<Switches>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new Error(`The simulator cannot read ${path}: ${(error as Error).message}`, { cause: error });
  });
  const recording = recordings.safeParse(parsed(text));
  if (!recording.success) {
    throw new Error(`${path} is no recording of flowgate doctor: ${sentenceOf(recording.error)}. Name another file.`);
  }
  const answers = new Map<string, Recorded>(recording.data.answers.map((answer) => [answer.action, unwrapped(answer)]));
  const found = Object.entries(clues).flatMap(([name, { action, positionOf }]) => {
    const answer = answers.get(action);
    const position = answer === undefined ? undefined : positionOf(answer, (other) => answers.get(other));
    return position === undefined ? [] : [[name, position] as const];
  });
  return Object.fromEntries(found);
}

/** The answer without its envelope, which would hide everything else that the answer reveals. */
function unwrapped(answer: Recorded & { readonly body?: unknown }): Recorded {
  const envelope = envelopeOf(answer.body);
  return envelope === "none"
    ? answer
    : { ...answer, body: (answer.body as Record<string, unknown>)[envelope], envelope };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The schema then refuses it like any other text that is not a recording.
  }
}
