import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { openStage, sentDuring, type Stage } from "../engine/support";
import { root } from "../support/clone";
import { languagePath } from "../support/languages";

jest.setTimeout(900_000);

const plugins = { providers: [{ name: "flowgate", path: "node_modules/pulumi-flowgate/plugin" }] };
const folder = join(root, "docs/reference/resources/examples");
const examples = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

describe("the examples in YAML", () => {
  let stage: Stage;
  beforeAll(async () => {
    const path = await languagePath("yaml");
    stage = await openStage({ engine: { plugin: true, env: { PATH: path } } });
    await stage.engine.pulumi(["config", "set", "--secret", "alicePassword", "correct horse"]);
  });
  afterAll(() => stage.close());

  const write = async (name: string): Promise<void> => {
    const program = parse(readFileSync(join(folder, name), "utf8")) as object;
    await writeFile(join(stage.engine.folder, "Pulumi.yaml"), JSON.stringify({ ...program, name: "program", plugins }));
  };

  test.each(examples)("%s passes the check of the provider in a preview that sends nothing", async (name) => {
    await write(name);
    const sent = await sentDuring(stage.sim, async () => {
      await stage.engine.preview();
    });
    expect(sent).toEqual([]);
  });

  test("create what they declare, and find nothing to change afterwards", async () => {
    const { engine, sim } = stage;
    for (const name of ["ip-group.yaml", "policy.yaml"]) {
      await write(name);
      await engine.up();
      const sent = await sentDuring(sim, async () => {
        expect(Object.keys((await engine.up()).changes)).toEqual(["same"]);
      });
      expect(sent).toEqual([]);
      await engine.destroy();
    }
  });
});
