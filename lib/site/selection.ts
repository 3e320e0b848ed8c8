import { kinds, type Kind } from "../../provider/registry";
import { Refusal } from "../../provider/errors/refusal";
import { unknownWord } from "../../provider/values/unknown-word";

/** Whether an object is selected. */
export type Selection = (object: { readonly kind: Kind; readonly label: string }) => boolean;

/** The kinds of objects in a {@link SiteReading}. */
const exported: readonly Kind[] = ["IpGroup", "ReplicatorProfile", "Policy", "Collector", "Exporter", "Setting"];

/**
 * Parses selectors: `<Kind>:<pattern>` or `<Kind>`, in which `*` matches any text. Throws a Refusal that names all
 * invalid selectors.
 */
export function selectionOf(selectors: readonly string[]): Selection {
  const parsed = selectors.map(parse);
  return ({ kind, label }) => parsed.some((one) => one.kind === kind && one.pattern.test(label));
}

/** The selectors of an ignore file: one per line, without empty lines and comments. */
export function selectorsIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

function parse(selector: string): { kind: Kind; pattern: RegExp } {
  const colon = selector.indexOf(":");
  const [word, pattern] = colon < 0 ? [selector, "*"] : [selector.slice(0, colon), selector.slice(colon + 1)];
  const kind = exported.find((one) => one === word);
  if (kind !== undefined && pattern !== "") return { kind, pattern: patternOf(pattern) };
  const isState = kinds.some((one) => one === word);
  const what = isState
    ? `the API has no action that lists a ${word}`
    : kind === undefined
      ? unknownWord("kind", word, exported)
      : "the pattern is empty";
  throw new Refusal(`selector "${selector}": ${what}. Write a kind and a name, such as IpGroup:Lille* or Setting:*.`);
}

function patternOf(text: string): RegExp {
  const escaped = text.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "su");
}
