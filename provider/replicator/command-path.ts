import { commandRow, isVerb, segmentsOfRow, type Command } from "./commands";
import { path, segmentsOf } from "./path";

type Arguments = Readonly<Record<string, unknown>>;

/** The path of a command below the base URL. Throws PathError for a value that cannot be part of a path. */
export function commandPath(command: Command): string {
  const segments = segmentsOfRow(commandRow(command));
  const values = segments.map(([argument, { write }]) => write((command as unknown as Arguments)[argument]));
  return path(
    [`/api/1/${command.verb}/`, ...values.map((_, index) => (index + 1 < values.length ? "/" : ""))],
    ...values,
  );
}

/**
 * The command in a path of `show/config`; undefined for one that this package does not know: an unknown verb, another
 * number of segments, an invalid port. Accepts escaped and literal paths, in every form that `segmentsOf` accepts. If
 * an appliance prints paths literally, only a name that looks like an escape (`50%25`) is decoded wrongly. Words of the
 * API are read in any letter case.
 */
export function parseCommand(text: string): Command | undefined {
  const verb = verbOf(segmentsOf(text));
  if (verb === undefined || !isVerb(verb)) return undefined;
  // A note may end with a blank; in all other lines a blank at the end is not part of the content.
  const texts = segmentsOf(verb.startsWith("notate/") ? text : text.trimEnd())?.slice(2) ?? [];
  const segments = segmentsOfRow(commandRow({ verb }));
  const takesRest = segments.at(-1)?.[1].takesRest === true;
  const isComplete = takesRest ? texts.length >= segments.length : texts.length === segments.length;
  if (!isComplete || texts.includes("")) return undefined;
  const values = segments.map(([argument, { read }], index) => {
    const isLast = index + 1 === segments.length;
    return [argument, read(isLast ? texts.slice(index).join("/") : (texts[index] ?? ""))] as const;
  });
  if (values.some(([, value]) => value === undefined)) return undefined;
  return { verb, ...Object.fromEntries(values) } as unknown as Command;
}

/**
 * Whether a line of `show/config` is understood but describes no part of the configuration: a documented path that sets
 * nothing, or a note without a text.
 */
export function isWithoutEffect(text: string): boolean {
  const segments = segmentsOf(text.trimEnd());
  const verb = verbOf(segments);
  const count = segments?.length;
  if (verb === "rebuild/") return count === 1;
  if (verb === "notate/ip" || verb === "notate/profile") return count === 3;
  return (verb === "acknowledge/collector" || verb === "acknowledge/exporter") && count === 3;
}

function verbOf(segments: readonly string[] | undefined): string | undefined {
  const [entity, action = ""] = segments ?? [];
  return entity === undefined ? undefined : `${entity}/${action}`.toLowerCase();
}
