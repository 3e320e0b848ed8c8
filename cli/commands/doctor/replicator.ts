import { parseCommand, type ReplicatorAnswers, type ReplicatorClient } from "../../../provider/client";
import type { ReplicatorSettings } from "../../../provider/config/configuration";
import { isAboutCredentials } from "../../../provider/errors/errors";
import type { Probe } from "./finding";

/** A license that expires in fewer days needs attention. */
const SOON_DAYS = 30;

/** Examines login, release, license, role, components and what the provider reads. Changes nothing. */
export async function examineReplicator(
  client: ReplicatorClient,
  settings: ReplicatorSettings,
  probe: Probe,
): Promise<void> {
  if (!(await logIn(client, settings, probe))) return;
  const unknown = "Nothing depends on it.";
  const version = await probe.read("version", () => client.call("/version"), unknown, "note");
  if (version !== undefined) examineVersion(version, probe);
  const license = await probe.read("license", () => client.call("/license/check"), unknown, "note");
  if (license !== undefined) examineLicense(license, probe);
  const status = await probe.read("components", () => client.call("/show/status"), unknown, "note");
  if (status !== undefined) examineComponents(status.components, probe);
  await examineConfig(client, probe);
  const entities = [
    ["exporters", () => client.call("/show/exporters/[filter]"), "Exporters cannot be refreshed without it."],
    ["settings", () => client.call("/show/settings/[filter]"), "Settings cannot be refreshed without it."],
    ["collectors", () => client.call("/show/collectors/[filter]"), "Thresholds are read from it."],
  ] as const;
  for (const [entity, ask, why] of entities) {
    const found = await probe.read<ReadonlyMap<string, unknown>>(entity, ask, why);
    if (found !== undefined) probe.good(entity, `show/${entity} can be read. Entries: ${found.size}.`);
  }
}

/** Logs in once: appliances lock users out. */
async function logIn(client: ReplicatorClient, settings: ReplicatorSettings, probe: Probe): Promise<boolean> {
  try {
    await client.login();
  } catch (error) {
    const what = probe.said(error);
    if (isAboutCredentials(error)) {
      const why =
        "If user and password are right, this release may expect the password in another form. No other form was tried: " +
        "try one at a time.";
      const forms = ["sha512", "plain"].filter((one) => one !== (settings.passwordEncoding ?? "sha512"));
      probe.attention("login", what, why, ...forms.map((one) => probe.set("passwordEncoding", one)));
    } else probe.attention("login", what);
    return false;
  }
  probe.good("login", "User and password are accepted.");
  return true;
}

function examineVersion({ name, build, apiversion }: ReplicatorAnswers["/version"], probe: Probe): void {
  const what = `${name}, build ${build}, API version ${apiversion}.`;
  if (apiversion === 1) probe.good("version", what);
  else probe.attention("version", what, "This package was written for version 1 of the API.");
}

function examineLicense(
  { daysLeft, licensedType, expiration, role }: ReplicatorAnswers["/license/check"],
  probe: Probe,
): void {
  const days = Number(daysLeft);
  const what = `The license (${licensedType}) is valid until ${expiration}: ${daysLeft} days.`;
  if (daysLeft.trim() === "" || !Number.isFinite(days)) probe.note("license", what);
  else if (days >= SOON_DAYS) probe.good("license", what);
  else probe.attention("license", what, undefined, "Renew the license on the appliance.");
  if (!/secondary|backup|standby/iu.test(role)) probe.good("role", `The appliance is a ${role}.`);
  else {
    const primary = "Set the URL to the one of the primary appliance.";
    probe.attention("role", `The appliance is a ${role}.`, "A secondary appliance refuses changes.", primary);
  }
}

function examineComponents(components: ReadonlyMap<string, string>, probe: Probe): void {
  const down = [...components].filter(([, status]) => status !== "active");
  const names = down.map(([name, status]) => `${name} (${status})`).join(", ");
  if (down.length === 0) probe.good("components", `All ${components.size} components run.`);
  else probe.attention("components", `${down.length} of ${components.size} components do not run: ${names}.`);
}

/** The provider reads profiles, policies, notes and memberships from it, so every line must be understood. */
async function examineConfig(client: ReplicatorClient, probe: Probe): Promise<void> {
  const why = "Profiles, collectors and policies cannot be refreshed without it.";
  const config = await probe.read("config", () => client.call("/show/config"), why);
  if (config === undefined) return;
  const { profile, collector, policy, notate } = config.api;
  const lines = [...profile, ...collector, ...policy, ...notate];
  const strange = lines.find((text) => parseCommand(text) === undefined);
  if (strange === undefined) {
    probe.good("config", `show/config can be read. Lines: ${lines.length}.`);
    return;
  }
  const what = `show/config lists a line that this package does not understand: ${strange}.`;
  probe.attention("config", what, "Nothing that is missing from its list counts as removed.");
}
