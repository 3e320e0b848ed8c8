import { configFor } from "../../../support/configuration";
import { flowgate, printed, stackOf, type Site } from "../support";

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

/** What the doctor reports of a site. It must end with this exit code. */
export const examined = async ({ json }: Site, code = 0, ...more: readonly string[]): Promise<Report> =>
  (await json(["doctor", ...more], code)) as Report;

/** The same for a stack with this configuration. */
export const examinedWith = async (configuration: Readonly<Record<string, unknown>>, code = 0): Promise<Report> =>
  JSON.parse(await printed(flowgate(["doctor", "--json"], stackOf(configuration)), code)) as Report;

export function wrongOf({ findings }: Report): string[] {
  return findings.filter(({ status }) => status === "attention").map(({ about, check }) => `${about} ${check}`);
}

/** The first finding of a check. */
export const findingOf = ({ findings }: Report, check: string): Finding | undefined =>
  findings.find((one) => one.check === check);
