import type { Kind } from "../../provider/registry";
import { Refusal } from "../../provider/errors/refusal";
import { namePattern } from "../../provider/values/names";
import { sentence, unknownWord } from "../../provider/values/quoted";

/** Whether an object is selected. */
export type Selection = (object: { readonly kind: Kind; readonly label: string }) => boolean;

/** The kinds that are read from a whole site. Rules and sets of groups are read as groups. */
const exported: readonly Kind[] = ["Collector", "Exporter", "IpGroup", "Policy", "ReplicatorProfile", "Setting"];

/** Parses selectors: `<Kind>:<pattern>` or `<Kind>`; `*` matches any text. Throws a Refusal with all invalid ones. */
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

function parse(selector: string): { kind: Kind; pattern: ReturnType<typeof namePattern> } {
  const colon = selector.indexOf(":");
  const [word, pattern] = colon < 0 ? [selector, "*"] : [selector.slice(0, colon), selector.slice(colon + 1)];
  const kind = exported.find((one) => one === word);
  if (kind !== undefined && pattern !== "") return { kind, pattern: namePattern(pattern) };
  const what = kind === undefined ? unknownWord("kind", word, exported) : "the pattern is empty";
  throw new Refusal(
    sentence(`selector "${selector}": ${what}`, "Write kind and name, e.g. IpGroup:Lille* or Setting:*"),
  );
}
