import { execFileSync } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Report } from "../../lib/fleet/report";
import { type Simulator, startSimulator } from "../../simulator";
import { type Ended, launch, makeProgramFolder, root, type Running } from "./clone";
import { engineEnvironment, findEngineFolder } from "./engine";
import { startKeyService } from "./key-service";
import { opened } from "./opened";

/** The credentials that the gateway and the replicator of every site accept. */
const [TOKEN, PASSWORD] = ["token-of-all-sites", "password-of-all-sites"];
const shared = { token: TOKEN, password: PASSWORD };

/** The token that the gateway of a site accepts, if the sites have credentials of their own. */
export function tokenOf(site: string): string {
  return `token-of-${site}`;
}

export interface FleetOptions {
  /** Names of the sites. */
  readonly sites: readonly string[];
  /** The program, in JavaScript. */
  readonly program: string;
  /** The content of the fleet file. Its sites are the ones above, unless this value lists sites too. */
  readonly fleet?: Readonly<Record<string, unknown>>;
  /** Where the state is stored. Default: a folder of files. */
  readonly backend?: string;
  /** Whether each site accepts only a token and a password of its own. Default: all sites accept the same. */
  readonly ownCredentials?: boolean;
  /** Whether a passphrase protects the stacks. Default false: a key service does, which takes less time. */
  readonly passphrase?: boolean;
  /** Milliseconds by which an appliance delays each answer. Default 0. */
  readonly latencyMs?: number;
}

/** A fleet of simulated sites with one stack each. The compiled command and the real engine run it. */
export interface TestFleet {
  /** The program's folder, which holds `fleet.yaml`. */
  readonly folder: string;
  readonly sims: ReadonlyMap<string, Simulator>;
  readonly env: Readonly<Record<string, string>>;
  /** Replaces the program. */
  program(source: string): Promise<void>;
  /** Runs `flowgate fleet <args>` and waits for its end. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Starts the command as its own process and does not wait for its end. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Running;
  /** The report that the last run wrote. Default folder: `.fleet`. */
  report(home?: string): Promise<Report>;
  close(): Promise<void>;
}

/** Starts a simulator for each site and writes the program, the stack files and the fleet file. */
export async function openFleet(options: FleetOptions): Promise<TestFleet> {
  const [folder, engine, state, keys] = await Promise.all([
    makeProgramFolder(),
    findEngineFolder(),
    makeProgramFolder(),
    startKeyService(),
  ]);
  const sims = new Map(
    await Promise.all(
      options.sites.map(async (name) => {
        const own =
          options.ownCredentials === true ? { token: tokenOf(name), password: `password-of-${name}` } : shared;
        return [name, await startSite(own, options.latencyMs)] as const;
      }),
    ),
  );
  const backend = options.backend ?? `file://${state.path}`;
  const env = engineEnvironment([engine], backend, join(state.path, "home"), {
    ...(options.passphrase === true ? { PULUMI_CONFIG_PASSPHRASE: "test" } : keys.env),
    ...(options.ownCredentials === true
      ? {}
      : { FLOWGATE_GATEWAY_TOKEN: TOKEN, FLOWGATE_REPLICATOR_PASSWORD: PASSWORD }),
    CI: "true",
  });
  await mkdir(join(state.path, "home"), { recursive: true });
  await folder.write(
    "Pulumi.yaml",
    JSON.stringify({ name: "fleet", runtime: { name: "nodejs", options: { typescript: false } } }),
  );
  await folder.write("fleet.yaml", JSON.stringify({ sites: options.sites, ...options.fleet }));
  await folder.write("index.js", options.program);
  for (const [name, sim] of sims) {
    const config = configOf(sim, options.ownCredentials === true);
    // JSON is valid YAML.
    const protection = options.passphrase === true ? {} : keys.protection.lines;
    await folder.write(`Pulumi.${name}.yaml`, JSON.stringify({ ...protection, config }));
  }
  const start: TestFleet["start"] = (args, more = {}) =>
    launch(process.execPath, [join(root, "dist/cli/main.js"), "fleet", ...agreed(args)], folder.path, {
      ...env,
      ...more,
    });
  return {
    folder: folder.path,
    sims,
    env,
    program: (source) => folder.write("index.js", source),
    start,
    run: (args, more) => start(args, more).ended,
    report: async (home = ".fleet") =>
      JSON.parse(await readFile(join(folder.path, home, "report.json"), "utf8")) as Report,
    close: async () => {
      keys.close();
      await Promise.all([...sims.values()].map((sim) => sim.close()));
      await Promise.all([folder.remove(), state.remove()]);
    },
  };
}

/** One fleet for all tests of a group. */
export function oneFleet(options: FleetOptions): TestFleet {
  return opened(() => openFleet(options));
}

/** The simulator of a site. */
export function simOf({ sims }: Pick<TestFleet, "sims">, site: string): Simulator {
  const sim = sims.get(site);
  if (sim === undefined) throw new Error(`there is no site ${site}`);
  return sim;
}

/** Makes a site fail: from now on its gateway accepts a different token from the one in the environment. */
export function breakSite(fleet: TestFleet, site: string): void {
  simOf(fleet, site).gateway.setToken("another one");
}

/** Undoes {@link breakSite}. */
export function repairSite(fleet: TestFleet, site: string): void {
  simOf(fleet, site).gateway.setToken(TOKEN);
}

/** Process ids of the engines that update a stack. */
export function enginesOf(stack: string): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  const engines = lines.filter((line) => / up .*--event-log/u.test(line) && line.includes(`--stack=${stack} `));
  return engines.map((line) => Number.parseInt(line, 10));
}

/** The outcome of each site of a report, in the order of the waves. */
export function outcomesOf({ waves }: Report): Record<string, string> {
  return Object.fromEntries(waves.flatMap(({ sites }) => sites.map(({ site, outcome }) => [site, outcome] as const)));
}

/** Adds `--yes` to an `up`, which would otherwise ask for confirmation; there is no terminal to ask on. */
function agreed(args: readonly string[]): readonly string[] {
  return args[0] === "up" ? [...args, "--yes"] : args;
}

function startSite({ token, password }: typeof shared, latencyMs = 0): Promise<Simulator> {
  return startSimulator({ https: false, latencyMs, gateway: { token }, replicator: { password } });
}

/** The configuration of a site's stack. Credentials that all sites share are in the environment. */
function configOf({ gateway, replicator }: Simulator, ownCredentials: boolean): Record<string, object> {
  const [token, password] = ownCredentials ? [{ token: gateway.token }, { password: replicator.password }] : [];
  return {
    "flowgate:gateway": { url: gateway.url, allowHttp: true, ...token },
    "flowgate:replicator": { url: replicator.url, user: replicator.user, allowHttp: true, ...password },
  };
}
