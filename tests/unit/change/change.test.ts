import { change, over, seenWithin, type Change, type Patience } from "../../../provider/change/change";
import { NotSentError, ReplyError } from "../../../provider/errors/errors";
import { mayBeMade } from "../../../provider/errors/outcome";
import { busy, denied, given, inTurn, lost, once, patience, place, refused, refusedAgain } from "./support";

type Of = Change<string, string, string>;

interface Case extends Partial<Pick<Of, "mayBeSo" | "isStale" | "otherwise">> {
  /** What the tries are answered with; the last one answers all further tries. */
  readonly tries: readonly (string | Error)[];
  /** What the readings show; none: no action reads the object. */
  readonly readings?: readonly string[];
  /** Whether the surplus of a lost try is gone, by clean-up. */
  readonly tidied?: readonly (boolean | Error)[];
  readonly how?: Patience | (() => Patience);
  readonly hasCleanUp?: boolean;
}

/**
 * Makes a change whose answer "proved" proves it, which a reading "shown" shows and a reading "theirs" rules out.
 * Returns the steps and how it ends.
 */
async function made({ tries, readings, tidied, how = patience, hasCleanUp = true, ...of }: Case): Promise<string> {
  const log: string[] = [];
  const [answer, reading, isTidy] = [inTurn(tries), inTurn(readings ?? []), inTurn(tidied ?? [true])];
  const whole: Of = {
    ...of,
    send(last) {
      log.push(last === undefined ? "send" : `send after ${last}`);
      return given(answer());
    },
    proves: (text) => (text.startsWith("proved") ? "by answer" : undefined),
    ...(readings === undefined
      ? {}
      : {
          read(tried) {
            log.push(tried === undefined ? "read all" : "read");
            return given(reading());
          },
        }),
    shows: (seen) => (seen === "shown" ? "by reading" : seen === "theirs" ? over : undefined),
    certain: (done) => void log.push(`certain ${done}`),
    ...(hasCleanUp
      ? {
          takeBack(seen, done) {
            log.push(`take back from ${seen} after ${done}`);
            return given(isTidy());
          },
        }
      : {}),
  };
  const end = await change(whole, how).catch((error: unknown) => {
    const { message } = error as Error;
    return `fails: ${/^.* failed: (.*?)\./u.exec(message)?.[1] ?? message}`;
  });
  return `${log.join(", ")} -> ${end}`;
}

