import { inspect } from "node:util";
import {
  BusyError,
  CredentialsError,
  NotSentError,
  RefusedError,
  ReplyError,
  UnknownOutcomeError,
} from "../../../provider/errors/errors";
import { retrying } from "../../../provider/appliance/client-layer";
import type { RequestSpec, Send } from "../../../provider/http/request";
import { answer, closeAll, rawServer, rejection } from "../http/support";
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

  test("works over HTTPS with the CA of the appliance", async () => {
    const sim = await simulator({ https: true });
    const groups = await clientOf(sim, { allowHttp: false, caCert: sim.caCert }).ipGroups.loadTreeRootFast();
    expect(groups).toHaveLength(3);
  });

  test("F3: sends nothing to an appliance with an unknown certificate", async () => {
    const sim = await simulator({ https: true });
    const error = await rejection(clientOf(sim).ipGroups.loadTreeRootFast());
    expect(error).toBeInstanceOf(NotSentError);
    expect((error as Error).message).toContain("caCert");
    expect(sim.requests.count()).toBe(0);
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
  test("F44: a refused token fails fast: at most one request per slot is sent, and all calls fail with one message without the token", async () => {
    const sim = await simulator({ latencyMs: 20 });
    const token = "canary-token-wrong-31";
    const client = clientOf(sim, { token, concurrency: 4 });
    const errors = await Promise.all(Array.from({ length: 200 }, () => rejection(client.ipGroups.loadTreeRootFast())));
    expect(new Set(errors).size).toBeLessThanOrEqual(4);
    expect(new Set(errors.map((error) => (error as Error).message)).size).toBe(1);
    expect(errors[0]).toBeInstanceOf(CredentialsError);
    const { message } = errors[0] as Error;
    expect(message).toContain("FLOWGATE_GATEWAY_TOKEN");
    expect(message).toContain("flowgate:gateway.token");
    expect(message).toContain("--run-program");
    expect(inspect(errors, { depth: 5 })).not.toContain(token);
    expect(sim.requests.count()).toBeLessThanOrEqual(4);
  });

  test("F45: a token that is revoked during a run makes the remaining calls fail, reads and writes", async () => {
    const sim = await simulator();
    const { ipGroups } = clientOf(sim);
    await ipGroups.loadTreeRootFast();
    sim.gateway.setToken("another-token-1");
    expect(await rejection(ipGroups.loadTreeRootFast())).toBeInstanceOf(CredentialsError);
    sim.requests.clear();
    expect(await rejection(ipGroups.saveRule({ new_fc: "x", added: [] }))).toBeInstanceOf(CredentialsError);
    expect(sim.requests.count()).toBe(0);
  });

  test("an answer with err is a refusal whatever its HTTP status, and the message contains err and details", async () => {
    const server = await rawServer((socket, _request, index) => {
      const body = JSON.stringify({ err: `no (${index})`, details: "line\n2" });
      socket.write(answer(body, { status: index === 0 ? "200 OK" : "500 Oops" }));
    });
    const { ipGroups } = clientAt(server.url);
    for (const status of [200, 500]) {
      const error = await rejection(ipGroups.loadTreeRootFast());
      expect(error).toBeInstanceOf(RefusedError);
      expect(error).not.toBeInstanceOf(CredentialsError);
      expect(error).toMatchObject({ status });
      expect((error as Error).message).toMatch(/no \(\d\): line\\u000a2/u);
    }
  });

  test("an answer with invalidToken and other details is a refusal, but not a refused token", async () => {
    const server = await rawServer((socket) => socket.write(answer('{"err":"invalidToken","details":"other"}')));
    const error = await rejection(clientAt(server.url).ipGroups.loadTreeRootFast());
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).not.toBeInstanceOf(CredentialsError);
  });

  test.each(["html404", "html200"] as const)(
    "F46: a wrong path (%s) is an error that advises to check the URL",
    async (wrongPath) => {
      const sim = await simulator({ switches: { wrongPath } });
      const error = await rejection(clientOf(sim, { scriptPath: "/fcgi/other.fcgi" }).ipGroups.loadTreeRootFast());
      expect(error).toBeInstanceOf(wrongPath === "html200" ? ReplyError : RefusedError);
      expect((error as Error).message).toContain("Check the URL");
    },
  );

  test("F77: a redirect from https:// to http:// on the same host is refused and not followed", async () => {
    const sim = await simulator({ https: true });
    const location = sim.gateway.url.replace("https://", "http://");
    sim.faults.add({ kind: { status: 307, headers: { location } } });
    const error = await rejection(clientOf(sim, { caCert: sim.caCert }).ipGroups.saveRule({ new_fc: "x", added: [] }));
    expect(error).toBeInstanceOf(RefusedError);
    expect((error as Error).message).toContain("was redirected to http://127.0.0.1");
    expect(sim.requests.count()).toBe(1);
  });

  test("F77: a redirect from http:// to https:// is refused and not followed", async () => {
    const sim = await simulator({ switches: { plainHttp: "redirect" } });
    const error = await rejection(clientOf(sim).ipGroups.saveRule({ new_fc: "x", added: [] }));
    expect(error).toBeInstanceOf(RefusedError);
    expect((error as Error).message).toContain("was redirected to https://127.0.0.1");
    expect(sim.requests.count()).toBe(1);
  });

  test.each([
    ["F9: reset after it was applied", "resetAfterApply" as const, UnknownOutcomeError],
    ["F10: truncated", "truncate" as const, UnknownOutcomeError],
    ["F11: truncated in chunks", "truncateChunked" as const, UnknownOutcomeError],
    ["F13: 502 of a proxy", { status: 502, body: "<html>" }, UnknownOutcomeError],
    ["F13: 504 of a proxy", { status: 504 }, UnknownOutcomeError],
    ["F63: 500", { status: 500, body: '{"fc_id":1}' }, UnknownOutcomeError],
    ["F46: a login page", "html" as const, ReplyError],
    ["truncated JSON", "invalidJson" as const, ReplyError],
    ["F64: an empty body", { status: 200, body: "" }, ReplyError],
    ["F12: 503", { status: 503, headers: { "retry-after": "2" } }, BusyError],
    ["F12: 429", { status: 429 }, BusyError],
    ["F66: gzip", { headers: { "content-encoding": "gzip" } }, ReplyError],
  ])(
    "a creation answered with %s is sent once, and fails with the matching error class",
    async (_name, kind, expected) => {
      const sim = await simulator({ faults: [{ kind }] });
      const error = await rejection(clientOf(sim).ipGroups.saveRule({ new_fc: "x", added: [] }));
      expect(error).toBeInstanceOf(expected);
      expect(error).toMatchObject({ host: new URL(sim.gateway.url).host, action: "ipgroups/saveRule" });
      expect(sim.requests.count()).toBe(1);
    },
  );

  test("F75: the appliance's error text is shown without the token, escaped and truncated", async () => {
    const token = "canary-token-echo-17";
    const server = await rawServer((socket) => {
      socket.write(answer(JSON.stringify({ err: `bad ${token}\r\n\u001b[2J${"x".repeat(1_000_000)}` })));
    });
    const error = await rejection(clientAt(server.url, { token }).ipGroups.loadTreeRootFast());
    expect((error as Error).message).toContain("bad [secret]\\u000d\\u000a\\u001b[2J");
    expect((error as Error).message.length).toBeLessThan(2300);
  });

  test("F65: a 64 MB answer is an error, as it is longer than 16 MiB", async () => {
    const server = await rawServer((socket) => {
      socket.on("error", () => undefined);
      socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n`);
      const chunk = Buffer.alloc(1024 * 1024, "x");
      for (let count = 0; count < 64; count += 1) {
        socket.write("100000\r\n");
        socket.write(chunk);
        socket.write("\r\n");
      }
    });
    const error = await rejection(clientAt(server.url).ipGroups.loadTreeRootFast());
    expect((error as Error).message).toContain("longer than 16777216 bytes");
  });

  test("F61: a refused token does not affect other clients of the same or another gateway", async () => {
    const [one, two] = [await simulator(), await simulator()];
    const wrong = clientOf(one, { token: "wrong-token-1" });
    expect(await rejection(wrong.ipGroups.loadTreeRootFast())).toBeInstanceOf(CredentialsError);
    expect(await clientOf(two).ipGroups.loadTreeRootFast()).toHaveLength(3);
    expect(await clientOf(one).ipGroups.loadTreeRootFast()).toHaveLength(3);
  });
});
