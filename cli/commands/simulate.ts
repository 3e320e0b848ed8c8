import { InvalidArgumentError, type Command } from "commander";
import type { Simulator, SimulatorOptions } from "../../simulator";
import type { Context } from "../context";
import { UsageError } from "../errors";
import { lazy } from "../lazy";
import type { Runner } from "../run";
import { caFile, withoutCaFile, type CaFile } from "./simulate/ca-file";
import { introduction, introductionData } from "./simulate/introduction";
import { RequestLines } from "./simulate/request-lines";
import { switchesOf } from "./simulate/switches";

interface SimulateOptions {
  readonly gatewayPort?: number;
  readonly replicatorPort?: number;
  readonly file?: string;
  readonly http?: true;
  readonly latency?: number;
  readonly like?: string;
  readonly switch?: readonly string[];
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
  readonly quiet?: true;
}

/** `simulate`: both appliances on this machine, until they are interrupted. */
export function addSimulate(program: Command, run: Runner): void {
  program
    .command("simulate")
    .helpGroup("Sandbox:")
    .description("Run both appliances on this machine, as a sandbox, until Ctrl-C")
    .option("--gateway-port <port>", "Port of the gateway; any free one by default", port)
    .option("--replicator-port <port>", "Port of the replicator; any free one by default", port)
    .option("--file <path>", "Keep what both hold in a file; in memory by default")
    .option("--http", "Speak HTTP instead of HTTPS")
    .option("--latency <ms>", "Milliseconds that every answer takes", milliseconds)
    .option("--like <file>", "Answer in the shapes of the box that `flowgate doctor --record` has recorded")
    .option("--switch <name=value...>", "What an open point of the API documents is like; see the simulator's page")
    .option("--token <token>", "Token that the gateway accepts; a random one by default", pasted)
    .option("--user <name>", "User of the replicator (default: admin)", pasted)
    .option("--password <password>", "Its password; a random one by default", pasted)
    .option("--quiet", "Do not print a line for each request")
    .action(
      run(async (context, options: SimulateOptions) => {
        await simulate(context, options);
        return undefined;
      }),
    );
}

async function simulate(context: Context, options: SimulateOptions): Promise<void> {
  const wanted = simulatorOptions(options);
  // Listened for from here on: an interrupt must find its way also before everything is printed.
  const interrupted = context.io.interrupted();
  const simulator = await context.progress.during("Starting both appliances", () => started(wanted));
  const ca = simulator.caCert === undefined ? withoutCaFile : await caFile(simulator.caCert);
  try {
    const lines = introduce(context, simulator, ca, options.quiet === true);
    await interrupted;
    lines?.end();
  } finally {
    await Promise.all([simulator.close(), ca.remove()]);
  }
}

/** Prints what leads to the appliances, and from then on a line for each request. */
function introduce(
  { terminal, options }: Context,
  simulator: Simulator,
  ca: CaFile,
  quiet: boolean,
): RequestLines | undefined {
  const json = options.json === true;
  if (json) void terminal.jsonLine(introductionData(simulator, ca.path));
  else void terminal.text(introduction(simulator, ca.path));
  return quiet ? undefined : new RequestLines(simulator.requests, json, terminal);
}

/** Ports and the file are what may be in the way of a start. */
async function started(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await lazy.simulator().startSimulator(options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE" || code === "EACCES") throw new UsageError(`A port cannot be used: ${message}.`);
    if (options.file !== undefined || options.like !== undefined) throw new UsageError(message, { cause: error });
    throw error;
  }
}

function simulatorOptions(options: SimulateOptions): SimulatorOptions {
  const { gatewayPort, replicatorPort, http, latency, file, like, token, user, password } = options;
  const { switchSpace } = lazy.simulator();
  return {
    switches: switchesOf(options.switch ?? [], switchSpace),
    ...(file === undefined ? {} : { file }),
    ...(like === undefined ? {} : { like }),
    https: http !== true,
    gateway: { ...(gatewayPort === undefined ? {} : { port: gatewayPort }), ...(token === undefined ? {} : { token }) },
    replicator: {
      ...(replicatorPort === undefined ? {} : { port: replicatorPort }),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { password }),
    },
    ...(latency === undefined ? {} : { latencyMs: latency }),
  };
}

function port(value: string): number {
  if (/^\d{1,5}$/u.test(value) && Number(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError("Write a port from 0 (any free one) to 65535.");
}

/** It is printed, and pasted into another terminal. */
function pasted(value: string): string {
  if (!/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(value)) return value;
  throw new InvalidArgumentError("Write a text without control characters.");
}

function milliseconds(value: string): number {
  if (/^\d{1,6}$/u.test(value)) return Number(value);
  throw new InvalidArgumentError("Write a whole number of milliseconds.");
}
