import type { License, ReplicatorClient, Version } from "../../../provider/client";
import type { ReplicatorSettings } from "../../../provider/config/configuration";
import { stateOf } from "../../../provider/appliance/replicator/config-lines";
import type { ProfileState } from "../../../provider/appliance/replicator/state";
import { ApplianceError, CredentialsError } from "../../../provider/errors/errors";
import { isSecondary, type ProfileRecord } from "../../../provider/replicator/show-schemas";
import { sentenceOf } from "../../errors";
import type { Probe } from "./finding";
import { examineSwap, isNotTheApi } from "./other-appliance";
import { movedLine, perhapsOfSession } from "./settings";
import { someOf } from "../../../provider/values/quoted";

/** A license that expires in fewer days needs attention. */
const SOON_DAYS = 30;

/** Opens a client, optionally with other settings than the configured ones. */
type Open = (more: Partial<ReplicatorSettings>) => ReplicatorClient;

/** Examines login, release, license, role and everything that `show` reads. Changes nothing. */
export async function examineReplicator(
  open: Open,
  settings: ReplicatorSettings,
  probe: Probe,
  gatewayUrl: string | undefined,
): Promise<void> {
  const first = open({});
  if (!(await logIn(first, settings, probe, gatewayUrl))) return;
  const reached = await usable(first, open, settings, probe);
  if (reached === undefined) return;
  const { client, version } = reached;
  examineVersion(version, probe);
  const unknown = "Nothing depends on it, but the role of the appliance is not known.";
  const license = await probe.read("license", () => client.licenseCheck(), unknown, "note");
  if (license !== undefined) examineLicense(license, probe);
  const status = await probe.read("components", () => client.show.status(), "Nothing depends on it.", "note");
  if (status !== undefined) examineComponents(status.components, probe);
  const configured = await readConfig(client, probe);
  const { show } = client;
  await readEntity("collectors", () => show.collectors(), "Thresholds are read from it.", probe);
  const from = "Profiles are read from show/config where they can be.";
  const shown = await readEntity("profile", () => show.profile(), from, probe);
  await readEntity("exporters", () => show.exporters(), "Exporters cannot be refreshed without it.", probe);
  await readEntity("settings", () => show.settings(), "Settings cannot be refreshed without it.", probe);
  if (configured !== undefined && shown !== undefined) compareProfiles(configured, shown, probe);
}

/**
 * The client whose first read succeeds: as configured, with the other method, or with another header for the session.
 * Undefined if none succeeds.
 */
async function usable(
  first: ReplicatorClient,
  open: Open,
  settings: ReplicatorSettings,
  probe: Probe,
): Promise<Reached | undefined> {
  const login = probe.reply;
  const asConfigured = await versionOf(first);
  const failure = asConfigured.version;
  if (!(failure instanceof ApplianceError)) return asConfigured;
  if (failure.status === 405) {
    const commandMethod = settings.commandMethod === "POST" ? "GET" : "POST";
    const reached = await versionOf(open({ commandMethod }));
    if (reached.version instanceof ApplianceError) return asConfigured;
    const what = `The replicator accepts requests by ${commandMethod}, not by the configured commandMethod.`;
    probe.attention("commandMethod", what, undefined, probe.set("commandMethod", commandMethod));
    return reached;
  }
  if (!(failure instanceof CredentialsError)) return asConfigured;
  for (const sessionHeader of login === undefined ? [] : perhapsOfSession(login)) {
    const reached = await versionOf(open({ sessionHeader }));
    if (reached.version instanceof ApplianceError) continue;
    const what = `The header ${sessionHeader} carries the session.`;
    const fix = probe.set("sessionHeader", sessionHeader);
    probe.attention("sessionHeader", what, "It is not one of the usual headers.", fix);
    return reached;
  }
  probe.attention("session", sentenceOf(failure));
  return undefined;
}

/** A client and the result of its first read: the version, or why it failed. */
interface Reached {
  readonly client: ReplicatorClient;
  readonly version: Version | ApplianceError;
}

async function versionOf(client: ReplicatorClient): Promise<Reached> {
  try {
    return { client, version: await client.version() };
  } catch (error) {
    if (error instanceof ApplianceError) return { client, version: error };
    throw error;
  }
}

async function logIn(
  client: ReplicatorClient,
  settings: ReplicatorSettings,
  probe: Probe,
  gatewayUrl: string | undefined,
): Promise<boolean> {
  try {
    await client.login();
  } catch (error) {
    if (isNotTheApi(error) && (await examineSwap(probe, "replicator", settings, gatewayUrl))) return false;
    if (error instanceof CredentialsError) {
      const configured = settings.passwordEncoding ?? "sha512";
      const others = (["sha512", "sha3-512", "plain"] as const).filter((one) => one !== configured);
      probe.choice(
        "login",
        sentenceOf(error),
        "User and password may be right if this release expects the password in another form. No other form was " +
          "tried, because appliances lock users out: try one at a time.",
        configured === "hash" ? [] : others.map((one) => probe.set("passwordEncoding", one)),
      );
    } else if (probe.reply?.status === 405 && settings.legacyLogin !== true) {
      const why =
        "The release may have only the deprecated login, which writes the hash of the password into access logs.";
      probe.attention("login", sentenceOf(error), why, probe.set("legacyLogin", "true"));
    } else probe.attention("login", sentenceOf(error), undefined, ...movedLine(settings.url, probe));
    return false;
  }
  probe.good("login", `User and password are accepted; ${carrierIn(probe)}.`);
  return true;
}

