import { answer, closeAll, fails, lost, rawServer, refused, strange } from "../http/support";
import { clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

describe("answers", () => {
  test.each([
    ["F9: reset after it was applied", "resetAfterApply" as const, lost],
    ["F10: truncated", "truncate" as const, lost],
    ["F13: 502", { status: 502 }, lost],
    ["F63: 500 with success", { status: 500, body: '{"result":"success"}' }, lost],
    ["F63: without result", { status: 200, body: "{}" }, strange],
    ["F63: another word", { status: 200, body: '{"result":"fine"}' }, strange],
    ["F63: true", { status: 200, body: '{"result":true}' }, strange],
    ["F64: null", { status: 200, body: "null" }, strange],
    ["F64: a list", { status: 200, body: "[]" }, strange],
    ["F64: an empty body", { status: 200, body: "" }, strange],
    ["F62: an error with 500", { status: 500, body: '{"result":"error","description":"no"}' }, refused],
    ["a redirect elsewhere", { status: 302, headers: { location: "https://other.example/login" } }, refused],
  ])("to a command cause an error and no repetition: %s", async (_name, kind, expected) => {
    const sim = await simulator({ faults: [{ match: /^\/rebuild/u, kind }] });
    await fails(clientOf(sim).call("/rebuild"), expected);
    expect(sim.requests.count({ action: "rebuild" })).toBe(1);
  });

  test("F64: may begin with a byte order mark", async () => {
    const sim = await simulator({
      faults: [{ match: "rebuild", kind: { status: 200, body: '\ufeff{"result":"success"}' } }],
    });
    expect(await clientOf(sim).call("/rebuild")).toEqual({ result: "success", description: undefined });
  });

  test("F46: that are still HTML pages after a new login are reported as such", async () => {
    const server = await rawServer((socket, request) => {
      const body = request.startsWith("POST") ? '{"result":"success"}' : "<html>Log in</html>";
      socket.write(answer(body, { headers: ["set-cookie: a=1"] }));
    });
    await fails(clientAt(server.url).call("/version"), strange, "a page answered, not the API");
  });
});
