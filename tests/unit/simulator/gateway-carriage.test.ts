import { FormData } from "undici";
import { eachTest, failure, Probe, withSimulator } from "./support";

const context = eachTest();

const script = (): string => `${context.sim.gateway.url}/fcgi/svc_fcgi.fcgi`;

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

test("an invalid token is answered with HTTP 200, err and the details invalidToken, and changes nothing", async () => {
  const before = context.sim.snapshot();
  for (const authToken of ["wrong", ""]) {
    const body = form({ authToken, rm: "ipgroups", action: "deleteAll" });
    const reply = await context.probe.send(script(), { method: "POST", body });
    expect(reply).toMatchObject({ status: 200, body: { err: expect.any(String) as string, details: "invalidToken" } });
  }
  const missing = await context.probe.send(script(), {
    method: "POST",
    body: form({ rm: "ipgroups", action: "deleteAll" }),
  });
  expect(missing.body).toHaveProperty("details", "invalidToken");
  expect(context.sim.snapshot()).toBe(before);
});

test("a token that was replaced is revoked", async () => {
  const old = context.sim.gateway.token;
  context.sim.gateway.setToken("another token");
  expect(await context.probe.ipGroups("loadTreeRootFast")).toHaveProperty("results");
  expect(await context.probe.ipGroups("loadTreeRootFast", { authToken: old })).toHaveProperty(
    "details",
    "invalidToken",
  );
});

test("any other failure is an object with err, and with details only if the switch errDetails says so", async () => {
  expect(await context.probe.gateway("ipgroups", "paint")).toEqual(failure(/no action paint in run mode ipgroups/));
  expect(await context.probe.gateway("paint", "get")).toEqual(failure(/no action get in run mode paint/));
  context.sim.switches.errDetails = "text";
  expect(await context.probe.gateway("ipgroups", "paint")).toHaveProperty("details");
});

test("the switch errStatus sets the HTTP status of failures, but an invalid token always has 200", async () => {
  const send = (authToken: string): Promise<{ status: number }> =>
    context.probe.send(script(), { method: "POST", body: form({ authToken, rm: "ipgroups", action: "paint" }) });
  for (const status of [400, 500] as const) {
    context.sim.switches.errStatus = status;
    expect((await send(context.sim.gateway.token)).status).toBe(status);
    expect((await send("wrong")).status).toBe(200);
  }
});

test("a wrong path is answered with an HTML page and 404, or 200 if the switch wrongPath says so", async () => {
  const url = `${context.sim.gateway.url}/fcgi/other.fcgi`;
  const reply = await context.probe.send(url, { method: "POST", body: form({}) });
  expect(reply).toMatchObject({ status: 404, headers: { "content-type": "text/html; charset=utf-8" } });
  context.sim.switches.wrongPath = "html200";
  expect((await context.probe.send(url, { method: "POST", body: form({}) })).status).toBe(200);
});

test("the switch scriptPath sets the path of the script", async () => {
  context.sim.switches.scriptPath = "/cgi/own.fcgi";
  const body = form({ authToken: context.sim.gateway.token, rm: "ipgroups", action: "loadTreeRootFast" });
  const reply = await context.probe.send(`${context.sim.gateway.url}/cgi/own.fcgi`, { method: "POST", body });
  expect(reply.body).toHaveProperty("results");
});

