import { createHash } from "node:crypto";
import { Agent, type Dispatcher, FormData, request } from "undici";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../../simulator";

/** An answer. Its body is parsed if it is JSON. */
export interface Reply {
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  text: string;
  /** Undefined if the body is not JSON. */
  body: unknown;
}

interface SendOptions {
  method?: Dispatcher.HttpMethod;
  body?: string | FormData;
  headers?: Record<string, string>;
}

/** A plain client of both appliances. It shares no code with the provider's clients. */
export class Probe {
  readonly #agent: Agent;
  /** The headers with the replicator's session. */
  session: Record<string, string> = {};

  constructor(readonly sim: Simulator) {
    this.#agent = new Agent({ connect: { ca: sim.caCert ?? "" }, pipelining: 1 });
  }

  async send(url: string, options: SendOptions = {}): Promise<Reply> {
    const response = await request(url, { ...options, dispatcher: this.#agent });
    const text = await response.body.text();
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    const body = isJson ? (JSON.parse(text) as unknown) : undefined;
    return { status: response.statusCode, headers: response.headers, text, body };
  }

  /** Sends one action to the gateway. Objects and arrays are sent as JSON text. */
  async gateway(rm: string, action: string, fields: Record<string, unknown> = {}): Promise<unknown> {
    const form = new FormData();
    const all = { authToken: this.sim.gateway.token, rm, action, ...fields };
    for (const [name, value] of Object.entries(all)) {
      form.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const reply = await this.send(`${this.sim.gateway.url}/fcgi/svc_fcgi.fcgi`, { method: "POST", body: form });
    return reply.body ?? reply.text;
  }

  ipGroups(action: string, fields: Record<string, unknown> = {}): Promise<unknown> {
    return this.gateway("ipgroups", action, fields);
  }

  users(action: string, json: unknown): Promise<unknown> {
    return this.gateway("user_api", action, { json });
  }

  /** Logs in and keeps the session's headers. */
  async login(passwd = sha512(this.sim.replicator.password), user = this.sim.replicator.user): Promise<Reply> {
    const url = `${this.sim.replicator.url}/api/1/login/`;
    const reply = await this.send(url, { method: "POST", body: JSON.stringify({ user, passwd }) });
    const cookies = [reply.headers["set-cookie"] ?? []].flat().map((cookie) => cookie.split(";")[0]);
    if (cookies.length > 0) this.session = { cookie: cookies.join("; ") };
    const echoed = reply.headers["x-session"];
    if (typeof echoed === "string") this.session = { "x-session": echoed };
    return reply;
  }

  /** Sends one request to the replicator. The path is below `/api/1/`. */
  async raw(path: string, method: Dispatcher.HttpMethod = "GET"): Promise<Reply> {
    return this.send(`${this.sim.replicator.url}/api/1/${path}`, { method, headers: this.session });
  }

  /** The body of the replicator's answer at a path. */
  async at(path: string): Promise<unknown> {
    const reply = await this.raw(path);
    return reply.body ?? reply.text;
  }

  /** Sends a command to the replicator and returns the body. Escapes the segments. */
  async command(...segments: readonly (string | number)[]): Promise<unknown> {
    return this.at(segments.map((segment) => encodeURIComponent(segment)).join("/"));
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

export function sha512(text: string): string {
  return createHash("sha512").update(text, "utf8").digest("hex");
}

/** Starts a simulator and a probe before each test, and closes them after it. */
export function eachTest(options: SimulatorOptions = {}): { readonly sim: Simulator; readonly probe: Probe } {
  const holder = {} as { sim: Simulator; probe: Probe };
  beforeEach(async () => {
    holder.sim = await startSimulator({ https: false, ...options });
    holder.probe = new Probe(holder.sim);
  });
  afterEach(async () => {
    await holder.probe.close();
    await holder.sim.close();
  });
  return holder;
}

/** Runs a test with its own simulator and probe, for tests that need other options. */
export async function withSimulator(
  options: SimulatorOptions,
  run: (probe: Probe) => Promise<void> | void,
): Promise<void> {
  const sim = await startSimulator({ https: false, ...options });
  const probe = new Probe(sim);
  try {
    await run(probe);
  } finally {
    await probe.close();
    await sim.close();
  }
}
