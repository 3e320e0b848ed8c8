import { stripVTControlCharacters } from "node:util";
import { namedBy } from "../engine/urn";
import type { Diagnostic, Preview } from "../engine/preview";
import { shownName, type Finding, type Message } from "./findings";

const REFRESH_HAS_NO_DETAIL =
  "This is the preview of a refresh, for which the engine gives only numbers. " +
  "pulumi preview --refresh --json shows what differs.";

/** A warning of this package for the engine's own output. Here the title and the entries have what it says. */
const DELETES = /\bdeletes \d+ .*, unless another resource declares them\.$/u;

/** How the engine ends a failed operation, and what the program's language host says of a resource that failed. */
const ENDS = [/^(?:update|preview|refresh|destroy) failed$/u, /^Error: .*\[\S+\] failed to register\b/u];

/** Errors and warnings: those of the engine, and the lines of this package, which it forwards as `warning: …`. */
export function messagesOf(preview: Preview): Message[] {
  const { stack, steps, counted, diagnostics } = preview;
  const said = diagnostics.flatMap((diagnostic) => messagesIn(diagnostic, stack));
  const isRefresh = steps.length > 0 && steps.every(({ op }) => op === "refresh");
  if (isRefresh && (counted["update"] ?? 0) + (counted["delete"] ?? 0) > 0) {
    said.push({ tone: "error", stack, text: REFRESH_HAS_NO_DETAIL });
  }
  // That the operation failed says no more than the errors of its resources.
  const isExplained = said.some(({ tone, about }) => tone === "error" && about !== undefined);
  const isEnd = ({ tone, about, text }: Message): boolean =>
    tone === "error" && about === undefined && ENDS.some((end) => end.test(text));
  return said.filter((message) => !(isExplained && isEnd(message)));
}

/** How the provider says that it took over an object: that of a resource, or a group of an `IpGroups`. */
const TAKEN =
  /^(\w+) "(.*?)" on \S+?(?: \(site (.+?)\))?: (?:group "(.*?)": )?(?:adopted \(id |removed the opposite policy)/u;

/** The changes, with those creations marked that took over what existed. */
export function withTaken(changes: readonly Finding[], preview: Preview): Finding[] {
  const said = messagesOf(preview).map(({ text }) => {
    const [, kind, label, site, group] = TAKEN.exec(text) ?? [];
    return (group === undefined ? [kind, label, site] : ["IpGroup", group, site]).join("\n");
  });
  const taken = new Set(said);
  const keyOf = (one: Finding): string => [one.kind, shownName(one), one.site].join("\n");
  return changes.map((one) => (one.action === "create" && taken.has(keyOf(one)) ? { ...one, adoption: "done" } : one));
}

function messagesIn({ urn, message, severity }: Diagnostic, stack: string): Message[] {
  const plain = stripVTControlCharacters(message);
  const lines = plain.split("\n").map((text) => text.trim());
  const about = urn === undefined ? {} : aboutOf(urn);
  if (severity === "error") {
    const text = lines.filter((one) => one !== "").join(" ");
    return [{ tone: "error", stack, ...about, text: withoutPrefix(text) }];
  }
  return lines
    .filter((text) => text !== "" && (severity === "warning" || text.startsWith("warning:")) && !DELETES.test(text))
    .map((text) => ({ tone: "warning", stack, ...about, text: withoutPrefix(text) }));
}

function aboutOf(urn: string): { about?: string } {
  const { type, name } = namedBy(urn);
  return type.startsWith("pulumi:") ? {} : { about: `${type.replace(/^.*:/u, "")} ${name}` };
}

/** Removes the engine's prefix of a check's message: the resource, which the message names anyway. */
function withoutPrefix(text: string): string {
  return text.replace(/^(?:error|warning): /u, "").replace(/^\S+ resource '[^']*' has a problem: /u, "");
}
