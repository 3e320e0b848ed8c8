import { z } from "zod";
import { CredentialsError, RefusedError, ReplyError } from "../../../provider/errors/errors";
import { gatewayCaller } from "../../../provider/gateway/caller";
import type { HttpReply } from "../../../provider/http/request";
import { Secret } from "../../../provider/values/secret";
import { SessionPatterns } from "../../../provider/wording/patterns";
import { fails, rejection } from "../http/support";

const LIST = "ipgroups/loadTreeRootFast";
const OK: unknown = { results: [] };

/** The body of a response, and what the layers below the caller say of it. */
type Given = Pick<HttpReply, "text" | "repeated">;

/** A response with this body. */
const json = (body: unknown, repeated?: boolean): Given => ({
  text: JSON.stringify(body),
  ...(repeated === undefined ? {} : { repeated }),
});

/** A caller on a gateway that gives these answers, and then usual ones. `count` returns the number of requests. */
function callerOn(...answers: Given[]) {
  let count = 0;
  const caller = gatewayCaller({
    host: "gateway.example",
    scriptPath: "/script",
    token: new Secret("caller-test-token"),
    sessionEnded: new SessionPatterns("token"),
    around: (inner) => inner,
    send: () => {
      const given = answers[count] ?? json(OK);
      count += 1;
      return Promise.resolve({ status: 200, headers: { "content-type": "application/json" }, ...given });
    },
  });
  return { caller, count: () => count, read: () => caller.read(LIST, {}, z.unknown()) };
}

describe("the token is refused", () => {
  test.each([
    "invalidToken",
    "invalid_token",
    "expired-token",
    "Expired token",
    "INVALIDAUTHTOKEN",
    "invalid-auth_token",
    " invalidToken\n",
  ])("if the details are %j", async (details) => {
    const { read, count } = callerOn(json({ err: "No", details }));
    const error = await fails(read(), CredentialsError);
    expect(error).toMatchObject({ appliance: "gateway", host: "gateway.example", action: LIST, status: 200 });
    // Every later request would be refused too.
    expect(await rejection(read())).toBe(error);
    expect(count()).toBe(1);
  });

  test.each(["isInvalidToken", "invalidTokens", "invalidXToken", "invalidauthXtoken", "other", 7, undefined])(
    "but not if they are %j",
    async (details) => {
      const { read } = callerOn(json({ err: "No", details }));
      const error = await rejection(read());
      expect(error).not.toBeInstanceOf(CredentialsError);
      expect(error).toMatchObject({ constructor: RefusedError, appliance: "gateway", answered: true });
      expect(await read()).toEqual(OK);
    },
  );

  test("if one of the texts says so", async () => {
    const { read } = callerOn(json({ err: "The token has expired.", details: "group 5" }));
    await fails(read(), CredentialsError);
  });

  test("by a long answer or one without an error, which later requests do not rely on", async () => {
    const long = { err: "The token has expired.", details: "x".repeat(4096) };
    const { read } = callerOn(json(long), json({ success: 0, message: "Invalid token" }));
    for (let time = 0; time < 2; time += 1) await fails(read(), CredentialsError);
    expect(await read()).toEqual(OK);
  });

  test("by an answer of up to 4096 characters, which later requests rely on", async () => {
    const refusal = { err: "Invalid token", details: "" };
    const details = "x".repeat(4096 - JSON.stringify(refusal).length);
    const { read, count } = callerOn(json({ ...refusal, details }));
    for (let time = 0; time < 2; time += 1) await fails(read(), CredentialsError);
    expect(count()).toBe(1);
  });
});

describe("an answer", () => {
  test("that only mentions an error in a name is no failure", async () => {
    expect(await callerOn(json({ results: [{ fc_id: 1, fc_name: "terror" }] })).read()).toMatchObject({
      results: [{}],
    });
  });

  test.each([
    ["true", true, true],
    ["false", false, false],
    ["absent", undefined, false],
  ])("says whether its request was repeated: %s", async (_, repeated, expected) => {
    const { caller, read } = callerOn(json(OK, repeated), json({ err: "No" }, repeated));
    expect(await caller.answer(LIST, {}, z.unknown())).toEqual({ value: OK, repeated: expected });
    expect(await rejection(read())).toMatchObject({ repeated: expected });
  });

  test.each(["", "not JSON"])("that is no JSON is never believed: %j", async (text) => {
    await fails(callerOn({ text }).read(), ReplyError);
  });

  test("that does not fit is a refusal if its whole says why nothing was done", async () => {
    const strange = json({ warnings: ["Group is locked"], results: {} });
    const schema = z.strictObject({ fc_id: z.number() });
    const why = ({ warnings }: Readonly<Record<string, unknown>>): string | undefined => String(warnings);
    const { caller } = callerOn(strange, strange, strange);
    const refused = await rejection(caller.answer(LIST, {}, schema, why));
    expect(refused).toMatchObject({ constructor: RefusedError, words: "Group is locked", answered: true });
    for (const silent of [undefined, () => undefined]) {
      await fails(caller.answer(LIST, {}, schema, silent), ReplyError);
    }
  });
});
