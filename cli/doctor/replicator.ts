import type { HttpReply, License, ReplicatorClient, Version } from "../../provider/client";
import type { ReplicatorSettings } from "../../provider/config/configuration";
import { stateOf } from "../../provider/appliance/replicator/config-lines";
import type { ProfileState } from "../../provider/appliance/replicator/state";
import { ApplianceError, CredentialsError } from "../../provider/errors/errors";
import { isSecondary, type ProfileRecord } from "../../provider/replicator/show-schemas";
import { sentenceOf } from "../errors";
import type { Findings } from "./finding";
import type { Observer } from "./observer";
import { examineSwap, isNotTheApi } from "./other-appliance";
import { movedLine, perhapsOfSession } from "./settings";
import type { SettingsLines } from "./settings-lines";
import { examineTotal } from "./totals";

/** A license that expires in fewer days needs attention. */
const SOON_DAYS = 30;

/** Examines login, release, license, role and everything that `show` reads. Changes nothing. */
export async function examineReplicator(
  replicator: ReplicatorUnderTest,
  findings: Findings,
  lines: SettingsLines,
  gatewayUrl: string | undefined,
): Promise<void> {
  const first = replicator.open({});
  if (!(await logIn(first, replicator, findings, lines, gatewayUrl))) return;
  const reached = await usable(first, replicator, findings, lines);
  if (reached === undefined) return;
  const { client } = reached;
  tellVersion(reached.version, findings);
  await readLicense(client, findings);
  await readComponents(client, findings);
  const configured = await readConfig(client, findings);
  const { show } = client;
  const read = <T>(entity: string, ask: () => Promise<ReadonlyMap<string, T>>, why: string) =>
    readEntity(entity, ask, why, replicator.observer, findings);
  await read("collectors", () => show.collectors(), "Thresholds are read from it.");
  const shown = await read("profile", () => show.profile(), "Profiles are read from show/config where they can be.");
  await read("exporters", () => show.exporters(), "Exporters cannot be refreshed without it.");
  await read("settings", () => show.settings(), "Settings cannot be refreshed without it.");
  if (configured !== undefined && shown !== undefined) compareProfiles(configured, shown, findings);
}

/** A replicator: a factory of clients, optionally with other settings, and its answers so far. */
export interface ReplicatorUnderTest {
  readonly open: (more: Partial<ReplicatorSettings>) => ReplicatorClient;
  readonly settings: ReplicatorSettings;
  readonly observer: Observer;
}

/**
 * The client whose first read succeeds: as configured, with the other method, or with another header for the session.
 * Undefined if none succeeds.
 */
async function usable(
  first: ReplicatorClient,
  { open, settings, observer }: ReplicatorUnderTest,
  findings: Findings,
  lines: SettingsLines,
): Promise<Reached | undefined> {
  const login = observer.seen.at(-1)?.reply;
  const asConfigured = await versionOf(first);
  const failure = asConfigured.version;
  if (!(failure instanceof ApplianceError)) return asConfigured;
  if (failure.status === 405) {
    const commandMethod = settings.commandMethod === "POST" ? "GET" : "POST";
    const reached = await versionOf(open({ commandMethod }));
    if (reached.version instanceof ApplianceError) return asConfigured;
    const what = `The replicator accepts requests by ${commandMethod}, not by the configured commandMethod.`;
    findings.attention("commandMethod", what, undefined, [lines.set("commandMethod", commandMethod)]);
    return reached;
  }
  if (!(failure instanceof CredentialsError)) return asConfigured;
  for (const sessionHeader of login === undefined ? [] : perhapsOfSession(login)) {
    const reached = await versionOf(open({ sessionHeader }));
    if (reached.version instanceof ApplianceError) continue;
    const what = `The header ${sessionHeader} carries the session.`;
    findings.attention("sessionHeader", what, "It is not one of the usual headers.", [
      lines.set("sessionHeader", sessionHeader),
    ]);
    return reached;
  }
  findings.attention("session", sentenceOf(failure));
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
  { observer, settings }: ReplicatorUnderTest,
  findings: Findings,
  lines: SettingsLines,
  gatewayUrl: string | undefined,
): Promise<boolean> {
  try {
    await client.login();
  } catch (error) {
    const reply = observer.seen.at(-1)?.reply;
    if (isNotTheApi(error) && (await examineSwap("replicator", settings, gatewayUrl, findings, lines))) return false;
    if (error instanceof CredentialsError) {
      const configured = settings.passwordEncoding ?? "sha512";
      const others = (["sha512", "sha3-512", "plain"] as const).filter((one) => one !== configured);
      findings.choice(
        "login",
        sentenceOf(error),
        "User and password may be right if this release expects the password in another form. No other form was " +
          "tried, because appliances lock users out: try one at a time.",
        configured === "hash" ? [] : others.map((one) => lines.set("passwordEncoding", one)),
      );
    } else if (reply?.status === 405 && settings.legacyLogin !== true) {
      findings.attention(
        "login",
        sentenceOf(error),
        "The release may have only the deprecated login, which writes the hash of the password into access logs.",
        [lines.set("legacyLogin", "true")],
      );
    } else findings.attention("login", sentenceOf(error), undefined, movedLine(settings.url, reply, lines));
    return false;
  }
  const reply = observer.seen.at(-1)?.reply;
  findings.good("login", `User and password are accepted; ${reply === undefined ? "" : carrierOf(reply)}.`);
  return true;
}

