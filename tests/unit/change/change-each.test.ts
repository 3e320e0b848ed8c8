import { changeEach, type EachAnswer, isAboutSomeItem } from "../../../provider/change/change-each";
import { BusyError } from "../../../provider/errors/errors";
import type { Made } from "../../../provider/errors/outcome";
import { denied, given, inTurn, lost, place, refused, refusedAgain, refusedForAll, tooLarge } from "./support";

const problem = new Error("a problem");

/** A response: the outcomes that it proves, by item, and with `problem` a failure. */
type Answer = Readonly<Record<string, Made | Error>>;

/** Sends the links `a`, `b`, ... and returns the requests, and the outcome of each item or its error. */
async function changed(items: string, answers: readonly (Answer | Error)[]): Promise<[string, Record<string, string>]> {
  const sent: string[] = [];
  const next = inTurn(answers);
  const send = async (some: readonly string[]): Promise<EachAnswer<string>> => {
    sent.push(some.join(""));
    const { problem: wrong, ...rest } = await given(next());
    const proved = new Map(Object.entries(rest as Record<string, Made>));
    return wrong instanceof Error ? { proved, problem: wrong } : { proved };
  };
  const outcomes = await changeEach(Array.from(items), (item) => `link ${item}`, send);
  const ends = [...outcomes].map(([key, one]) => [
    key,
    "error" in one ? `${one.is}: ${(one.error as Error).message}` : one.is,
  ]);
  return [sent.join(" "), Object.fromEntries(ends) as Record<string, string>];
}

const failed = (words: string): string => expect.stringContaining(words) as string;

test.each<[title: string, items: string, answers: (Answer | Error)[], sent: string, ends: Record<string, string>]>([
  [
    "an answer that proves all ends the change",
    "ab",
    [{ a: "done", b: "existed" }],
    "ab",
    { "link a": "done", "link b": "existed" },
  ],
  [
    "an answer without a failure proves what it does not name",
    "ab",
    [{}],
    "ab",
    { "link a": "done", "link b": "done" },
  ],
  [
    "what an answer with a failure does not prove is sent alone, and what it proves is not",
    "abc",
    [{ a: "existed", problem }, { b: "done" }, { c: "existed" }],
    "abc b c",
    { "link a": "existed", "link b": "done", "link c": "done" },
  ],
  ["a single link is not sent again", "a", [{ problem }], "a", { "link a": "refused: a problem" }],
  [
    "a single link that is proved and failed is in doubt",
    "a",
    [{ a: "done", problem }],
    "a",
    { "link a": "refused: a problem" },
  ],
  [
    "an answer that proves all and reports a failure contradicts itself: nothing is sent again",
    "ab",
    [{ a: "done", b: "done", problem }],
    "ab",
    { "link a": "refused: a problem", "link b": "refused: a problem" },
  ],
  [
    "a bad item fails alone with its own problem",
    "ab",
    [{ a: "done", problem }, { problem: new Error("b is bad") }],
    "ab b",
    { "link a": "done", "link b": "refused: b is bad" },
  ],
  [
    "a lost answer about one item leaves the others as they are",
    "abc",
    [{ a: "done", problem }, lost(), { c: "done" }],
    "abc b c",
    { "link a": "done", "link b": failed("inDoubt: "), "link c": "done" },
  ],
  [
    "after a refusal of the whole request each is sent alone, and what exists then existed before",
    "ab",
    [refused(), { a: "existed" }, {}],
    "ab a b",
    { "link a": "existed", "link b": "done" },
  ],
  [
    "after a refusal of a repeated request, what exists may be the effect of the first one",
    "ab",
    [refusedAgain(), { a: "existed" }, { b: "done" }],
    "ab a b",
    { "link a": "done", "link b": "done" },
  ],
])("%s", async (_title, items, answers, sent, ends) => {
  expect(await changed(items, answers)).toEqual([sent, ends]);
});

test.each([
  ["a single link", "a", refused()],
  ["all links, for every request", "ab", refusedForAll()],
  ["the credentials", "ab", denied()],
  ["a request that is too large", "ab", tooLarge()],
  ["a lost response", "ab", lost()],
])("a refusal of %s fails as a whole", async (_title, items, failure) => {
  await expect(changed(items, [failure])).rejects.toBe(failure);
});

test.each([
  ["a refusal", refused(), true],
  ["a refusal of everything", refusedForAll(), false],
  ["refused credentials", denied(), false],
  ["a busy appliance", new BusyError({ ...place, words: "busy", status: 429 }), false],
  ["a request that is too large", tooLarge(), false],
  ["a lost response", lost(), false],
  ["another error", new Error("other"), false],
])("whether %s may be about one item", (_title, failure, expected) => {
  expect(isAboutSomeItem(failure)).toBe(expected);
});
