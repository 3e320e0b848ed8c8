import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Protection } from "./stack-files";

/** Encrypts the data keys of stacks, in the place of a user's key service. */
export interface KeyService {
  /** For a stack whose files a test writes itself. */
  readonly protection: Protection;
  /** For each command that uses the stack. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

const PREFIX = "vault:v1:";

/**
 * Starts a key service with the two requests of Vault that the engine sends. It returns each key as it got it. With a
 * passphrase, the engine would spend 0.16 s of processor time in each command to derive a key.
 */
export async function startKeyService(): Promise<KeyService> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { plaintext, ciphertext = "" } = (await json(request)) as { plaintext?: string; ciphertext?: string };
      const data =
        plaintext === undefined ? { plaintext: ciphertext.slice(PREFIX.length) } : { ciphertext: PREFIX + plaintext };
      response.setHeader("Content-Type", "application/json").end(JSON.stringify({ data }));
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = randomBytes(32);
  const encryptedkey = Buffer.from(PREFIX + key.toString("base64")).toString("base64");
  return {
    protection: { key, lines: { secretsprovider: "hashivault://tests", encryptedkey } },
    env: { VAULT_SERVER_URL: url, VAULT_SERVER_TOKEN: "test" },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