function carrierIn({ reply }: Probe): string {
  if (reply === undefined) return "";
  if (reply.headers["set-cookie"] !== undefined) return "a cookie carries the session";
  const name = Object.keys(reply.headers).find((key) => /session|auth|token/iu.test(key));
  if (name !== undefined) return `the header ${name} carries the session`;
  return "the login returns nothing that carries the session, so the session belongs to the address of this machine";
}

function examineVersion(version: Version | ApplianceError, probe: Probe): void {
  if (version instanceof ApplianceError) {
    probe.note("version", sentenceOf(version), "Nothing depends on it.");
    return;
  }
  const { name, build, apiversion } = version;
  const what = `${name}, build ${build}, API version ${apiversion}.`;
  if (apiversion === 1) probe.good("version", what);
  else probe.attention("version", what, "This package was written for version 1 of the API.");
}

function examineLicense({ daysLeft, licensedType, expiration, role }: License, probe: Probe): void {
  const days = Number(daysLeft);
  const what = `The license (${licensedType}) is valid until ${expiration}: ${daysLeft} days.`;
  if (daysLeft.trim() === "" || !Number.isFinite(days)) probe.note("license", what);
  else if (days >= SOON_DAYS) probe.good("license", what);
  else probe.attention("license", what, undefined, "Renew the license on the appliance.");
  if (!isSecondary(role)) {
    probe.good("role", `The appliance is a ${role}.`);
    return;
  }
  const primary = "Set the URL to the one of the primary appliance.";
  probe.attention("role", `The appliance is a ${role}.`, "A secondary appliance refuses changes.", primary);
}

function examineComponents(components: ReadonlyMap<string, string>, probe: Probe): void {
  const down = [...components].filter(([, status]) => status !== "active");
  const names = down.map(([name, status]) => `${name} (${status})`).join(", ");
  if (down.length === 0) probe.good("components", `All ${components.size} components run.`);
  else probe.attention("components", `${down.length} of ${components.size} components do not run: ${names}.`);
}

/** The provider reads profiles, policies, notes and memberships from it, so every line must be understood. */
async function readConfig(
  client: ReplicatorClient,
  probe: Probe,
): Promise<ReadonlyMap<string, ProfileState> | undefined> {
  const why = "Profiles, collectors and policies cannot be refreshed without it.";
  const state = await probe.read("config", async () => stateOf(await client.show.config()), why);
  if (state === undefined) return undefined;
  const { profiles } = state;
  const [line] = Object.values(state.unreadable ?? {}).flat();
  if (line !== undefined) {
    const words = `show/config lists a line that this package does not understand: ${line}.`;
    probe.attention("config", words, "Nothing that is missing from its list is treated as removed.");
    return undefined;
  }
  probe.good("config", `show/config can be read, every line is understood. Profiles: ${profiles.size}.`);
  return profiles;
}

async function readEntity<T>(
  entity: string,
  ask: () => Promise<ReadonlyMap<string, T>>,
  why: string,
  probe: Probe,
): Promise<ReadonlyMap<string, T> | undefined> {
  const found = await probe.read(entity, ask, why);
  if (found === undefined) return undefined;
  probe.good(entity, `show/${entity} can be read. Entries: ${found.size}.`);
  return found;
}

/** Reports profiles, and ports of profiles, on which `show/profile` and `show/config` do not agree. */
function compareProfiles(
  configured: ReadonlyMap<string, ProfileState>,
  shown: ReadonlyMap<string, ProfileRecord>,
  probe: Probe,
): void {
  const missing = [...configured.keys()].filter((name) => !shown.has(name)).map((name) => `${name} is only in config`);
  const surplus = [...shown.keys()].filter((name) => !configured.has(name)).map((name) => `${name} is only in profile`);
  const different = [...configured].flatMap(([name, { listeningPort: port }]) => {
    const other = shown.get(name)?.listeningPort;
    if (other === undefined || other === port) return [];
    return [`${name} listens on port ${port} in config and on ${other} in profile`];
  });
  const found = [...missing, ...surplus, ...different];
  if (found.length === 0) return;
  probe.attention(
    "profiles",
    `show/profile and show/config do not agree: ${someOf(found, MOST_DIFFERENCES, "; ")}`,
    "A change may not be in effect yet: a rebuild makes the replicator use its configuration.",
    { command: "flowgate rebuild" },
  );
}

/** Maximum number of differences that a finding lists. */
const MOST_DIFFERENCES = 5;
