import type { Configured } from "../../context";
import { retrying } from "../../../provider/appliance/client-layer";
import { GatewayClient, ReplicatorClient, type Send } from "../../../provider/client";
import type { ReplicatorSettings } from "../../../provider/config/configuration";
import type { ApplianceKind } from "../../../provider/errors/errors";
import { Refusal } from "../../../provider/errors/refusal";
import { linesOfRefusal, sentenceOf } from "../../errors";
import { capitalised } from "../../../provider/values/quoted";
import { examineConnection } from "./connection";
import { Findings, Probe, type Examination, type Finding } from "./finding";
import { examineGateway } from "./gateway";
import type { Observer } from "./observer";
import { openPointsOf } from "./open-points";
import { examineReplicator } from "./replicator";
import { examineSettings } from "./settings";

export { recordingText } from "./recording";
export type { Examination, Finding, OpenPoint } from "./finding";

/** Findings about both appliances of a site, and the answers that they are based on. */
export interface Diagnosis extends Examination {
  readonly observers: readonly Observer[];
}

/** Examines the configuration and both appliances of a site. It only reads and changes nothing. */
export async function diagnose(configured: Configured): Promise<Diagnosis> {
  const first = examineConfiguration(configured);
  const both = await Promise.all([examine("gateway", configured), examine("replicator", configured)]);
  return {
    findings: [...first, ...both.flatMap(({ findings }) => findings)],
    openPoints: both.flatMap(({ openPoints }) => openPoints),
    observers: both.flatMap(({ observers }) => observers),
  };
}

/** Examines one appliance of a site. */
export function examine(about: ApplianceKind, configured: Configured): Promise<Diagnosis> {
  return about === "gateway" ? gateway(configured) : replicator(configured);
}

function examineConfiguration({ configuration, site, stackNotRead }: Configured): readonly Finding[] {
  const findings = new Findings("configuration" as const);
  const problems = configuration.problems(site);
  for (const problem of problems) findings.attention("configuration", problem);
  if (stackNotRead !== undefined) {
    findings.note("stack", `No stack was read: ${stackNotRead}.`, "Only the environment is used.");
  } else if (problems.length === 0 && !isNothingSet(configuration, site))
    findings.good("configuration", "The configuration has no mistakes.");
  return findings.list;
}

async function gateway(configured: Configured): Promise<Diagnosis> {
  return examined("gateway", configured, async (probe) => {
    const settings = configured.configuration.gateway(configured.site);
    if (!(await examineConnection(settings, probe))) return;
    const repeat = retrying("gateway", settings.url);
    const client = new GatewayClient({ ...settings, wrap: (send) => repeat(probe.observer.layer(send)) });
    try {
      await examineGateway(client, settings, probe, urlOf("replicator", configured));
      examineSettings("gateway", probe);
    } finally {
      await client.close();
    }
  });
}

async function replicator(configured: Configured): Promise<Diagnosis> {
  return examined("replicator", configured, async (probe) => {
    const settings = configured.configuration.replicator(configured.site);
    if (!(await examineConnection(settings, probe))) return;
    const repeat = retrying("replicator", settings.url);
    const warn = (text: string): void => probe.attention("legacyLogin", text);
    const clients: ReplicatorClient[] = [];
    const open = (more: Partial<ReplicatorSettings>): ReplicatorClient => {
      const wrap = (send: Send): Send => repeat(probe.observer.layer(send));
      const client = new ReplicatorClient({ ...settings, ...more, warn, wrap });
      clients.push(client);
      return client;
    };
    try {
      await examineReplicator(open, settings, probe, urlOf("gateway", configured));
      examineSettings("replicator", probe);
    } finally {
      // The session expires by itself: other programs may share it.
      await Promise.all(clients.map((client) => client.close()));
    }
  });
}

function urlOf(kind: ApplianceKind, { configuration, site }: Configured): string | undefined {
  return configuration.urls(kind, site)?.url;
}

function isNothingSet(configuration: Configured["configuration"], site: string | undefined): boolean {
  return (["gateway", "replicator"] as const).every((kind) => configuration.urls(kind, site) === undefined);
}

/** Examines one appliance. Missing configuration is a finding too. */
async function examined(
  about: ApplianceKind,
  { configuration, site }: Configured,
  examine: (probe: Probe) => Promise<void>,
): Promise<Diagnosis> {
  const probe = new Probe(about, configuration, site);
  // The findings contain these mistakes already.
  if (configuration.problems(site, about).length === 0) {
    if (isNothingSet(configuration, site) || configuration.urls(about, site) !== undefined) {
      await examine(probe).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        const [head = sentenceOf(error), ...missing] = linesOfRefusal(error);
        probe.attention(
          "configuration",
          capitalised(head),
          undefined,
          ...missing.map((one) => ({ command: one.trim() })),
        );
      });
    } else probe.note("configuration", `No URL of a ${about} is configured.`, `Programs without ${about} need none.`);
  }
  const { list: findings, observer } = probe;
  return { findings, openPoints: openPointsOf(about, observer), observers: [observer] };
}
