import {
  BusyError,
  CredentialsError,
  NoContentError,
  RefusedError,
  ReplyError,
  TooLargeError,
  UnknownOutcomeError,
} from "../../../provider/errors/errors";
import { retrying } from "../../../provider/appliance/client-layer";
import type { RequestSpec, Send } from "../../../provider/http/request";
import type { FaultKind } from "../../../simulator";
import { answer, closeAll, fails, rawServer, rejection } from "../http/support";
import { clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

describe("the transport of the gateway client", () => {
  test("sends one multipart POST to the script, with the token only inside the form", async () => {
    const server = await rawServer((socket) => socket.write(answer('{"results":[]}')));
    await clientAt(`${server.url}/prefix`).ipGroups.loadTreeRootFast();
    const [head = "", ...body] = (server.requests[0] ?? "").split("\r\n\r\n");
    expect(head).toMatch(/^POST \/prefix\/fcgi\/svc_fcgi\.fcgi HTTP\/1\.1\r\n/u);
    expect(head).not.toContain("test-token-1");
    for (const field of ["authToken", "rm", "action"]) expect(body.join("\r\n\r\n")).toContain(`name="${field}"\r\n`);
  });

  test("passes every request with its operation class to the wrapping layer, and sends what that layer passes on", async () => {
    const sim = await simulator();
    const seen: Pick<RequestSpec, "action" | "operation">[] = [];
    const wrap = (inner: Send): Send => {
      return (request) => {
        seen.push({ action: request.action, operation: request.operation });
        return inner(request);
      };
    };
    const client = clientOf(sim, { wrap });
    const { fc_id } = await client.ipGroups.saveRule({ new_fc: "a", added: [] });
    await client.ipGroups.delete([fc_id]);
    await client.ipGroups.loadTreeRootFast();
    expect(seen).toEqual([
      { action: "ipgroups/saveRule", operation: "creating" },
      { action: "ipgroups/delete", operation: "converging" },
      { action: "ipgroups/loadTreeRootFast", operation: "read" },
    ]);
  });

  test("repeats a request before the next one gets its slot", async () => {
    const sim = await simulator();
    sim.faults.add({ kind: { status: 503, body: "busy" }, match: "ipgroups/loadTreeRootFast", times: 1 });
    const { ipGroups } = clientOf(sim, { concurrency: 1, wrap: retrying("gateway", sim.gateway.url) });
    await Promise.all([ipGroups.loadTreeRootFast(), ipGroups.loadRules({ fc_id: 101 })]);
    expect(sim.requests.verbs()).toEqual([
      "ipgroups/loadTreeRootFast",
      "ipgroups/loadTreeRootFast",
      "ipgroups/loadRules",
    ]);
  });
});

describe("failures of the gateway client", () => {
  const page = { "content-type": "text/html" };

  test("an answer with err is a refusal whatever its HTTP status, and the message contains err and details", async () => {
    const server = await rawServer((socket, _request, index) => {
      const body = JSON.stringify({ err: `no (${index})`, details: "line\n2" });
      socket.write(answer(body, { status: index === 0 ? "200 OK" : "500 Oops" }));
    });
    const { ipGroups } = clientAt(server.url);
    for (const status of [200, 500]) {
      const error = await fails(ipGroups.loadTreeRootFast(), RefusedError, /no \(\d\): line\\u000a2/u);
      expect(error).not.toBeInstanceOf(CredentialsError);
      expect(error).toMatchObject({ status });
    }
  });

  test.each<[string, FaultKind, abstract new (...parts: never[]) => Error, words?: string]>([
    ["F9: reset after it was applied", "resetAfterApply", UnknownOutcomeError],
    ["F10: truncated", "truncate", UnknownOutcomeError],
    ["F11: truncated in chunks", "truncateChunked", UnknownOutcomeError],
    ["F13: 502 of a proxy", { status: 502, body: "<html>" }, UnknownOutcomeError],
    ["F13: 504 of a proxy", { status: 504 }, UnknownOutcomeError],
    ["F63: 500", { status: 500, body: '{"fc_id":1}' }, UnknownOutcomeError],
    ["F46: a login page", "html", ReplyError],
    ["F46: a page without markup", { status: 200, body: "Log in", headers: page }, ReplyError],
    ["truncated JSON", "invalidJson", ReplyError],
    ["plain text", { status: 200, body: "OK" }, ReplyError],
    ["F64: an empty body", { status: 200, body: "", headers: page }, NoContentError],
    ["F64: 204", { status: 204 }, NoContentError],
    [
      "F76: a redirect",
      { status: 302, headers: { location: "https://a.example/canary" } },
      RefusedError,
      "the request was redirected to https://a.example (HTTP 302), which is not followed",
    ],
    ["F77: a redirect without a target", { status: 307 }, RefusedError],
    ["404 with a page", { status: 404, body: "<html>" }, RefusedError, "HTTP 404 and a page. Check the URL"],
    ["413", { status: 413 }, TooLargeError],
    ["F12: 503", { status: 503, headers: { "retry-after": "2" } }, BusyError],
    ["F12: 429", { status: 429 }, BusyError],
    ["F66: gzip", { headers: { "content-encoding": "gzip" } }, ReplyError],
    ["401", { status: 401 }, CredentialsError],
    ["403", { status: 403 }, CredentialsError],
  ])(
    "a creation answered with %s is sent once, and fails with the matching error class",
    async (_name, kind, expected, words = "") => {
      const sim = await simulator({ faults: [{ kind }] });
      const error = await fails(clientOf(sim).ipGroups.saveRule({ new_fc: "x", added: [] }), expected, words);
      expect(error).toMatchObject({ host: new URL(sim.gateway.url).host, action: "ipgroups/saveRule" });
      expect(error.message).not.toContain("canary");
      expect(sim.requests.count()).toBe(1);
    },
  );

  test.each(["html"] as const)("JSON with the content type %s is no failure", async (contentType) => {
    const sim = await simulator({ switches: { contentType } });
    expect(await clientOf(sim).ipGroups.loadTreeRootFast()).toHaveLength(3);
  });

  test.each([
    ["HTTP 401", { status: 401, body: "" }],
    [
      "the token was refused: invalidToken: expired token",
      { status: 200, body: '{"err":"invalidToken","details":"expired token"}' },
    ],
  ])("F61: the error %s says how to set another token", async (words, kind) => {
    const sim = await simulator({ faults: [{ kind }] });
    const error = (await rejection(clientOf(sim).ipGroups.loadTreeRootFast())) as CredentialsError;
    expect(error.words).toBe(words);
    expect(error.advice).toMatch(/^Set the token in FLOWGATE_GATEWAY_TOKEN or with .*; /u);
    expect(error.adviceWith?.((key) => `<${key}>`)).toMatch(/^Set the token: <token>; /u);
  });

  test("F61: a refused token does not affect other clients of the same or another gateway", async () => {
    const [one, two] = [await simulator(), await simulator()];
    const wrong = clientOf(one, { token: "wrong-token-1" });
    await fails(wrong.ipGroups.loadTreeRootFast(), CredentialsError);
    expect(await clientOf(two).ipGroups.loadTreeRootFast()).toHaveLength(3);
    expect(await clientOf(one).ipGroups.loadTreeRootFast()).toHaveLength(3);
  });
});
