import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { oneStage, sentDuring, silentUp } from "../engine/support";
import { root } from "../support/clone";
import { PLUGINS } from "../support/engine";
import { languagePath } from "../support/languages";

jest.setTimeout(900_000);

const folder = join(root, "docs/reference/resources/examples");
const examples = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

describe("the examples in YAML", () => {
  const stage = oneStage(async () => ({ engine: { env: { PATH: await languagePath("yaml") } } }));
  beforeAll(async () => {
    await stage.engine.pulumi(["config", "set", "--secret", "alicePassword", "correct horse"]);
  });

  const write = async (name: string): Promise<void> => {
    const program = parse(readFileSync(join(folder, name), "utf8")) as object;
    await writeFile(
      join(stage.engine.folder, "Pulumi.yaml"),
      JSON.stringify({ ...program, name: "program", ...PLUGINS }),
    );
  };

  test.each(examples)("%s passes the check of the provider in a preview that sends nothing", async (name) => {
    await write(name);
    expect(await sentDuring(stage.sim, () => stage.engine.preview())).toEqual([]);
  });

  test("create what they declare, and find nothing to change afterwards", async () => {
    const { engine } = stage;
    for (const name of ["ip-group.yaml", "policy.yaml"]) {
      await write(name);
      await engine.up();
      expect(await silentUp(stage)).toEqual(["same"]);
      await engine.destroy();
    }
  });
});
