import { configFor } from "../../../support/configuration";
import { flowgate, stackOf, type Site } from "../support";

export interface Finding {
  readonly about: string;
  readonly check: string;
  readonly status: string;
  readonly what: string;
  readonly why?: string;
  readonly fix?: readonly string[];
  readonly isChoice?: true;
}
export interface Report {
  readonly findings: readonly Finding[];
  readonly openPoints: readonly { readonly point: string; readonly answer: string }[];
  readonly settings: readonly string[];
}

/** The configuration of a stack that trusts no certificate, or only what these keys say. */
export function withoutTrust(sim: Site["sim"], more: object = {}): Record<string, unknown> {
  const own = { caCert: undefined, ...more };
  return configFor(sim, { gateway: own, replicator: own });
}

export async function examined(
  site: Site,
  ...more: readonly string[]
): Promise<{ report: Report; code: number; text: string }> {
  const { code, stdout, stderr } = await site.run(["doctor", "--json", ...more]);
  return { report: JSON.parse(stdout) as Report, code, text: stdout + stderr };
}

/** The same for a stack with this configuration. */
export async function examinedWith(configuration: Readonly<Record<string, unknown>>): Promise<Report> {
  const { stdout } = await flowgate(["doctor", "--json"], stackOf(configuration));
  return JSON.parse(stdout) as Report;
}

export function wrongOf({ findings }: Report): string[] {
  return findings.filter(({ status }) => status === "attention").map(({ about, check }) => `${about} ${check}`);
}

/** The first finding of a check. */
export const findingOf = ({ findings }: Report, check: string): Finding | undefined =>
  findings.find((one) => one.check === check);
