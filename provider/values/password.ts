import { createHash } from "node:crypto";
import { Secret } from "./secret";

/**
 * How the password is sent: its hash, or as it is. `hash`: the configured password is already its hash, so that the
 * password itself need not be known.
 */
export const passwordEncodings = ["sha512", "sha3-512", "plain", "hash"] as const;
export type PasswordEncoding = (typeof passwordEncodings)[number];

/** Hash of the password's UTF-8 form, in lower-case hex. It is enough to log in, so it is as secret as the password. */
export function passwordHash(password: Secret, algorithm: "sha512" | "sha3-512" = "sha512"): Secret {
  return new Secret(createHash(algorithm).update(password.reveal(), "utf8").digest("hex"));
}

/** Throws a plain `Error`, without the value, for a password that must be a hash and is not. */
export function assertEncodable(password: string, encoding: PasswordEncoding | undefined): void {
  if (encoding !== "hash" || /^[\da-f]{128}$/iu.test(password)) return;
  throw new Error(
    'with passwordEncoding "hash" it must be the hash of the password: 128 hex digits (SHA-512 or SHA3-512)',
  );
}

/** The password in the form that a login sends. */
export function encoded(password: Secret, encoding: PasswordEncoding): Secret {
  if (encoding === "plain") return password;
  return encoding === "hash" ? new Secret(password.reveal().toLowerCase()) : passwordHash(password, encoding);
}
