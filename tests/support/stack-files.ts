import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** What protects the secrets of a stack: its lines in the stack's file, and the key. */
export interface Protection {
  readonly lines: Readonly<Record<string, string>>;
  readonly key: Buffer;
}

export interface Place {
  /** The folder of the program. */
  readonly folder: string;
  readonly project: string;
  readonly stack: string;
}

/**
 * Creates a stack without resources, and its file. `pulumi stack init` and `pulumi config` take half a second for it.
 */
export async function createStack(
  { folder, project, stack }: Place,
  state: string,
  { lines }: Protection,
): Promise<void> {
  const stacks = join(state, ".pulumi/stacks", project);
  await mkdir(stacks, { recursive: true });
  await writeFile(join(state, ".pulumi/meta.yaml"), "version: 1\n");
  const checkpoint = { stack: `organization/${project}/${stack}` };
  await writeFile(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
  await writeFile(join(folder, `Pulumi.${stack}.yaml`), JSON.stringify(lines));
}

/**
 * Adds values to the configuration of a stack, as `pulumi config set --path` does for each of them. A key without a
 * colon is in the namespace `flowgate`. Values of keys that end with `token` or `password` become secrets.
 */
export async function configure(
  { folder, stack }: Omit<Place, "project">,
  { key }: Protection,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const path = join(folder, `Pulumi.${stack}.yaml`);
  const { config, ...others } = parse(await readFile(path, "utf8")) as { config?: Tree };
  const more = JSON.parse(JSON.stringify(values), (name, value: unknown) =>
    /(?:token|password)$/iu.test(name) ? { secure: encrypted(String(value), key) } : value,
  ) as Tree;
  const named = Object.entries(more).map(([name, value]) => [name.includes(":") ? name : `flowgate:${name}`, value]);
  // JSON is valid YAML.
  await writeFile(path, JSON.stringify({ ...others, config: merged(config, Object.fromEntries(named) as Tree) }));
}

/** Selects a stack, as `pulumi stack select` does. */
export async function selectStack({ folder, project, stack }: Place, home: string, backend: string): Promise<void> {
  const file = join(await realpath(folder), "Pulumi.yaml");
  const name = `${project}-${createHash("sha1").update(file).digest("hex")}-workspace.json`;
  await mkdir(join(home, "workspaces"), { recursive: true });
  const stacks = { [backend]: `organization/${project}/${stack}` };
  await writeFile(join(home, "workspaces", name), JSON.stringify({ stacks }));
}

type Tree = Readonly<Record<string, unknown>>;

function merged(before: unknown, more: Tree): Tree {
  if (!isTree(before)) return more;
  const all = Object.entries(more).map(([name, value]) => [name, isTree(value) ? merged(before[name], value) : value]);
  return { ...before, ...(Object.fromEntries(all) as Tree) };
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A secret as the engine writes it. */
function encrypted(text: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}
