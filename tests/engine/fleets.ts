import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Simulator } from "../../simulator";
import { launch, root } from "../support/clone";
import { environmentOf } from "../support/configuration";
import { isLong } from "../support/long";
import { oneStage } from "./support";

/** A run of many sites on a busy machine, in milliseconds. */
const PATIENCE = isLong ? 3_000_000 : 600_000;

jest.setTimeout(PATIENCE);

/** What the report of a fleet says of its sites. */
export interface Report {
  readonly sites: readonly { site: string; result: string; changes: Record<string, number>; failure?: string }[];
}

/** A folder for a fleet of this number of sites, with the appliances of each. */
export class TestFleet {
  readonly sites: readonly string[];
  readonly #stage;
  /** The folder of the package whose command runs. */
  package = root;

  constructor(count: number) {
    this.sites = Array.from({ length: count }, (_, at) => `site${String(at)}`);
    this.#stage = oneStage({ sites: this.sites, engine: { project: "branches" }, configured: false });
  }

  get sims(): Simulator[] {
    return Object.values(this.#stage.sims);
  }

  path(name: string): string {
    return join(this.#stage.engine.folder, name);
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  text(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** Starts a command of `flowgate` with the appliances of every site in the environment. */
  start(...args: string[]): ReturnType<typeof launch> {
    const variables = this.sims.flatMap((sim, at) => {
      const prefix = `FLOWGATE_SITE_${(this.sites[at] ?? "").toUpperCase()}`;
      return Object.entries(environmentOf(sim)).map(([name, value]) => [name.replace("FLOWGATE", prefix), value]);
    });
    const all = Object.fromEntries(variables) as Record<string, string>;
    const { env, folder } = this.#stage.engine;
    const own = { ...env, ...all, PULUMI_CONFIG_PASSPHRASE: "x" };
    const script = join(this.package, "dist/cli/main.js");
    return launch(process.execPath, [script, ...args], folder, own, { timeout: PATIENCE });
  }

  /** Runs a command of `flowgate fleet`. */
  run(...args: string[]): ReturnType<typeof launch>["ended"] {
    return this.start("fleet", ...args).ended;
  }

  /** Starts a command, and signals it as soon as a site begins to change its appliances. */
  async signalled(signal: NodeJS.Signals, ...args: string[]): ReturnType<typeof launch>["ended"] {
    for (const sim of this.sims) sim.requests.clear();
    const { child, ended } = this.start("fleet", ...args);
    while (this.sims.every((sim) => sim.requests.verbs({ kind: "write" }).length === 0)) await sleep(20);
    child.kill(signal);
    return ended;
  }

  /** Runs a command until no engine that has outlived its killed command holds the lock of a stack. */
  async unlocked(...args: string[]): ReturnType<typeof launch>["ended"] {
    let again = await this.run(...args);
    for (let tries = 0; again.code !== 0 && tries < 5; tries += 1) {
      expect(again.stdout).toMatch(/^site0 +failed .* locked/mu);
      await sleep(2_000);
      again = await this.run(...args);
    }
    return again;
  }

  report(): Report {
    return JSON.parse(this.text(".fleet/report.json")) as Report;
  }

  resultsOf(): Record<string, string> {
    return Object.fromEntries(this.report().sites.map((one) => [one.site, one.result]));
  }

  /** The names of the groups that a site has from its layers. */
  groupsOf(at: number): string[] {
    const groups = this.sims[at]?.gateway.store.ipGroups.values() ?? [];
    return [...groups].map(({ name }) => name).filter((name) => /^Group/u.test(name));
  }

  /** Writes layers that declare this number of groups at each site. */
  models(count: number): void {
    const groups = Array.from(
      { length: count },
      (_, at) => `  - { name: Group ${String(at)}, rules: [10.0.${String(at)}.0/24] }`,
    );
    this.write("global.yaml", `ipGroups:\n${groups.join("\n")}\n`);
    this.write("sites.yaml", `sites:\n${this.sites.map((site) => `  ${site}: [global.yaml]`).join("\n")}\n`);
  }
}