const cases: readonly (readonly [title: string, how: Case, steps: string])[] = [
  ["an answer that proves the change ends it", { tries: ["proved"] }, "send, certain by answer -> by answer"],
  [
    "a reading decides if the answer does not prove the change",
    { tries: ["ok"], readings: ["shown"] },
    "send, read, certain by reading -> by reading",
  ],
  [
    "a later reading may show a change",
    { tries: ["ok"], readings: ["old", "shown"] },
    "send, read, read, certain by reading -> by reading",
  ],
  [
    "a verdict that no later reading can improve ends the looking",
    { tries: ["ok"], readings: ["theirs"], otherwise: () => new Error("theirs") },
    "send, read -> fails: theirs",
  ],
  [
    "what no reading shows may be believed",
    { tries: ["ok"], readings: ["old"], how: once, otherwise: () => "believed" },
    "send, read, certain believed -> believed",
  ],
  [
    "an answer is never believed without a verdict",
    { tries: ["ok"], readings: ["old"], how: once },
    "send, read -> fails: a response without a verdict",
  ],
  ["a refusal is final", { tries: [refused()], readings: ["shown"] }, "send -> fails: refused"],
  [
    "a refusal may mean that the object is as wanted",
    { tries: [refused()], readings: ["shown"], mayBeSo: true },
    "send, read, certain by reading -> by reading",
  ],
  [
    "a refusal that no reading explains is looked at once, and is final",
    { tries: [refused()], readings: ["old"], mayBeSo: true },
    "send, read -> fails: refused",
  ],
  ["refused credentials are final", { tries: [denied()], readings: ["shown"], mayBeSo: true }, "send -> fails: denied"],
  [
    "what a lost request did is found, and with one request there is nothing to clean up",
    { tries: [lost()], readings: ["old", "shown"] },
    "send, read, read, certain by reading -> by reading",
  ],
  [
    "a refusal after a lost try of the same request counts as lost",
    { tries: [refusedAgain()], readings: ["old", "shown"] },
    "send, read, read, certain by reading -> by reading",
  ],
  [
    "a lost request that nothing shows is sent once more, with the last reading, and cleaned up from a whole one",
    { tries: [lost(), "proved"], readings: ["old"], how: once },
    "send, read, send after old, certain by answer, read all, take back from old after by answer -> by answer",
  ],
  [
    "a request is lost twice at most",
    { tries: [lost()], readings: ["old"], how: once },
    "send, read, send after old, read -> fails: lost",
  ],
  [
    "a refusal after a lost request is looked for with patience",
    { tries: [lost(), refused()], readings: ["theirs", "old", "shown"] },
    "send, read, send after theirs, read, read, certain by reading, read all, take back from shown after by reading -> by reading",
  ],
  ["without a reading a lost request is sent once more", { tries: [lost()] }, "send, send -> fails: lost"],
  [
    "without a reading nothing is cleaned up",
    { tries: [lost(), "proved"] },
    "send, send, certain by answer -> by answer",
  ],
  [
    "clean-up waits until a reading can show the surplus",
    { tries: [lost(), "proved"], readings: ["theirs", "early", "late"], tidied: [false, true] },
    "send, read, send after theirs, certain by answer, read all, take back from early after by answer, read all, " +
      "take back from late after by answer -> by answer",
  ],
  [
    "the change is certain before a clean-up that fails",
    { tries: [lost(), "proved"], readings: ["theirs"], tidied: [new Error("no clean-up")] },
    "send, read, send after theirs, certain by answer, read all, take back from theirs after by answer -> fails: no clean-up",
  ],
  [
    "a patience of its own for each failure has no clean-up",
    { tries: [lost(), "proved"], readings: ["theirs"], how: () => once },
    "send, read, send after theirs, certain by answer -> by answer",
  ],
  [
    "a patience of its own for each failure limits the looking",
    { tries: [lost()], readings: ["old"], how: () => once },
    "send, read, send after old, read -> fails: lost",
  ],
  [
    "a change without a clean-up needs no further reading",
    { tries: [lost(), "proved"], readings: ["theirs"], hasCleanUp: false },
    "send, read, send after theirs, certain by answer -> by answer",
  ],
  [
    "what was answered is not computed again, even if others have changed the object",
    { tries: ["ok"], readings: ["newer"], how: once, isStale: () => true },
    "send, read -> fails: a response without a verdict",
  ],
  [
    "without a reading nothing shows that others have changed the object",
    { tries: [refused()], isStale: () => true },
    "send -> fails: refused",
  ],
  [
    "a change that others have overtaken is computed again, three times at most",
    { tries: [refused()], readings: ["newer"], isStale: () => true },
    "send, read, send after newer, read, send after newer, read -> fails: refused",
  ],
  [
    "a change that others have overtaken needs no clean-up",
    { tries: [refused(), "proved"], readings: ["newer"], isStale: () => true },
    "send, read, send after newer, certain by answer -> by answer",
  ],
  [
    "a refused change of an object that nobody else has changed is final",
    { tries: [refused()], readings: ["old"], isStale: () => false },
    "send, read -> fails: refused",
  ],
  [
    "what a busy appliance did is found at once, without a clean-up",
    { tries: [busy()], readings: ["shown"] },
    "send, read, certain by reading -> by reading",
  ],
  [
    "what a busy appliance shows after a pause is found",
    { tries: [busy()], readings: ["old", "shown"] },
    "send, read, read, certain by reading -> by reading",
  ],
  [
    "a busy appliance is asked again after two looks",
    { tries: [busy(), "proved"], readings: ["old"] },
    "send, read, read, send after old, certain by answer -> by answer",
  ],
  [
    "a busy appliance is never looked at with patience",
    { tries: [busy(), busy({ isWorthIt: false })], readings: ["old"] },
    "send, read, read, send after old, read -> fails: busy",
  ],
  [
    "a busy appliance that has turned away too much is not asked again",
    { tries: [busy({ isWorthIt: false })], readings: ["old"] },
    "send, read -> fails: busy",
  ],
  [
    "a busy appliance that asks for too long a pause is not asked again",
    { tries: [busy({ retryAfterSeconds: 3600 })], readings: ["old"] },
    "send, read -> fails: busy",
  ],
  [
    "a refusal after a busy appliance is looked for with patience",
    { tries: [busy(), refused()], readings: ["old", "old", "old", "shown"] },
    "send, read, read, send after old, read, read, certain by reading -> by reading",
  ],
];

test.each(cases)("%s", async (_title, how, steps) => {
  expect(await made(how)).toBe(steps);
});

test.each([
  [0, 340],
  [0.5, 490],
])("a busy appliance that asks for %d s gets a pause of at least %d ms", async (retryAfterSeconds, leastMs) => {
  const began = performance.now();
  await made({ tries: [busy({ retryAfterSeconds }), "proved"], readings: ["old"] });
  expect(performance.now() - began).toBeGreaterThanOrEqual(leastMs);
});

test("a change that wants no word when it is certain returns its result", async () => {
  const plain = change<string, string, string>(
    { send: () => given("proved"), proves: (answer) => answer, shows: () => undefined },
    once,
  );
  expect(await plain).toBe("proved");
});

test("what is thrown and is no error becomes one", async () => {
  const thrown = change<string, string, string>(
    {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- foreign code may do this
      send: () => Promise.reject("a text"),
      proves: () => undefined,
      shows: () => undefined,
    },
    once,
  );
  await expect(thrown).rejects.toThrow(new Error("a text"));
});

test("looking ends after the patience, with nothing", async () => {
  let looks = 0;
  const began = performance.now();
  const look = (): Promise<string | undefined> => {
    looks += 1;
    return Promise.resolve(undefined);
  };
  expect(await seenWithin(look, { patienceMs: 45, everyMs: 20 })).toBeUndefined();
  expect(performance.now() - began).toBeGreaterThanOrEqual(44);
  expect(looks).toBeGreaterThan(1);
  expect(looks).toBeLessThan(5);
});

test.each([
  ["a lost response", lost(), true],
  ["a refusal of a repeated request", refusedAgain(), true],
  ["a busy appliance", busy(), true],
  ["an invalid response", new ReplyError({ ...place, words: "invalid" }), true],
  ["a request that was not sent", new NotSentError({ ...place, words: "not sent", retryable: true }), false],
  ["a refusal", refused(), false],
  ["another error", new Error("other"), false],
  ["no error", "a text", false],
])("whether a change may have been made after %s", (_title, failure, expected) => {
  expect(mayBeMade(failure)).toBe(expected);
});
