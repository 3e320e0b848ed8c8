import { RefusedError, ReplyError, UnknownOutcomeError } from "../../../provider/errors/errors";
import type { HttpReply } from "../../../provider/http/request";
import { expiredSession } from "../../../provider/replicator/answer";
import { answer, closeAll, fails, rawServer } from "../http/support";
import { clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

describe("answers", () => {
  test.each([
    ["F9: reset after it was applied", "resetAfterApply" as const, UnknownOutcomeError],
    ["F10: truncated", "truncate" as const, UnknownOutcomeError],
    ["F13: 502", { status: 502 }, UnknownOutcomeError],
    ["F63: 500 with success", { status: 500, body: '{"result":"success"}' }, UnknownOutcomeError],
    ["F63: without result", { status: 200, body: "{}" }, ReplyError],
    ["F63: another word", { status: 200, body: '{"result":"fine"}' }, ReplyError],
    ["F63: true", { status: 200, body: '{"result":true}' }, ReplyError],
    ["F64: null", { status: 200, body: "null" }, ReplyError],
    ["F64: a list", { status: 200, body: "[]" }, ReplyError],
    ["F64: an empty body", { status: 200, body: "" }, ReplyError],
    ["F62: an error with 500", { status: 500, body: '{"result":"error","description":"no"}' }, RefusedError],
    ["a redirect elsewhere", { status: 302, headers: { location: "https://other.example/login" } }, RefusedError],
  ])("to a command cause an error and no repetition: %s", async (_name, kind, expected) => {
    const sim = await simulator({ faults: [{ match: /^\/rebuild/u, kind }] });
    await fails(clientOf(sim).rebuild(), expected);
    expect(sim.requests.count({ action: "rebuild" })).toBe(1);
  });

  test("F64: may begin with a byte order mark", async () => {
    const sim = await simulator({
      faults: [{ match: "rebuild", kind: { status: 200, body: '\ufeff{"result":"success"}' } }],
    });
    expect(await clientOf(sim).rebuild()).toEqual({ result: "success", description: undefined });
  });

  test("F46: that are still HTML pages after a new login are reported as such", async () => {
    const server = await rawServer((socket, request) => {
      const body = request.startsWith("POST") ? '{"result":"success"}' : "<html>Log in</html>";
      socket.write(answer(body, { headers: ["set-cookie: a=1"] }));
    });
    await fails(clientAt(server.url).version(), Error, "the last time with a page in HTML");
  });
});

const reply = (status: number, text = "", headers: HttpReply["headers"] = {}): HttpReply => ({ status, text, headers });
const error = (description: string): string => JSON.stringify({ result: "error", description });

test.each([
  ["401", reply(401)],
  ["403", reply(403, error("Forbidden"))],
  ["440", reply(440)],
  ["a redirect to a login page", reply(302, "", { location: "/login.html" })],
  ["a redirect to a login page of the same host", reply(303, "", { location: "https://rp.example/cgi/signin?x=1" })],
  ["a page with 200", reply(200, "<!doctype html><title>Log in</title>")],
  ["such a text", reply(200, error("Session expired, please log in"))],
  ["such a text under other keys", reply(200, '{"Result":"Error","Description":"Session expired"}')],
  ["such a text in an envelope", reply(200, `{"response":${error("Session expired")}}`)],
  ["such a text with 400", reply(400, error("Session expired"))],
])("F52: the end of a session is recognised in %s", (_name, one) => {
  expect(expiredSession(one, "rp.example")).toEqual(expect.any(String));
});

test.each([
  ["a success", reply(200, '{"result":"success","description":"Session expired"}')],
  ["another refusal", reply(200, error("The license has expired"))],
  ["a redirect elsewhere", reply(302, "", { location: "https://other.example/login" })],
  ["a redirect to a file", reply(302, "", { location: "/index.html" })],
  ["404", reply(404, "<html></html>")],
  ["500", reply(500)],
  ["broken JSON", reply(200, '{"result":"err')],
])("F52: the end of a session is not recognised in %s", (_name, one) => {
  expect(expiredSession(one, "rp.example")).toBeUndefined();
});
