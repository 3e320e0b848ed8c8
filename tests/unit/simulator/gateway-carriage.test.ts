import { FormData } from "undici";
import type { Switches } from "../../../simulator";
import { eachTest, failure, Probe, withSimulator } from "./support";

const context = eachTest();

const script = (): string => `${context.sim.gateway.url}/fcgi/svc_fcgi.fcgi`;

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}
const listing = (): Record<string, string> => ({
  authToken: context.sim.gateway.token,
  rm: "ipgroups",
  action: "loadTreeRootFast",
});
const post = (body: FormData | string, url = script(), headers = {}): ReturnType<Probe["send"]> =>
  context.probe.send(url, { method: "POST", body, headers });

test("an invalid token is answered with err and the details invalidToken, always with 200, and changes nothing", async () => {
  const before = context.sim.snapshot();
  const deletion = { rm: "ipgroups", action: "deleteAll" };
  context.sim.switches.errStatus = 500;
  for (const fields of [{ ...deletion, authToken: "wrong" }, { ...deletion, authToken: "" }, deletion]) {
    expect(await post(form(fields))).toMatchObject({
      status: 200,
      body: { err: expect.any(String) as string, details: "invalidToken" },
    });
  }
  expect(context.sim.snapshot()).toBe(before);
});

test("a token that was replaced is revoked", async () => {
  const old = listing();
  context.sim.gateway.setToken("another token");
  expect((await post(form(listing()))).body).toHaveProperty("results");
  expect((await post(form(old))).body).toHaveProperty("details", "invalidToken");
});

const encoded = (): string => new URLSearchParams(listing()).toString();
const get = (): ReturnType<Probe["send"]> => context.probe.send(`${script()}?${encoded()}`);
const postEncoded = (): ReturnType<Probe["send"]> =>
  post(encoded(), script(), { "content-type": "application/x-www-form-urlencoded" });
const cut = '--cut\r\ncontent-disposition: form-data; name="rm"\r\n\r\nipgro';
const formWith = (add: (data: FormData) => void): FormData => {
  const data = form(listing());
  add(data);
  return data;
};
const page = { "content-type": "text/html; charset=utf-8" };
const elsewhere = (path: string) => () => post(form(listing()), `${context.sim.gateway.url}${path}`);
const listed = { status: 200, body: { results: expect.any(Array) as unknown[] } };
const refused = (words: RegExp): object => ({ body: failure(words) });
const noAction = { err: "there is no action paint in run mode ipgroups" };
const noMode = { err: "there is no action loadTreeRootFast in run mode paint" };

/** Switches, a request, and its answer. */
test.each<[sentence: string, Partial<Switches>, ask: () => ReturnType<Probe["send"]>, answer: object]>([
  ["an unknown action", {}, () => post(form({ ...listing(), action: "paint" })), { status: 200, body: noAction }],
  [
    "an unknown run mode",
    { errDetails: "text", errStatus: 400 },
    () => post(form({ ...listing(), rm: "paint" })),
    { status: 400, body: { ...noMode, details: noMode.err } },
  ],
  ["another path", {}, elsewhere("/fcgi/svc_fcgi.fcgix"), { status: 404, headers: page }],
  ["another path", { wrongPath: "html200" }, elsewhere("/fcgi/svc_fcgi.fcgix"), { status: 200, headers: page }],
  ["the path of another script", { scriptPath: "/cgi/own.fcgi" }, elsewhere("/cgi/own.fcgi"), listed],
  ["GET", {}, get, { status: 405 }],
  ["GET", { formCarriage: "any" }, get, listed],
  ["a urlencoded POST", {}, postEncoded, refused(/no multipart form/)],
  ["a urlencoded POST", { formCarriage: "any" }, postEncoded, listed],
  ["a query", {}, elsewhere("/fcgi/svc_fcgi.fcgi?authToken=x"), refused(/query/)],
  ["a repeated field", {}, () => post(formWith((data) => data.append("rm", "ipgroups"))), refused(/given twice/)],
  ["a file", {}, () => post(formWith((data) => data.append("json", new Blob(["[]"]), "a.json"))), refused(/is a file/)],
  [
    "a form that is cut off",
    {},
    () => post(cut, script(), { "content-type": "multipart/form-data; boundary=cut" }),
    refused(/malformed/),
  ],
  ["HTTP", { plainHttp: "redirect" }, () => post(form({})), { status: 302 }],
])("%s with %j", async (_sentence, switches, ask, answer) => {
  Object.assign(context.sim.switches, switches);
  expect(await ask()).toMatchObject(answer);
});

test.each(["a/b\\c?d#e&f=g;h+i j%2F", "Zürich 東京 🛰", "__proto__", `"quotes" 'both'`])(
  "the name %j is data",
  async (name) => {
    await context.probe.ipGroups("saveRule", { new_fc: name, added: [] });
    expect(context.sim.gateway.store.ipGroupsNamed(name)).toHaveLength(1);
  },
);

test("the certificate is signed by caCert and valid for localhost, and a client without the CA sends nothing", async () => {
  await withSimulator({ https: true }, async (probe) => {
    const { sim } = probe;
    expect((await probe.send(`${sim.gateway.url.replace("127.0.0.1", "localhost")}/`)).status).toBe(404);
    const stranger = new Probe(Object.create(sim, { caCert: { value: undefined } }) as typeof sim);
    await expect(stranger.send(`${sim.gateway.url}/`)).rejects.toHaveProperty("code");
    expect(sim.requests.count()).toBe(1);
    await stranger.close();
  });
});
