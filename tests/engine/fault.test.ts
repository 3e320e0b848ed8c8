import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../support/clone";
import { declare, hosts, oneStage } from "./support";

const broken = `--require ${join(root, "tests/support/broken.cjs")}`;

describe.each(hosts)("a fault of the provider, with %s", (_, plugin) => {
  const stage = oneStage({ plugin });

  test("is called one, and its stack is in the engine's debug log and in the file of FLOWGATE_LOG, with the sources' places", async () => {
    const { engine, sim } = stage;
    const file = join(engine.folder, "flowgate.log");
    await engine.program(declare('new IpGroup("servers", { onExisting: "adopt" });'));
    const env = { FLOWGATE_LOG: file, NODE_OPTIONS: `${engine.env["NODE_OPTIONS"] ?? ""} ${broken}` };
    const { output } = await engine.up({ args: ["--debug"], env, fails: true });
    const said =
      /IpGroup "servers"[^\n]*: create failed: TypeError: Cannot .*\. This is a fault of pulumi-flowgate: please report it\./u;
    expect(output).toMatch(said);
    const log = await readFile(file, "utf8");
    const place = /IpGroup "servers": create: TypeError: Cannot [^\n]*\n +at [^\n]*provider\/kinds\/ip-group\.ts:\d+/u;
    for (const text of [output, log]) expect(text).toMatch(place);
    expect(log).toMatch(/ IpGroup "servers": create$/mu);
    expect(log).not.toContain(sim.gateway.token);
  });

  // What is decided is the same for both.
  if (plugin) return;
  test("the file of FLOWGATE_LOG says what was asked, requested, found and decided", async () => {
    const { engine, sim } = stage;
    sim.mutate.addIpGroup("servers", []);
    const file = join(engine.folder, "decisions.log");
    await engine.up({ env: { FLOWGATE_LOG: file } });
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    const order = [
      / IpGroup "servers": create$/u,
      / POST ipgroups\/loadTreeRootFast 200 /u,
      /: found \(id \d+\)$/u,
      /adopted \(id \d+\)/u,
    ];
    const places = order.map((one) => lines.findIndex((line) => one.test(line)));
    expect(places).toEqual([...places].sort((first, second) => first - second));
    expect(places).not.toContain(-1);
  });
});
