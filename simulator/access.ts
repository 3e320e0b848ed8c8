import { X509Certificate } from "node:crypto";
import { z } from "zod";
import type { SimulatorOptions } from "./api";
import { makeCertificate, type ServerCertificate } from "./certificate";

const port = z.int().min(0).max(65_535);

/**
 * Ports, credentials and certificate in a file of stores, so that clients can reach the next start with unchanged
 * settings.
 */
export const storedAccess = z.strictObject({
  gateway: z.strictObject({ port, token: z.string() }),
  replicator: z.strictObject({ port, user: z.string(), password: z.string() }),
  /** Absent if neither appliance has used TLS. */
  certificate: z
    .strictObject({ key: z.string(), cert: z.string(), caCert: z.string(), fingerprint: z.string() })
    .optional(),
});

export type StoredAccess = z.output<typeof storedAccess>;

/** A certificate that expires sooner is replaced at the start. */
const LEAST_LEFT_MS = 24 * 60 * 60 * 1000;

/** The options, with the stored values for everything that they leave open. */
export function withKept(options: SimulatorOptions, kept: StoredAccess | undefined): SimulatorOptions {
  if (kept === undefined) return options;
  return {
    ...options,
    gateway: { ...kept.gateway, ...options.gateway },
    replicator: { ...kept.replicator, ...options.replicator },
  };
}

/** The certificate that the options name, else the stored one if it is still valid, else a new one. */
export async function certificateFor(
  { https, certificate: given }: SimulatorOptions,
  kept: StoredAccess | undefined,
): Promise<ServerCertificate | undefined> {
  if (https === false) return undefined;
  if (given !== undefined) return "key" in given ? given : makeCertificate(given);
  const former = kept?.certificate;
  return former !== undefined && isValid(former.cert) ? former : makeCertificate();
}

function isValid(cert: string): boolean {
  return new Date(new X509Certificate(cert).validTo).getTime() > Date.now() + LEAST_LEFT_MS;
}
