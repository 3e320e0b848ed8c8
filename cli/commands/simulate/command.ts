import { type Command } from "commander";
import type { Simulator, SimulatorOptions, LoggedRequest, RequestLog } from "../../../simulator";
import type { Context } from "../../context";
import { UsageError } from "../../errors";
import { lazy } from "../../lazy";
import type { Runner } from "../../run";
import { switchesOf } from "./switches";
import { present } from "../../../provider/values/collections";
import { shellWord } from "../../../provider/values/quoted";
import { numberFrom } from "../values";

interface SimulateOptions {
  readonly gatewayPort?: number;
  readonly replicatorPort?: number;
  readonly file?: string;
  readonly http?: true;
  readonly latency?: number;
  readonly switch?: readonly string[];
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
  readonly quiet?: true;
}

/** `simulate`: runs both appliances on this machine until the user interrupts it. */
export function addSimulate(program: Command, run: Runner): void {
  program
    .command("simulate")
    .helpGroup("Start:")
    .description("Run both appliances on this machine until Ctrl-C")
    .option("--gateway-port <port>", "Port of the gateway; by default the one in the file, or any free one (0)", port)
    .option(
      "--replicator-port <port>",
      "Port of the replicator; by default the one in the file, or any free one (0)",
      port,
    )
    .option(
      "--file <path>",
      "Keep the data of both in a file, with ports, credentials and certificate; in memory by default",
    )
    .option("--http", "Speak HTTP instead of HTTPS")
    .option("--latency <ms>", "Delay of every answer in milliseconds", milliseconds)
    .option(
      "--switch <name=value...>",
      "How to behave where the API documents leave a point open; a name without a value lists all",
    )
    .option("--token <token>", "Token that the gateway accepts; by default the one in the file, or a random one")
    .option("--user <name>", "User of the replicator; by default the one in the file, or admin")
    .option("--password <password>", "Its password; by default the one in the file, or a random one")
    .option("--quiet", "Do not print a line for each request")
    .action(run(simulate));
}

/** Prints how to reach the appliances, and from then on one line per request. */
async function simulate(context: Context, options: SimulateOptions): Promise<undefined> {
  const { terminal, isJson } = context;
  const wanted = simulatorOptions(options);
  // Registered here, so that an interrupt also works before everything is printed.
  const interrupted = context.io.interrupted();
  const simulator = await context.progress.during("Starting both appliances", () => started(wanted));
  const data = { caCert: simulator.caCert, environment: variables(simulator) };
  void terminal.text(isJson ? `${JSON.stringify(data)}\n` : introduction(data.environment));
  const flush = printer(simulator.requests, (one) => {
    if (options.quiet !== true) void terminal.line(isJson ? JSON.stringify(dataOf(one)) : textOf(one));
  });
  const timer = setInterval(flush, INTERVAL_MS);
  await interrupted;
  clearInterval(timer);
  flush();
  await simulator.close();
  return undefined;
}

/** Text to paste into another terminal. The credentials are the simulator's own and open nothing else. */
function introduction(environment: Readonly<Record<string, string>>): string {
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${shellWord(value)}`);
  return [
    "Both appliances are running; Ctrl-C stops them. Paste this into another terminal:",
    "",
    ...exports,
    "",
    "Then try `pulumi up` in a project without URLs of its own, or: npx flowgate doctor --no-stack",
    "",
  ].join("\n");
}

/** Only this package uses the certificate: NODE_EXTRA_CA_CERTS would replace a company's CA in that shell. */
function variables({ gateway, replicator, caFingerprint }: Simulator): Record<string, string> {
  const trust = (appliance: string): Record<string, string> =>
    caFingerprint === undefined
      ? { [`FLOWGATE_${appliance}_ALLOW_HTTP`]: "true" }
      : { [`FLOWGATE_${appliance}_CERT_FINGERPRINTS`]: caFingerprint };
  return {
    FLOWGATE_GATEWAY_URL: gateway.url,
    FLOWGATE_GATEWAY_TOKEN: gateway.token,
    ...trust("GATEWAY"),
    FLOWGATE_REPLICATOR_URL: replicator.url,
    FLOWGATE_REPLICATOR_USER: replicator.user,
    FLOWGATE_REPLICATOR_PASSWORD: replicator.password,
    ...trust("REPLICATOR"),
  };
}

/** Starts the simulator. Ports and the file are the usual reasons for a failure. */
async function started(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await lazy.simulator().startSimulator(options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE" || code === "EACCES") {
      throw new UsageError(`A port cannot be used: ${message}. With port 0 any free one is used.`);
    }
    if (options.file !== undefined) throw new UsageError(message, { cause: error });
    throw error;
  }
}

function simulatorOptions(options: SimulateOptions): SimulatorOptions {
  const { gatewayPort, replicatorPort, http, latency, file, token, user, password } = options;
  const { switchSpace } = lazy.simulator();
  return {
    switches: switchesOf(options.switch ?? [], switchSpace),
    ...present({ file, latencyMs: latency }),
    keepAccess: file !== undefined,
    https: http !== true,
    gateway: present({ port: gatewayPort, token }),
    replicator: present({ port: replicatorPort, user, password }),
  };
}

const port = numberFrom(0, 65_535, "Write a port from 0 (any free one) to 65535.");

const milliseconds = numberFrom(0, 999_999, "Write a whole number of milliseconds.");

const INTERVAL_MS = 200;

/** Prints each finished request that it has not printed yet, in the order of arrival. */
function printer(log: RequestLog, print: (request: LoggedRequest) => void): () => void {
  /** Sequence number of the last printed request. */
  let last = 0;
  return () => {
    for (const request of log) {
      if (request.sequence <= last) continue;
      // Later requests that are finished wait, so that the order is kept.
      if (request.endedAt === undefined) return;
      print(request);
      last = request.sequence;
    }
    // All entries are printed: a sandbox that runs for days must not keep them.
    log.clear();
  };
}

function dataOf({ startedAt, endedAt, sequence: _sequence, inFlight: _inFlight, ...request }: LoggedRequest): object {
  return { time: new Date(startedAt).toISOString(), milliseconds: (endedAt ?? startedAt) - startedAt, ...request };
}

function textOf(request: LoggedRequest): string {
  const { appliance, verb, detail, kind, status, result, startedAt, endedAt = startedAt } = request;
  const time = new Date(startedAt).toTimeString().slice(0, 8);
  const what = detail === "" ? verb : `${verb} ${detail}`;
  const answer = `${status === 0 ? "no answer" : status} ${result}`;
  return `${time}  ${appliance.padEnd(10)}  ${kind.padEnd(7)}  ${what}  ${answer}  ${endedAt - startedAt} ms`;
}
