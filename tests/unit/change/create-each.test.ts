import { createEach, type Creation } from "../../../provider/change/create-each";
import { failed, made, type Outcome } from "../../../provider/errors/outcome";
import { busy, denied, given, inTurn, lost, once, place, refused, refusedAgain } from "./support";

/** What the answer or a look says about an object: its number, or why it failed; the answer may leave some out. */
type Entry = number | string | Error;
type Entries = Readonly<Record<string, Entry>>;

const outcomeOf = (entry: Entry): Outcome<number> =>
  typeof entry === "number" ? made("done", entry) : failed(entry instanceof Error ? entry : new Error(entry));

interface Case {
  readonly items: string;
  readonly answers: readonly (Entries | Error)[];
  /** What looks show of each object; none: no action shows one. */
  readonly seen?: Entries;
}

/** Creates the objects `a`, `b`, ...: the requests and looks, and the number of each object or its error. */
async function created({ items, answers, seen }: Case): Promise<[string, Record<string, string>]> {
  const log: string[] = [];
  const next = inTurn(answers);
  const creation: Creation<string, number> = {
    place,
    nameOf: (item) => `object ${item}`,
    async send(some) {
      log.push(some.join(""));
      const entries = Object.entries(await given(next()));
      return new Map(entries.map(([item, entry]) => [`object ${item}`, outcomeOf(entry)]));
    },
    ...(seen === undefined
      ? {}
      : {
          async lookFor(item, cause) {
            log.push(`${item}?`);
            expect(words(cause)).not.toBe("");
            const entry = seen[item];
            return await Promise.resolve(entry === undefined ? undefined : outcomeOf(entry));
          },
        }),
    inDoubt: (outcome, cause) =>
      "error" in outcome ? failed(new Error(`${(outcome.error as Error).message} after ${words(cause)}`)) : outcome,
    unsettled: (cause, second) => new Error(`unsettled: ${words(cause)}, then ${words(second)}`),
  };
  const outcomes = await createEach(Array.from(items), creation, once);
  const ends = [...outcomes].map(([name, one]) => [name, "error" in one ? (one.error as Error).message : one.result]);
  return [log.join(" "), Object.fromEntries(ends) as Record<string, string>];
}

const words = (error: unknown): string => (error as { words?: string }).words ?? String(error);

test.each<[title: string, how: Case, log: string, ends: Record<string, unknown>]>([
  [
    "an answer settles each object",
    { items: "ab", answers: [{ a: 1, b: "exists" }] },
    "ab",
    { "object a": 1, "object b": "exists" },
  ],
  [
    "what the answer does not name is sent once more, and what it names is not",
    { items: "abc", answers: [{ b: 2 }, { a: 1, c: 3 }] },
    "abc ac",
    { "object a": 1, "object b": 2, "object c": 3 },
  ],
  [
    "what exists when it is sent once more may be the effect of the first request",
    { items: "ab", answers: [lost(), { a: "exists", b: 2 }] },
    "ab ab",
    { "object a": "exists after lost", "object b": 2 },
  ],
  [
    "what two answers do not name is not settled",
    { items: "ab", answers: [{ b: 2 }, {}] },
    "ab a",
    {
      "object a": "unsettled: the answer does not name it, then the answer does not name it",
      "object b": 2,
    },
  ],
  [
    "what the answer leaves in doubt is sent once more",
    { items: "ab", answers: [{ a: 1, b: lost() }, { b: 2 }] },
    "ab b",
    { "object a": 1, "object b": 2 },
  ],
  [
    "what the answer leaves in doubt is not settled by a second answer that does not name it",
    { items: "ab", answers: [{ a: 1, b: lost() }, {}] },
    "ab b",
    { "object a": 1, "object b": "unsettled: lost, then the answer does not name it" },
  ],
  [
    "a second request that is refused settles nothing",
    { items: "ab", answers: [lost(), denied()] },
    "ab ab",
    { "object a": "unsettled: lost, then denied", "object b": "unsettled: lost, then denied" },
  ],
  [
    "after a lost response each object is looked for, and only what does not exist is sent again",
    { items: "abc", answers: [lost(), { b: 2 }], seen: { a: "it exists", c: "not known" } },
    "abc a? b? c? b",
    { "object a": "it exists", "object b": 2, "object c": "not known" },
  ],
  [
    "after a lost response the first object may not exist although others do",
    { items: "ab", answers: [lost(), { a: 1 }], seen: { b: 2 } },
    "ab a? b? a",
    { "object a": 1, "object b": 2 },
  ],
  [
    "of a busy appliance that did a part of it, only the rest is looked for and sent again",
    { items: "ab", answers: [busy(), { b: 2 }], seen: { a: 1 } },
    "ab a? b? b? b",
    { "object a": 1, "object b": 2 },
  ],
  [
    "if all are found after a lost response, nothing is sent again",
    { items: "ab", answers: [lost()], seen: { a: 1, b: 2 } },
    "ab a? b?",
    { "object a": 1, "object b": 2 },
  ],
  [
    "a busy appliance that did nothing is asked for the first object only, and then sent all again",
    { items: "ab", answers: [busy(), { a: 1, b: 2 }], seen: {} },
    "ab a? a? ab",
    { "object a": 1, "object b": 2 },
  ],
  [
    "of a busy appliance that did it all, every object is looked for",
    { items: "ab", answers: [busy()], seen: { a: 1, b: 2 } },
    "ab a? b?",
    { "object a": 1, "object b": 2 },
  ],
  [
    "a refusal of a repeated request is no reason to send each alone: all are sent once more",
    { items: "ab", answers: [refusedAgain(), { a: "exists", b: 2 }] },
    "ab ab",
    { "object a": "exists after refused again", "object b": 2 },
  ],
  [
    "after a refusal of the whole request each is sent alone, and fails alone",
    { items: "abc", answers: [refused(), { a: 1 }, refused(), { c: "exists" }] },
    "abc a b c",
    { "object a": 1, "object b": expect.stringContaining("failed: refused.") as string, "object c": "exists" },
  ],
])("%s", async (_title, how, log, ends) => {
  expect(await created(how)).toEqual([log, ends]);
});

test.each([
  ["one object", "a", refused()],
  ["the credentials", "ab", denied()],
])("a refusal of %s fails as a whole", async (_title, items, failure) => {
  await expect(created({ items, answers: [failure] })).rejects.toBe(failure);
});