function carrierOf({ headers }: HttpReply): string {
  if (headers["set-cookie"] !== undefined) return "a cookie carries the session";
  const name = Object.keys(headers).find((key) => /session|auth|token/iu.test(key));
  if (name !== undefined) return `the header ${name} carries the session`;
  return "the login returns nothing that carries the session, so the session belongs to the address of this machine";
}

function tellVersion(version: Version | ApplianceError, findings: Findings): void {
  if (version instanceof ApplianceError) {
    findings.note("version", sentenceOf(version), "Nothing depends on it.");
    return;
  }
  const { name, build, apiversion } = version;
  const what = `${name}, build ${build}, API version ${apiversion}.`;
  if (apiversion === 1) findings.good("version", what);
  else findings.attention("version", what, "This package was written for version 1 of the API.");
}

async function readLicense(client: ReplicatorClient, findings: Findings): Promise<void> {
  try {
    const license = await client.licenseCheck();
    examineLicense(license, findings);
    examineRole(license, findings);
  } catch (error) {
    findings.note("license", sentenceOf(error), "Nothing depends on it, but the role of the appliance is not known.");
  }
}

function examineLicense({ daysLeft, licensedType, expiration }: License, findings: Findings): void {
  const days = Number(daysLeft);
  const what = `The license (${licensedType}) is valid until ${expiration}: ${daysLeft} days.`;
  if (daysLeft.trim() === "" || !Number.isFinite(days)) findings.note("license", what);
  else if (days >= SOON_DAYS) findings.good("license", what);
  else findings.attention("license", what, undefined, ["Renew the license on the appliance."]);
}

function examineRole({ role }: License, findings: Findings): void {
  if (!isSecondary(role)) {
    findings.good("role", `The appliance is a ${role}.`);
    return;
  }
  findings.attention("role", `The appliance is a ${role}.`, "A secondary appliance refuses changes.", [
    "Set the URL to the one of the primary appliance.",
  ]);
}

async function readComponents(client: ReplicatorClient, findings: Findings): Promise<void> {
  try {
    const { components } = await client.show.status();
    const down = [...components].filter(([, status]) => status !== "active");
    if (down.length === 0) findings.good("components", `All ${components.size} components run.`);
    else {
      const names = down.map(([name, status]) => `${name} (${status})`);
      findings.attention(
        "components",
        `${down.length} of ${components.size} components do not run: ${names.join(", ")}.`,
      );
    }
  } catch (error) {
    findings.note("components", sentenceOf(error), "Nothing depends on it.");
  }
}

/** The provider reads profiles, policies, notes and memberships from it, so every line must be understood. */
async function readConfig(
  client: ReplicatorClient,
  findings: Findings,
): Promise<ReadonlyMap<string, ProfileState> | undefined> {
  try {
    const state = stateOf(await client.show.config());
    const { profiles } = state;
    const [line] = Object.values(state.unreadable ?? {}).flat();
    if (line !== undefined) {
      const words = `show/config lists a line that this package does not understand: ${line}.`;
      findings.attention("config", words, "Nothing that is missing from its list is treated as removed.");
      return;
    }
    findings.good("config", `show/config can be read, every line is understood. Profiles: ${profiles.size}.`);
    return profiles;
  } catch (error) {
    findings.attention(
      "config",
      sentenceOf(error),
      "Profiles, collectors and policies cannot be refreshed without it.",
    );
    return undefined;
  }
}

async function readEntity<T>(
  entity: string,
  read: () => Promise<ReadonlyMap<string, T>>,
  why: string,
  observer: Observer,
  findings: Findings,
): Promise<ReadonlyMap<string, T> | undefined> {
  try {
    const found = await read();
    findings.good(entity, `show/${entity} can be read. Entries: ${found.size}.`);
    examineTotal(`show/${entity}`, found.size, observer.answerTo(`/show/${entity}/[filter]`), findings);
    return found;
  } catch (error) {
    findings.attention(entity, sentenceOf(error), why);
    return undefined;
  }
}

/** Reports profiles, and ports of profiles, on which `show/profile` and `show/config` do not agree. */
function compareProfiles(
  configured: ReadonlyMap<string, ProfileState>,
  shown: ReadonlyMap<string, ProfileRecord>,
  findings: Findings,
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
  findings.attention(
    "profiles",
    `show/profile and show/config do not agree: ${found.slice(0, MOST_DIFFERENCES).join("; ")}` +
      (found.length > MOST_DIFFERENCES ? ` and ${found.length - MOST_DIFFERENCES} more` : ""),
    "A change may not be in effect yet: a rebuild makes the replicator use its configuration.",
    ["flowgate rebuild"],
  );
}

/** Maximum number of differences that a finding lists. */
const MOST_DIFFERENCES = 5;
