import { readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredStores } from "../../simulator/stored";
import { programOf, sourceOf, surround } from "../kinds/program";
import { root } from "../support/clone";
import { imageOf, restoreImage } from "../support/stores";
import { openStage, type Stage } from "./support";
import { addressesOf } from "../support/configuration";

/** One folder per release: the state that it wrote, the content of the appliances before and after, and the program. */
const folder = join(root, "tests/fixtures/states");
/** The form of the current version's states: which properties they hold for each kind, without the values. */
export const formFile = join(folder, "form.json");

const files = { state: "state.json", stores: "stores.json", before: "before.json", program: "program.txt" } as const;
export type Kept = Readonly<Record<keyof typeof files, string>>;

/** The credentials with which every saved state was written. The user's password is in the program. */
export const canaries = {
  token: "canary-token-of-kept-states",
  login: "canary-login-of-kept-states",
  user: "crash password",
} as const;
const simulator = { gateway: { token: canaries.token }, replicator: { password: canaries.login } };
/** The addresses of the appliances in a saved state. In each run the simulator has different ones. */
const addressOf = { gateway: "http://gateway.invalid", replicator: "http://replicator.invalid" } as const;

/** The releases whose states are saved, oldest first. */
export function keptReleases(): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inside.map(({ name }) => name).sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

/** Writes a state with the current code: one resource of each kind. */
export async function writeStates(): Promise<{ stage: Stage; kept: Kept }> {
  const stage = await open();
  const { sim, engine } = stage;
  const program = sourceOf(programOf(surround(sim)), "first");
  const before = JSON.stringify(imageOf(sim));
  await engine.program(program);
  await engine.up({ env: addressesOf(sim) });
  const { stdout } = await engine.pulumi(["stack", "export"]);
  const state = replaced(
    withoutSources(stdout),
    sim.gateway.url,
    addressOf.gateway,
    sim.replicator.url,
    addressOf.replicator,
  );
  return { stage, kept: { state, stores: JSON.stringify(imageOf(sim)), before, program } };
}

export async function keepStates(release: string, kept: Kept): Promise<void> {
  await mkdir(join(folder, release), { recursive: true });
  for (const [part, name] of entries()) await writeFile(join(folder, release, name), kept[part]);
}

/** The states of a release. */
export async function readStates(release: string): Promise<Kept> {
  const texts = entries().map(async ([part, name]) => [part, await readFile(join(folder, release, name), "utf8")]);
  return Object.fromEntries(await Promise.all(texts)) as Kept;
}

/** A stack as the release's last run left it, with the same content of the appliances, but at other addresses. */
export async function openStates({ state, program, stores }: Kept): Promise<Stage> {
  const stage = await open();
  const { sim, engine } = stage;
  restoreImage(sim, JSON.parse(stores) as StoredStores);
  await engine.program(program);
  const file = join(engine.folder, "import.json");
  await writeFile(file, replaced(state, addressOf.gateway, sim.gateway.url, addressOf.replicator, sim.replicator.url));
  await engine.pulumi(["stack", "import", "--file", file]);
  return stage;
}

async function open(): Promise<Stage> {
  const stage = await openStage({ simulator, configured: false, engine: { passphrase: "test" } });
  const { token, login: password } = canaries;
  const { user } = stage.sim.replicator;
  await stage.engine.config({ gateway: { token, allowHttp: true }, replicator: { user, password, allowHttp: true } });
  return stage;
}

/** The form of a state: keys, types of values, and the text of the provider. */
export function formOf(state: string): unknown {
  const { deployment } = JSON.parse(state) as { deployment: { resources: StateEntry[] } };
  const ours = deployment.resources.filter(({ type }) => type.includes("flowgate"));
  const forms = ours
    .sort((one, other) => one.type.localeCompare(other.type))
    .map(({ type, inputs, outputs }) => [type, { inputs: shapeOf(inputs), outputs: shapeOf(outputs) }] as const);
  return Object.fromEntries(forms);
}

interface StateEntry {
  type: string;
  inputs: object;
  outputs: object;
}

/** The key with which the engine marks a secret. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";

function shapeOf(value: unknown, key = ""): unknown {
  if (key === "__provider") return value;
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => shapeOf(item));
  if (typeof value !== "object" || value === null) return typeof value;
  if (SIGNATURE in value) return "secret";
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, name)]));
}

function entries(): [keyof Kept, string][] {
  return Object.entries(files) as [keyof Kept, string][];
}

/** Removes the source positions of resources from a state: they contain folders of the machine that wrote it. */
function withoutSources(state: string): string {
  const isSource = (key: string): boolean => key === "sourcePosition" || key === "stackTrace";
  const text = JSON.stringify(JSON.parse(state), (key, value: unknown) => (isSource(key) ? undefined : value), 4);
  return `${text}\n`;
}

/** Replaces the first text of each pair by the second one. */
function replaced(text: string, ...pairs: readonly string[]): string {
  return pairs.reduce((now, one, n) => (n % 2 === 0 ? now.replaceAll(one, pairs[n + 1] ?? "") : now), text);
}
