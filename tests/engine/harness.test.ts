import { type EngineWorkspace, openEngine, stateText } from "../support/engine";

/** A class of a dynamic kind whose provider needs nothing of this package. */
const thing = `
const provider = \`exports.handler = () => {
  let url;
  return {
    configure: async (request) => { url = JSON.parse(request.config.get("flowgate:gateway") ?? "{}").url; },
    check: async (olds, news) => ({ inputs: news, failures: news.size < 0 ? [{ property: "", reason: "size: too small" }] : [] }),
    diff: async (id, olds, news) => ({ changes: olds.size !== news.size }),
    create: async (inputs) => ({ id: "7", outs: { ...inputs, url } }),
    update: async (id, olds, news) => ({ outs: { ...news, url } }),
    read: async (id, props) => ({ id, props, inputs: { size: props.size } }),
    delete: async () => {},
  };
}\`;`;
const javascript = (size: number): string => `
const pulumi = require("@pulumi/pulumi");
${thing}
class Thing extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/flowgate:Thing", name, { __provider: provider, url: undefined, ...args });
  }
}
const one = new Thing("one", { size: ${size} });
exports.id = one.id;
exports.url = one.url;
exports.flowgate = require.resolve("pulumi-flowgate/package.json");
`;
const typescript = `
import * as pulumi from "@pulumi/pulumi";
${thing}
const text: string = provider;
class Thing extends pulumi.CustomResource {}
new Thing("pulumi-nodejs:dynamic/flowgate:Thing", "typed", { __provider: text, size: 1 });
export const language: string = "typescript";
`;

describe("the engine harness", () => {
  let engine: EngineWorkspace;

  beforeAll(async () => {
    engine = await openEngine({ debugGrpc: true });
    await engine.config({ gateway: { url: "https://gateway.example.net", token: "canary-1" } });
  });
  afterAll(() => engine.close());

  test("preview shows what up would do, and up does it with the stack's configuration", async () => {
    await engine.program(javascript(1));
    const preview = await engine.preview();
    expect(preview.steps).toMatchObject([{ op: "create", kind: "Thing", name: "one", outcome: "planned" }]);

    const up = await engine.up();
    expect(up.steps).toMatchObject([{ op: "create", kind: "Thing", name: "one", outcome: "done" }]);
    expect(up.changes).toEqual({ create: 2 });
    expect(await engine.outputs()).toMatchObject({ id: "7", url: "https://gateway.example.net" });
  });

  test("an unchanged program changes nothing, and a changed one updates", async () => {
    const same = await engine.preview({ args: ["--expect-no-changes"] });
    expect(same.changes).toEqual({ same: 2 });
    await engine.program(javascript(2));
    const update = await engine.up();
    expect(update.steps).toMatchObject([{ op: "update", name: "one", outcome: "done" }]);
  });

  test("refresh reads, and the state can be looked at", async () => {
    const { steps } = await engine.refresh();
    expect(steps).toMatchObject([{ op: "same", name: "one", outcome: "done" }]);
    expect(await engine.resources()).toMatchObject([{ id: "7", inputs: { size: 2 }, outputs: { size: 2 } }]);
    expect(await stateText(engine)).not.toContain("canary-1");
  });

  test("a run that is expected to fail returns what it printed", async () => {
    await engine.program(javascript(-1));
    const { output, code } = await engine.up({ fails: true });
    expect(code).not.toBe(0);
    expect(output).toContain("size: too small");
    await expect(engine.preview()).rejects.toThrow("size: too small");
  });

  test("the calls of the engine are recorded", async () => {
    const methods = (await engine.grpcCalls()).map(({ method }) => method.replace(/^.*\//u, ""));
    expect(methods).toEqual(expect.arrayContaining(["Check", "Create", "Diff", "Update", "Read"]));
  });

  test("a program in TypeScript runs too", async () => {
    await engine.program(typescript, "typescript");
    await engine.up();
    expect(await engine.outputs()).toEqual({ language: "typescript" });
  });

  test("destroy removes everything", async () => {
    const { steps } = await engine.destroy();
    expect(steps).toMatchObject([{ op: "delete", name: "typed", outcome: "done" }]);
    expect(await engine.resources()).toEqual([]);
  });
});
