import type { ReplicatorClient } from "../../../provider/client";
import { answer, fails, rawServer, strange } from "../http/support";
import { clientAt } from "./support";

const none = { profile: [], collector: [], policy: [], notate: [] };

describe("show/config", () => {
  test.each([
    {},
    { api: null, cli: {} },
    { api: ["x"], cli: {} },
    { api: [] },
    { api: { profile: "x" }, cli: {} },
    { api: { ...none, profile: [1] } },
    { api: {} },
    { api: { ...none, policy: null } },
    { api: { ...none, policy: undefined, policies: [] } },
  ])("in an unknown form is an error, not an empty configuration: %j", async (body) => {
    await fails((await showing(body)).call("/show/config"), strange);
  });

  test("may lack the equivalent command lines", async () => {
    expect(await (await showing({ api: none })).call("/show/config")).toEqual({ api: none, cli: none });
  });
});

describe("show of entities", () => {
  test("treats hostile keys as data, and does not change the prototype of objects", async () => {
    const body = '{"profile":{"__proto__":{"listening_port":"1"},"constructor":{},"total":{"state":"disabled"}}}';
    const profiles = await (await showing(body)).call("/show/profile/[filter]");
    expect([...profiles.keys()]).toEqual(["__proto__", "constructor", "total"]);
    expect(profiles.get("__proto__")?.listeningPort).toBe(1);
    expect(({} as { listening_port?: unknown }).listening_port).toBeUndefined();
  });

  test("does not treat a total next to the keys as an exporter", async () => {
    const exporters = await (
      await showing({ exporters: { "10.0.0.1": { in_profiles: [] }, total: 1 } })
    ).call("/show/exporters/[filter]");
    expect([...exporters.keys()]).toEqual(["10.0.0.1"]);
  });

  test.each([{}, { other: {} }, { exporters: { "10.0.0.1": { in_profiles: {} } } }])(
    "reports an unknown form as an error: %j",
    async (body) => {
      await fails((await showing(body)).call("/show/exporters/[filter]"), strange);
    },
  );
});

async function showing(body: unknown): Promise<ReplicatorClient> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const server = await rawServer((socket, request) => {
    socket.write(answer(request.startsWith("POST") ? '{"result":"success"}' : text, { headers: ["set-cookie: a=1"] }));
  });
  return clientAt(server.url);
}
