import type { ApplianceKind } from "../../../provider/client";
import type { OpenPoint } from "../doctor/finding";
import type { Observation } from "../doctor/observer";
import { words } from "../doctor/vocabulary";
import { jsonOf } from "../../../lib/output/json";

/** Actions that only read: flowgate doctor describes their answers. */
const reading = /loadTreeRootFast|loadRules|search|report|\/show\/|\/version|\/license|\/login/u;
const MOST_FORMS = 3;
/** Maximum number of answers of one action in a report. */
const MOST_ANSWERS = 8;

/** How an appliance answers each change: no document shows all of these answers. */
export function answersTo(about: ApplianceKind, seen: readonly Observation[]): OpenPoint[] {
  const forms = new Map<string, Set<string>>();
  for (const { action, reply } of seen.filter((one) => one.appliance === about && !reading.test(one.action))) {
    const known = forms.get(action) ?? new Set();
    if (known.size < MOST_FORMS) known.add(`${reply.status} ${formOf(jsonOf(reply.text) ?? reply.text)}`);
    forms.set(action, known);
  }
  return [...forms].map(([action, known]) => ({ about, point: `answer to ${action}`, answer: [...known].join(" | ") }));
}

/** One answer of each form: others reveal nothing new. */
export function distinctAnswers(seen: readonly Observation[]): Observation[] {
  const forms = new Map<string, Set<string>>();
  return seen.filter(({ appliance, action, reply: { status, text } }) => {
    const key = `${appliance} ${action} ${status}`;
    const known = forms.get(key) ?? new Set();
    forms.set(key, known);
    const form = text.replace(/flowgate-certify[-\w]*|\d+/giu, "");
    return known.size < MOST_ANSWERS && known.size < known.add(form).size;
  });
}

/** The members of an answer, and its texts without names and numbers. */
function formOf(json: unknown): string {
  if (typeof json === "string") return `"${plain(json)}"`;
  if (typeof json !== "object" || json === null) return typeof json;
  if (Array.isArray(json)) return `[${[...new Set(json.map(formOf))].slice(0, 2).join(", ")}]`;
  const members = Object.entries(json).map(([key, value]) => `${plain(key)}: ${formOf(value)}`);
  return `{${[...new Set(members)].slice(0, 8).join(", ")}}`;
}

/** Only words of the API documents stay: any other may be a name. */
function plain(text: string): string {
  return text
    .replace(/[\p{L}\p{N}][\p{L}\p{N}._-]*/gu, (word) => (words.has(word.toLowerCase()) ? word : "…"))
    .replace(/…(?:[\s/.,-]*…)+/gu, "…")
    .slice(0, 80);
}
