import type { HttpReply, License, ReplicatorClient } from "../../provider/client";
import { stateOf } from "../../provider/appliance/replicator/config-lines";
import { CredentialsError } from "../../provider/errors";
import { sentenceOf } from "../errors";
import type { Findings } from "./finding";
import type { Observer } from "./observer";
import type { SettingsLines } from "./settings-lines";

/** A license that ends sooner than this many days needs attention. */
const SOON_DAYS = 30;

/** Login, release, license, role and everything that `show` reads. Nothing is changed. */
export async function examineReplicator(
  client: ReplicatorClient,
  observer: Observer,
  findings: Findings,
  lines: SettingsLines,
): Promise<void> {
  if (!(await logIn(client, observer, findings, lines))) return;
  await readVersion(client, findings);
  await readLicense(client, findings);
  await readComponents(client, findings);
  await readConfig(client, findings);
  await readEntity("collectors", () => client.show.collectors(), "thresholds are read from it", findings);
  await readEntity(
    "profile",
    () => client.show.profile(),
    "profiles are read from show/config where they can be",
    findings,
  );
  await readEntity("exporters", () => client.show.exporters(), "exporters cannot be refreshed without it", findings);
  await readEntity("settings", () => client.show.settings(), "settings cannot be refreshed without it", findings);
}

async function logIn(
  client: ReplicatorClient,
  observer: Observer,
  findings: Findings,
  lines: SettingsLines,
): Promise<boolean> {
  try {
    await client.login();
  } catch (error) {
    const isRefused = error instanceof CredentialsError;
    findings.attention(
      "login",
      sentenceOf(error),
      isRefused ? "User and password may be right where this release wants the password in another form." : undefined,
      isRefused ? [lines.set("passwordEncoding", "plain")] : undefined,
    );
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
  return "the login gives nothing that carries the session, so it belongs to the address of this machine";
}

async function readVersion(client: ReplicatorClient, findings: Findings): Promise<void> {
  try {
    const { name, build, apiversion } = await client.version();
    const what = `${name}, build ${build}, API version ${apiversion}.`;
    if (apiversion === 1) findings.good("version", what);
    else findings.attention("version", what, "This package was written for version 1 of the API.");
  } catch (error) {
    findings.note("version", sentenceOf(error), "Nothing depends on it.");
  }
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
  if (!/secondary|backup|standby/iu.test(role)) {
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

/** Profiles, policies, notes and memberships are read from it, so every line has to be understood. */
async function readConfig(client: ReplicatorClient, findings: Findings): Promise<void> {
  try {
    const { profiles } = stateOf(await client.show.config());
    findings.good("config", `show/config can be read, every line is understood. Profiles: ${profiles.size}.`);
  } catch (error) {
    findings.attention(
      "config",
      sentenceOf(error),
      "Profiles, collectors and policies cannot be refreshed without it.",
    );
  }
}

async function readEntity(
  entity: string,
  read: () => Promise<ReadonlyMap<string, unknown>>,
  why: string,
  findings: Findings,
): Promise<void> {
  try {
    findings.good(entity, `show/${entity} can be read. Entries: ${(await read()).size}.`);
  } catch (error) {
    findings.attention(entity, sentenceOf(error), `${why[0]?.toUpperCase() ?? ""}${why.slice(1)}.`);
  }
}
