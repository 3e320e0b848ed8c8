import type { Command } from "commander";
import type { GatewayClient, ReplicatorStatus } from "../../provider/client";
import { ConfigurationError, endingOf, errorData, NotConfiguredError, sentenceOf } from "../errors";
import type { Ending } from "../exit-codes";
import { type Cell, type View, line } from "../../lib/output/view";
import type { Result } from "../result";
import type { Runner } from "../run";
import type { Context } from "../context";
import { present } from "../../provider/values/collections";

/** Result for one appliance, or the error of the attempt. */
type Asked<T> = { readonly url: string; readonly found: T } | { readonly url?: string; readonly error: unknown };

interface GatewayFound {
  readonly ipGroups: number;
}

/** `status`: both appliances of a site at a glance. Replication service, `show/status`; gateway, `loadTreeRootFast`. */
export function addStatus(program: Command, run: Runner): void {
  program
    .command("status")
    .helpGroup("Both appliances:")
    .description("Show whether both appliances answer and the replicator's components run")
    .action(
      run(async (context) => {
        const [gateway, replicator] = await context.progress.during("Asking the appliances", () =>
          Promise.all([
            asked(() => context.gateway(), askGateway),
            asked(
              async () => (await context.replicator()).client,
              (client) => client.show.status(),
            ),
          ]),
        );
        // Without any configuration there is no status, and the error says what to set.
        if (isUnconfigured(gateway) && isUnconfigured(replicator)) throw gateway.error;
        return statusResult(gateway, replicator, await settingsOf(context));
      }),
    );
}

async function askGateway(client: GatewayClient): Promise<GatewayFound> {
  const groups = await client.ipGroups.loadTreeRootFast();
  return { ipGroups: groups.length };
}

/** Catches the error of one appliance, so that it does not hide the other. */
async function asked<Client extends { readonly origin: string }, T>(
  connect: () => Promise<Client>,
  ask: (client: Client) => Promise<T>,
): Promise<Asked<T>> {
  let url: string | undefined;
  try {
    const client = await connect();
    url = client.origin;
    return { url, found: await ask(client) };
  } catch (error) {
    if (endingOf(error) === "internal" || isWrongConfiguration(error)) throw error;
    return url === undefined ? { error } : { url, error };
  }
}

function isWrongConfiguration(error: unknown): boolean {
  return error instanceof ConfigurationError && !(error instanceof NotConfiguredError);
}

function isUnconfigured<T>(asked: Asked<T>): asked is { error: NotConfiguredError } {
  return "error" in asked && asked.error instanceof NotConfiguredError;
}

const nothingKnown = { components: new Map<string, string>(), version: undefined };

function statusResult(
  gateway: Asked<GatewayFound>,
  replicator: Asked<ReplicatorStatus>,
  settings: SettingsFound,
): Result {
  const { components, version } = "found" in replicator ? replicator.found : nothingKnown;
  const views: View[] = [
    {
      kind: "table",
      columns: ["Appliance", "URL", "Status"],
      rows: [
        ["gateway", ...cellsOf(gateway, gatewayText)],
        ["replicator", ...cellsOf(replicator, replicatorText)],
      ],
      empty: "",
    },
    {
      kind: "table",
      title: `Components of the replicator${version === undefined ? "" : ` (${version})`}`,
      columns: ["Component", "Status"],
      rows: [...components],
      empty: "unknown",
    },
    ...settingsViews(settings),
  ];
  const data = { gateway: dataOf(gateway), replicator: dataOf(replicator), settings: settings.sources };
  return { data, views, ending: endingOfBoth(gateway, replicator) };
}

function gatewayText({ ipGroups }: GatewayFound): string {
  return ipGroups > 0
    ? `answers, ${ipGroups} IP groups`
    : "answers, but lists no IP group: all were deleted, or the token lacks the permission IPGroups";
}

function replicatorText({ components, licenseDaysLeft }: ReplicatorStatus): string {
  const down = [...components.values()].filter(isDown).length;
  const running = down === 0 ? "all components run" : `${down} of ${components.size} components do not run`;
  return licenseDaysLeft === undefined ? running : `${running}, license valid for ${licenseDaysLeft} days`;
}

/** `active` is the documented word for a running component. */
function isDown(status: string): boolean {
  return status !== "active";
}

function cellsOf<T>(asked: Asked<T>, textOf: (found: T) => string): Cell[] {
  if ("found" in asked) return [asked.url, textOf(asked.found)];
  return isUnconfigured(asked) ? [undefined, "not configured"] : [asked.url, sentenceOf(asked.error)];
}

function dataOf<T>(asked: Asked<T>): object {
  if ("found" in asked) return { url: asked.url, ...asked.found };
  if (isUnconfigured(asked)) return { configured: false };
  return { ...present({ url: asked.url }), error: errorData(asked.error) };
}

function endingOfBoth(gateway: Asked<GatewayFound>, replicator: Asked<ReplicatorStatus>): Ending {
  for (const one of [gateway, replicator]) {
    if ("error" in one && !isUnconfigured(one)) return endingOf(one.error);
  }
  const isEmpty = "found" in gateway && gateway.found.ipGroups === 0;
  const isPartlyDown = "found" in replicator && [...replicator.found.components.values()].some(isDown);
  return isEmpty || isPartlyDown ? "attention" : "done";
}

/** Sources of the settings of both appliances. */
export interface SettingsFound {
  /** By appliance and key. Contains no values. */
  readonly sources: Readonly<Record<"gateway" | "replicator", Readonly<Record<string, string>>>>;
  /** Why the stack was not read, if the folder belongs to a Pulumi project. */
  readonly stackNotRead: string | undefined;
}

/** Finds the key or variable that sets each effective setting. */
async function settingsOf(context: Context): Promise<SettingsFound> {
  const { configuration, site, stackNotRead } = await context.configured();
  const of = (appliance: "gateway" | "replicator"): Record<string, string> =>
    Object.fromEntries(configuration.sources(appliance, site));
  return { sources: { gateway: of("gateway"), replicator: of("replicator") }, stackNotRead };
}

function settingsViews({ sources, stackNotRead }: SettingsFound): View[] {
  const rows = Object.entries(sources).flatMap(([appliance, keys]) =>
    Object.entries(keys).map(([key, source]) => [`${appliance} ${key}`, source] as const),
  );
  const table: View = { kind: "table", title: "Settings", columns: ["Setting", "From"], rows, empty: "none" };
  return stackNotRead === undefined ? [table] : [table, line(`The stack was not read: ${stackNotRead}.`)];
}
