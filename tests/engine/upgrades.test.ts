import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredStores } from "../../simulator/stored";
import { root } from "../support/clone";
import { addressesOf } from "../support/configuration";
import type { RunOptions } from "../support/engine";
import { restoreImage } from "../support/stores";
import { canaries, formFile, formOf, keepStates, keptReleases, openStates, readStates, writeStates } from "./states";
import { sentDuring, type Stage } from "./support";

/** Set by `node tools/states.mjs`: the state that the current code writes is saved as that of the current version. */
const isKeeping = process.env["KEEP_STATES"] === "1";
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const releases = new Set([...keptReleases(), ...(isKeeping ? [version] : [])]);

test("F141: the provider text and the form of each kind in the state match tests/fixtures/states/form.json", async () => {
  const { stage, kept } = await writeStates();
  await stage.close();
  const form = formOf(kept.state);
  if (isKeeping) {
    await keepStates(version, kept);
    await writeFile(formFile, `${JSON.stringify(form, null, 2)}\n`);
  }
  // If this fails, the form has changed, while users have states in the former form. Make sure that the tests below
  // pass: they use the states that each release wrote. Then save the new form with `node tools/states.mjs` and mention
  // it in CHANGELOG.md.
  expect(form).toEqual(JSON.parse(await readFile(formFile, "utf8")));
});

describe.each([...releases])("a stack that release %s wrote", (release) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStates(await readStates(release));
  });
  afterAll(() => stage.close());

  const unchanged = (): RunOptions => ({ args: ["--expect-no-changes"], env: addressesOf(stage.sim) });

  test("F141: holds no credential in plain text", async () => {
    const kept = Object.values(await readStates(release)).map((text) => text.replaceAll(programPassword, ""));
    const forms = Object.values(canaries).flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64").replace(/=+$/u, ""),
      Buffer.from(secret).toString("hex"),
    ]);
    expect(forms.filter((form) => kept.some((text) => text.includes(form)))).toEqual([]);
  });

  test("F141: shows no change in a preview, which sends nothing", async () => {
    const { sim, engine } = stage;
    expect(await sentDuring(sim, () => engine.preview(unchanged()))).toEqual([]);
  });

  test("F141: shows no change in a refresh", async () => {
    const { sim, engine } = stage;
    expect(await sentDuring(sim, () => engine.refresh(unchanged()))).not.toEqual([]);
  });

  test("F141: can be destroyed without its program, and leaves the appliances as they were before", async () => {
    const { sim, engine } = stage;
    await engine.program("throw new Error('destroy needs no program');");
    await engine.destroy({ env: addressesOf(sim) });
    const withoutNotesAndPreferences = true;
    const left = sim.snapshot({ withoutNotesAndPreferences });
    restoreImage(sim, JSON.parse((await readStates(release)).before) as StoredStores);
    expect(left).toBe(sim.snapshot({ withoutNotesAndPreferences }));
  });
});

/** The password of the user in the saved program. */
const programPassword = `"password":"${canaries.user}"`;
