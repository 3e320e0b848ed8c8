import { EngineError, type Environment } from "../engine";
import type { Fleet } from "../fleet";
import type { ProcessId } from "../machine";
import { appendPrivate } from "../private";
import { settingsOf } from "../digest";
import { KeptProcess, type Role } from "./kept-process";

/** What a fleet file may keep: nothing, the process of the provider, or also that of the program. */
export const keepable = ["nothing", "provider", "program"] as const;
export type Kept = (typeof keepable)[number];

const rolesOf: Readonly<Record<Kept, readonly Role[]>> = {
  nothing: [],
  provider: ["provider"],
  program: ["provider", "program"],
};

/** The processes that a worker keeps for its sites: for each site in progress one of each role. */
export class KeptProcesses {
  readonly #idle: Readonly<Record<Role, KeptProcess[]>> = { provider: [], program: [] };
  /** Roles that no process in the folder of the program can have. */
  readonly #hopeless = new Set<Role>();

  /** `log` gets what the processes print while they serve no site. */
  constructor(
    private readonly fleet: Pick<Fleet, "program" | "keep">,
    private readonly env: Environment,
    private readonly log: string,
  ) {}

  /** Takes the processes for a site, or starts them. `log` gets what they print. */
  async begin(stack: string, log: string): Promise<KeptSite> {
    const { config = {}, environment } = settingsOf(this.fleet, stack);
    // The engine gets environment variables there, and a plugin that it must start itself.
    const isFresh = environment !== undefined || String(config["flowgate:plugin"]) === "true";
    const roles = isFresh ? [] : rolesOf[this.fleet.keep].filter((role) => !this.#hopeless.has(role));
    const used = await Promise.all(roles.map((role) => this.#take(role, log)));
    return new KeptSite(
      used.flatMap((one) => one ?? []),
      log,
      ({ role, process }) => this.#idle[role].push(process),
    );
  }

  /** Ends all processes that serve no site, and waits for them. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#idle).flatMap((list) => list.map((process) => process.close())));
  }

  async #take(role: Role, log: string): Promise<Used | undefined> {
    const process = this.#idle[role].pop() ?? (await KeptProcess.start(role, this.fleet.program, this.env, this.log));
    if (process.unfit !== undefined) {
      this.#hopeless.add(role);
      appendPrivate(log, `== the process of the ${role} is not kept: ${process.unfit}\n`);
      await process.close();
      return undefined;
    }
    const port = await process.begin(log);
    return port === undefined ? undefined : { role, process, port };
  }
}

/** A process that serves a site. */
interface Used {
  readonly role: Role;
  readonly process: KeptProcess;
  readonly port: number;
}

/** The kept processes of one site, while its engine runs. */
export class KeptSite {
  constructor(
    private readonly used: readonly Used[],
    private readonly log: string,
    private readonly giveBack: (one: Used) => void,
  ) {}

  /** Environment variables with which the engine uses the processes. */
  get env(): Environment {
    const port = this.#portOf("provider");
    return port === undefined ? {} : { PULUMI_DEBUG_PROVIDERS: `pulumi-nodejs:${port}` };
  }

  /** Arguments with which the engine uses the processes. */
  get args(): readonly string[] {
    const port = this.#portOf("program");
    return port === undefined
      ? ["--exec-kind", "auto.local"]
      : [`--client=127.0.0.1:${port}`, "--exec-kind", "auto.inline"];
  }

  /** Runs the engine of the site. `run` calls its argument once the engine runs. */
  async during(run: (started: (engine: ProcessId) => void) => Promise<void>): Promise<void> {
    let isOrderly = false;
    try {
      await run((engine) => this.used.forEach(({ process }) => process.serves(engine)));
      isOrderly = true;
    } catch (error) {
      // Any other end may leave operations behind, which nothing observes any more.
      isOrderly = error instanceof EngineError && error.code === 1;
      throw error;
    } finally {
      await Promise.all(this.used.map((one) => this.#end(one, isOrderly)));
    }
  }

  async #end(one: Used, isOrderly: boolean): Promise<void> {
    const { process, role } = one;
    await (isOrderly ? process.end() : process.kill());
    if (process.unfit === undefined) {
      this.giveBack(one);
      return;
    }
    appendPrivate(this.log, `== the process of the ${role} serves no other site: ${process.unfit}\n`);
    await process.close();
  }

  #portOf(wanted: Role): number | undefined {
    return this.used.find(({ role }) => role === wanted)?.port;
  }
}