describe("forms", () => {
  const fields = (): Record<string, string> => ({
    authToken: context.sim.gateway.token,
    rm: "ipgroups",
    action: "loadTreeRootFast",
  });

  test("only a multipart POST is accepted: GET, urlencoded POST and a query are refused", async () => {
    const encoded = new URLSearchParams(fields()).toString();
    expect((await context.probe.send(`${script()}?${encoded}`)).status).toBe(405);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const post = await context.probe.send(script(), { method: "POST", body: encoded, headers });
    expect(post.body).toEqual(failure(/no multipart form/));
    const query = await context.probe.send(`${script()}?authToken=x`, { method: "POST", body: form(fields()) });
    expect(query.body).toEqual(failure(/query/));
  });

  test("urlencoded POST and even GET are accepted if the switch formCarriage says so", async () => {
    context.sim.switches.formCarriage = "any";
    const encoded = new URLSearchParams(fields()).toString();
    expect((await context.probe.send(`${script()}?${encoded}`)).body).toHaveProperty("results");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const post = await context.probe.send(script(), { method: "POST", body: encoded, headers });
    expect(post.body).toHaveProperty("results");
    const multipart = await context.probe.send(script(), { method: "POST", body: form(fields()) });
    expect(multipart.body).toHaveProperty("results");
  });

  test("a repeated field, a file and a truncated form are refused", async () => {
    const twice = form(fields());
    twice.append("rm", "ipgroups");
    expect((await context.probe.send(script(), { method: "POST", body: twice })).body).toEqual(failure(/given twice/));
    const file = form(fields());
    file.append("json", new Blob(["[]"]), "rules.json");
    expect((await context.probe.send(script(), { method: "POST", body: file })).body).toEqual(failure(/is a file/));
    const headers = { "content-type": "multipart/form-data; boundary=cut" };
    const body = '--cut\r\ncontent-disposition: form-data; name="rm"\r\n\r\nipgro';
    const cut = await context.probe.send(script(), { method: "POST", body, headers });
    expect(cut.body).toEqual(failure(/malformed/));
  });

  test("names are transmitted as data, whatever characters they contain", async () => {
    for (const name of ["a/b\\c?d#e&f=g;h+i j%2F", "Zürich 東京 🛰", "__proto__", `"quotes" 'both'`]) {
      await context.probe.ipGroups("saveRule", { new_fc: name, added: [] });
      expect(context.sim.gateway.store.ipGroupsNamed(name)).toHaveLength(1);
    }
  });
});

test("both appliances redirect http to https if the switch plainHttp says so", async () => {
  context.sim.switches.plainHttp = "redirect";
  const gateway = await context.probe.send(script(), { method: "POST", body: form({}) });
  expect(gateway).toMatchObject({ status: 302, headers: { location: script().replace("http:", "https:") } });
  expect((await context.probe.raw("version")).status).toBe(302);
});

describe("TLS", () => {
  test("the server's certificate is signed by caCert and valid for localhost and 127.0.0.1, and caFingerprint is set", async () => {
    await withSimulator({ https: true }, async (probe) => {
      expect(await probe.ipGroups("loadTreeRootFast")).toHaveProperty("results");
      const byName = probe.sim.gateway.url.replace("127.0.0.1", "localhost");
      expect((await probe.send(`${byName}/`)).status).toBe(404);
      expect(probe.sim.caFingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/u);
    });
  });

  test("a self-signed certificate, one for another name and an expired one can be requested", async () => {
    await withSimulator({ https: true, certificate: { selfSigned: true } }, async (probe) => {
      expect(await probe.ipGroups("loadTreeRootFast")).toHaveProperty("results");
    });
    await withSimulator({ https: true, certificate: { names: ["gateway.example.net"] } }, async (probe) => {
      await expect(probe.ipGroups("loadTreeRootFast")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    });
    const certificate = { notBefore: new Date("2020-01-01"), notAfter: new Date("2020-12-31") };
    await withSimulator({ https: true, certificate }, async (probe) => {
      await expect(probe.ipGroups("loadTreeRootFast")).rejects.toMatchObject({ code: "CERT_HAS_EXPIRED" });
      expect([...probe.sim.requests]).toEqual([]);
    });
  });

  test("a client that does not trust the CA sends nothing", async () => {
    await withSimulator({ https: true }, async ({ sim }) => {
      const stranger = new Probe(Object.create(sim, { caCert: { value: undefined } }) as typeof sim);
      await expect(stranger.send(`${sim.gateway.url}/`)).rejects.toHaveProperty("code");
      expect(sim.requests.count()).toBe(0);
      await stranger.close();
    });
  });

  test("maxTlsVersion can limit a server to TLS below 1.2", async () => {
    await withSimulator({ https: true, maxTlsVersion: "TLSv1" }, async (probe) => {
      await expect(probe.ipGroups("loadTreeRootFast")).rejects.toHaveProperty("code");
    });
  });
});
