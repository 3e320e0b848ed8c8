import { readFile } from "node:fs/promises";

/** One line of the engine's event log, with the fields that tests use. */
export interface EngineEvent {
  resourcePreEvent?: { metadata: StepMetadata };
  /** `planning` is set in a preview, which reports outputs too. */
  resOutputsEvent?: { metadata: StepMetadata; planning?: boolean };
  resOpFailedEvent?: { metadata: StepMetadata };
  summaryEvent?: { resourceChanges?: Record<string, number> };
}

interface StepMetadata {
  op: string;
  urn: string;
  type: string;
}

/** What the engine did with one resource, or what it would do. */
export interface Step {
  /** `create`, `update`, `delete`, `same`, `create-replacement`, and so on. For a refresh: the result it found. */
  op: string;
  /** E.g. `IpGroup`. For a resource of another package, the whole type. */
  kind: string;
  /** The resource's name in the program. */
  name: string;
}

const OURS = "pulumi-nodejs:dynamic/flowgate:";

/** The steps of a run in the order in which they began, with one step per operation on a resource. */
export function stepsOf(events: readonly EngineEvent[]): { steps: Step[]; changes: Record<string, number> } {
  const steps = new Map<string, Step>();
  let changes: Record<string, number> = {};
  for (const event of events) {
    note(steps, event.resourcePreEvent?.metadata, false);
    note(steps, event.resOutputsEvent?.metadata, event.resOutputsEvent?.planning !== true);
    note(steps, event.resOpFailedEvent?.metadata, true);
    changes = event.summaryEvent?.resourceChanges ?? changes;
  }
  return { steps: [...steps.values()], changes };
}

function note(steps: Map<string, Step>, metadata: StepMetadata | undefined, hasEnded: boolean): void {
  if (metadata === undefined || metadata.type.startsWith("pulumi:")) return;
  const { op, urn, type } = metadata;
  const name = urn.slice(urn.lastIndexOf("::") + 2);
  const kind = type.startsWith(OURS) ? type.slice(OURS.length) : type;
  // A refresh step begins with the operation `refresh` and ends with its result: `same`, `update` or `delete`.
  if (hasEnded) steps.delete(`refresh ${urn}`);
  steps.set(`${op} ${urn}`, { op, kind, name });
}

/**
 * Reads a file with one JSON value per line. Returns an empty list if the file does not exist because the engine ended
 * before it wrote anything.
 */
export async function readJsonLines<T>(file: string): Promise<T[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as T);
}
