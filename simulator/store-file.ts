import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import { storedAccess, type StoredAccess } from "./access";
import { restoreGateway, storedGateway } from "./gateway/stored";
import type { GatewayStore } from "./gateway/store";
import { parsedJson } from "./json";
import { restoreReplicator, storedPart, storedReplicator } from "./replicator/stored";
import type { ReplicatorStore } from "./replicator/store";
import { sentenceOf } from "./validation";

/** The stores of a simulator. */
export interface Stores {
  readonly gateway: GatewayStore;
  readonly replicator: ReplicatorStore;
}

/** Incremented when files of an older form can no longer be read. */
const FORM = 1;

export const storedStores = z.strictObject({
  form: z.literal(FORM),
  gateway: storedGateway,
  replicator: storedReplicator,
  /** Absent if the file holds only the stores. */
  access: storedAccess.optional(),
});

/** Contents of a file. */
export type StoredStores = z.input<typeof storedStores>;

/** The same in the form of the stores. */
export type ReadStores = z.output<typeof storedStores>;

/** Reads a file of {@link StoreFile}. Undefined if there is none. Throws an Error that names a file it cannot read. */
export async function readStores(path: string): Promise<ReadStores | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`The simulator cannot read ${path}: ${(error as Error).message}`, { cause: error });
  });
  if (text === undefined) return undefined;
  const stored = storedStores.safeParse(parsedJson(text));
  if (stored.success) return stored.data;
  throw new Error(
    `${path} holds no stores of the simulator: ${sentenceOf(stored.error)}. Name another file or remove it.`,
  );
}

/** Both stores in the form of the file. */
export function imageOf({ gateway, replicator }: Stores, access?: StoredAccess): StoredStores {
  const kept = access === undefined ? {} : { access };
  return z.encode(storedStores, { form: FORM, gateway, replicator: storedPart(replicator), ...kept });
}

/** Replaces the contents of both stores with those from a file. */
export function restore(stores: Stores, stored: ReadStores): void {
  restoreGateway(stores.gateway, stored.gateway);
  restoreReplicator(stores.replicator, stored.replicator);
}

/** Writes both stores to a file. At any moment the file holds one complete state, the old or the new one. */
export class StoreFile {
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(
    private readonly path: string,
    private readonly stores: Stores,
    private readonly access: () => StoredAccess | undefined,
  ) {}

  /** Resolves when the current contents of the stores are in the file. Calls during a write share the next write. */
  save(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#writing === undefined) return this.#write();
    // A caller that waits for the running write gets its failure; the next write is a new attempt.
    const over = this.#writing.catch(() => undefined);
    this.#next = over.then(() => {
      this.#next = undefined;
      return this.#write();
    });
    return this.#next;
  }

  #write(): Promise<void> {
    const text = JSON.stringify(imageOf(this.stores, this.access()), null, 2);
    this.#writing = this.#replace(`${text}\n`).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #replace(text: string): Promise<void> {
    const draft = `${this.path}.${process.pid}.tmp`;
    try {
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, this.path);
    } catch (error) {
      throw new Error(`The simulator cannot write ${this.path}: ${(error as Error).message}`, { cause: error });
    }
  }
}
