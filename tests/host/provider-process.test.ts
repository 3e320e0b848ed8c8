import { PartialFault, ProviderFault } from "../support/provider-calls";
import { type ProviderProcess, startProvider } from "../support/provider-process";
import { UNKNOWN } from "../support/unknown";

/** A provider that returns its arguments. It is built from text, like every dynamic provider. */
const throwAway = `
exports.handler = () => {
  let config;
  return {
    configure: async (request) => { config = request.config; },
    check: async (olds, news) => ({
      inputs: news,
      failures: news.port === 0 ? [{ property: "", reason: "port: 0 is no port" }] : [],
    }),
    diff: async (id, olds, news) => ({
      changes: olds.name !== news.name, replaces: ["name"], deleteBeforeReplace: true,
    }),
    create: async (inputs) => {
      if (inputs.name === "broken") throw new Error("nothing was made");
      if (inputs.name === "half") {
        throw Object.assign(new Error("made, not finished"), {
          id: "7", reasons: ["the note is missing"], properties: { ...inputs, groupId: 7 },
        });
      }
      return { id: "1", outs: { ...inputs, url: JSON.parse(config.get("flowgate:gateway")).url, env: process.env.FLOWGATE_LOG } };
    },
    read: async (id, props) => (props.name === "gone" ? { id: "" } : { id, props, inputs: { name: props.name } }),
    update: async (id, olds, news) => ({ outs: { ...news, before: olds.name } }),
    delete: async (id, props) => { console.error("deleting " + id + " " + props.name); },
  };
};`;

describe("the provider process harness", () => {
  let provider: ProviderProcess;

  beforeAll(async () => {
    const gateway = { url: "https://gateway.example.net", token: "t" };
    provider = await startProvider({ config: { gateway }, env: { FLOWGATE_LOG: "/dev/null" } });
  });
  afterAll(() => provider.close());

  const thing = (): ReturnType<ProviderProcess["kind"]> => provider.kind("Thing", throwAway);

  test("configure passes structured values as JSON text, and the process has the environment that the test sets", async () => {
    const { id, outputs } = await thing().create({ name: "a", note: undefined });
    expect(id).toBe("1");
    expect(outputs).toEqual({ name: "a", url: "https://gateway.example.net", env: "/dev/null" });
  });

  test("check passes unknown values through and returns every failure", async () => {
    const passed = await thing().check({ rules: [{ type: "child", groupId: UNKNOWN }] });
    expect(passed).toEqual({ inputs: { rules: [{ type: "child", groupId: UNKNOWN }] }, failures: [] });
    const failed = await thing().check({ port: 0 });
    expect(failed.failures).toEqual([{ property: "", reason: "port: 0 is no port" }]);
  });

  test("diff returns whether something changes, and what is replaced", async () => {
    expect(await thing().diff("1", { name: "a" }, { name: "a" })).toMatchObject({ changes: false });
    expect(await thing().diff("1", { name: "a" }, { name: "b" })).toEqual({
      changes: true,
      replaces: ["name"],
      deleteBeforeReplace: true,
    });
  });

  test("read returns id, outputs and inputs, and an empty id for an object that is gone", async () => {
    const there = await thing().read("1", { name: "a", groupId: 1 }, { name: "a" });
    expect(there).toEqual({ id: "1", outputs: { name: "a", groupId: 1 }, inputs: { name: "a" } });
    expect((await thing().read("1", { name: "gone" })).id).toBe("");
  });

  test("update receives the outputs in the state and returns the new ones", async () => {
    expect(await thing().update("1", { name: "a" }, { name: "b" })).toEqual({ name: "b", before: "a" });
  });

  test("delete passes id and outputs, and the harness collects what the process prints", async () => {
    await thing().delete("1", { name: "a" });
    expect(provider.stderr).toContain("deleting 1 a");
  });

  test("an error of the provider keeps its message", async () => {
    const fault = await thing()
      .create({ name: "broken" })
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ProviderFault);
    expect(fault).not.toBeInstanceOf(PartialFault);
    expect(fault).toMatchObject({ message: "nothing was made", call: "create" });
  });

  test("a partly done create reports the id, the properties and the reasons that the engine stores", async () => {
    const fault = await thing()
      .create({ name: "half" })
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(PartialFault);
    expect(fault).toMatchObject({
      message: "made, not finished",
      id: "7",
      properties: { name: "half", groupId: 7 },
      reasons: ["the note is missing"],
      providerText: throwAway,
    });
  });

  test("a second process can be started and killed", async () => {
    const other = await startProvider({ config: {} });
    expect(await other.kill()).toBeNull();
  });
});
