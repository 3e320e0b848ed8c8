import { configFor } from "../support/configuration";
import { declare, oneStage, sentDuring } from "./support";

describe("providers that a program declares", () => {
  const stage = oneStage({ engine: { plugin: true, keepProcesses: true } });

  test("refuse two resources for one object in a preview, even without the classes of this package", async () => {
    const { sim, engine } = stage;
    const provider = `const provider = new flowgate.Provider("own", ${JSON.stringify(configFor(sim))});`;
    const bare = (name: string): string =>
      `new pulumi.CustomResource("flowgate:index:IpGroup", "${name}", { name: "Same", rules: [] }, { provider });`;
    await engine.program(declare(provider, bare("one"), bare("two")));
    const sent = await sentDuring(sim, async () => {
      expect((await engine.preview({ fails: true })).output).toMatch(
        /IpGroup "(?:one|two)" declares the same object as IpGroup "(?:two|one)" in this program[.] Remove one of them[.]/u,
      );
    });
    expect(sent).toEqual([]);
  });

  test("report all wrong arguments at once, before anything is sent", async () => {
    const { sim, engine } = stage;
    await engine.program(
      declare(
        'new flowgate.Provider("wrong", { gateway: { url: "ftp://x", tokn: "t" }, replicator: { concurrency: 0 } });',
      ),
    );
    const sent = await sentDuring(sim, async () => {
      const { output } = await engine.up({ fails: true });
      for (const path of ["gateway", "gateway.url", "replicator.concurrency"]) {
        expect(output).toContain(`argument ${path} of provider "wrong"`);
      }
    });
    expect(sent).toEqual([]);
  });
});
