import { X509Certificate } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "#zod";
import { makeCertificate, type ServerCertificate } from "./certificate";
import type { SimulatorOptions } from "./api";
import type { GatewayStore } from "./gateway/store";
import type { ReplicatorStore } from "./replicator/store";

/** The stores of a simulator. */
export interface Stores {
  readonly gateway: GatewayStore;
  readonly replicator: ReplicatorStore;
}

const port = z.int().min(0).max(65_535);
const map = z.map(z.any(), z.any());
const configuration = z.strictObject({ profiles: map, thresholds: map, notes: map, settings: map });

const storedStores = z.strictObject({
  form: z.literal(2),
  gateway: z.strictObject({ lastIds: z.record(z.string(), z.int()), ipGroups: map, users: map, userGroups: map }),
  replicator: z.strictObject({
    role: z.enum(["primary", "secondary"]),
    license: z.record(z.string(), z.unknown()),
    configured: configuration,
    running: configuration,
    traffic: map,
    alarms: map,
    names: map,
    pending: z.array(z.strictObject({ verb: z.string(), detail: z.string() })),
  }),
  /** Ports, credentials and certificate, so that clients can reach the next start with unchanged settings. */
  access: z
    .strictObject({
      gateway: z.strictObject({ port, token: z.string() }),
      replicator: z.strictObject({ port, user: z.string(), password: z.string() }),
      certificate: z
        .strictObject({ key: z.string(), cert: z.string(), caCert: z.string(), fingerprint: z.string() })
        .optional(),
    })
    .optional(),
});

export type StoredStores = z.output<typeof storedStores>;
export type StoredAccess = NonNullable<StoredStores["access"]>;

/** Reads a file of {@link StoreFile}. Undefined if there is none. Throws an Error that names a file it cannot read. */
export async function readStores(path: string): Promise<StoredStores | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`The simulator cannot read ${path}: ${(error as Error).message}`, { cause: error });
  });
  if (text === undefined) return undefined;
  try {
    return storesIn(text);
  } catch (cause) {
    throw new Error(`${path} holds no stores of the simulator. Name another file or remove it.`, { cause });
  }
}

/** The opposite of {@link textOfStores}. */
export function storesIn(text: string): StoredStores {
  return storedStores.parse(JSON.parse(text, living));
}

/** Both stores in the form of the file. */
export function textOfStores({ gateway, replicator }: Stores, access?: StoredAccess): string {
  const { lastIds, ipGroups, users, userGroups } = gateway;
  const { role, license, configured, running, traffic, alarms, names } = replicator;
  const pending = replicator.uncoveredChanges().map(({ verb, detail }) => ({ verb, detail }));
  const stored: StoredStores = {
    form: 2,
    gateway: { lastIds, ipGroups, users, userGroups },
    replicator: { role, license: { ...license }, configured, running, traffic, alarms, names, pending },
    access,
  };
  return `${JSON.stringify(stored, plain, 2)}\n`;
}

/** Gives stores the contents from a file. The history of rebuilds starts empty. */
export function restore({ gateway, replicator }: Stores, stored: StoredStores): void {
  const { pending, configured, ...rest } = stored.replicator;
  Object.assign(gateway, stored.gateway);
  Object.assign(replicator, rest);
  for (const [name, map] of Object.entries(replicator.configured) as [
    keyof typeof configured,
    Map<unknown, unknown>,
  ][]) {
    map.clear();
    for (const [key, value] of configured[name]) map.set(key, value);
  }
  for (const { verb, detail } of pending) replicator.recordChange(verb, detail);
}

/** Maps and sets become objects with one member and a list, so that no name can be mistaken for a key. */
function plain(_key: string, member: unknown): unknown {
  if (member instanceof Map) return { $map: [...(member as Map<unknown, unknown>)] };
  return member instanceof Set ? { $set: [...(member as Set<unknown>)] } : member;
}

/** The opposite of {@link plain}. */
function living(_key: string, member: unknown): unknown {
  if (typeof member !== "object" || member === null) return member;
  if ("$map" in member) return new Map(member.$map as [unknown, unknown][]);
  return "$set" in member ? new Set(member.$set as unknown[]) : member;
}

/** Writes both stores to a file. At any moment the file holds one complete state, the old or the new one. */
export class StoreFile {
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly stores: Stores,
    private readonly access: () => StoredAccess | undefined,
  ) {}

  /** Resolves when the current contents of the stores are in the file. */
  save(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const draft = `${this.path}.${process.pid}.tmp`;
    try {
      await writeFile(draft, textOfStores(this.stores, this.access()), { mode: 0o600 });
      await rename(draft, this.path);
    } catch (error) {
      throw new Error(`The simulator cannot write ${this.path}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** A certificate that expires sooner is replaced at the start. */
const LEAST_LEFT_MS = 24 * 60 * 60 * 1000;

/** The options, with the stored values for everything that they leave open. */
export function withKept(options: SimulatorOptions, kept: StoredAccess | undefined): SimulatorOptions {
  return {
    ...options,
    gateway: { ...kept?.gateway, ...options.gateway },
    replicator: { ...kept?.replicator, ...options.replicator },
  };
}

/** The certificate that the options name, else the stored one if it is still valid, else a new one. */
export function certificateFor(
  { https, certificate: given }: SimulatorOptions,
  kept: StoredAccess | undefined,
): ServerCertificate | undefined {
  if (https === false) return undefined;
  if (given !== undefined) return "key" in given ? given : makeCertificate(given);
  const former = kept?.certificate;
  const isValid = (cert: string): boolean =>
    new Date(new X509Certificate(cert).validTo).getTime() > Date.now() + LEAST_LEFT_MS;
  return former !== undefined && isValid(former.cert) ? former : makeCertificate();
}
