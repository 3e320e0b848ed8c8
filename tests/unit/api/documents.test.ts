import { GatewayClient } from "../../../provider/client";
import { ReplicatorClient } from "../../../provider/replicator/client";
import { gatewayActions, replicatorPaths, startSimulator, type Simulator } from "../../../simulator";
import { type Documented, fieldsOf, type Method, valuesAt } from "./document";
import { type Passed, passingOn } from "./passing-on";
import { gatewayCommon, gatewayDocument, gatewayMethods, prepareGateway } from "./gateway";
import { prepareReplicator, replicatorCommands, replicatorDocument, replicatorMethods } from "./replicator";

interface Exchange {
  requests: unknown[];
  answers: unknown[];
  results: unknown[];
}
interface Api<Client> {
  document: Readonly<Record<string, Documented>>;
  methods: readonly Method<string, Client>[];
  /** The client of an appliance, which it reaches at another URL. */
  open(sim: Simulator, url: string, entry: string): Client & { close(): Promise<void> };
  urlOf(sim: Simulator): string;
  prepare(sim: Simulator): void;
  /** Entries that the simulator serves. */
  served: string[];
  /** The fields of a request by their documented names. */
  read(entry: string, request: Passed): unknown;
  common: string;
}

const gateway: Api<GatewayClient> = {
  document: gatewayDocument,
  methods: gatewayMethods,
  open: ({ gateway: { token } }, url) => new GatewayClient({ url, token, allowHttp: true }),
  urlOf: ({ gateway: { url } }) => url,
  prepare: prepareGateway,
  served: gatewayActions.map(({ verb }) => verb),
  read: async (_entry, { form }) =>
    Object.fromEntries(
      [...(await form())].map(([name, value]) => [
        name,
        typeof value === "string" && /^[[{]/u.test(value) ? (JSON.parse(value) as unknown) : value,
      ]),
    ),
  common: gatewayCommon,
};

/** The row of the document that covers several reads. */
const showAny = "/show/[entity]/[filter]";
const legacyLogin = { sends: "/login/[sha2]", calls: [(client: ReplicatorClient) => client.login()] };
const replicator: Api<ReplicatorClient> = {
  document: replicatorDocument,
  methods: [...Object.values(replicatorCommands), ...replicatorMethods, legacyLogin],
  open: ({ replicator: { user, password } }, url, entry) =>
    new ReplicatorClient({
      ...{ url, user, password, allowHttp: true, warn: () => undefined },
      legacyLogin: entry === legacyLogin.sends,
    }),
  urlOf: ({ replicator: { url } }) => url,
  prepare: prepareReplicator,
  served: replicatorPaths.map(({ template }) => template),
  read: (entry, { path, body }) => {
    const sent = path.replace("/api/1", "").split("/").map(decodeURIComponent);
    const parameters: (readonly [string, string | undefined])[] = entry
      .split("/")
      .flatMap((part, index) => (part.startsWith("[") ? [[part.slice(1, -1), sent[index]]] : []));
    return { ...Object.fromEntries(parameters), ...(body === "" ? {} : (JSON.parse(body) as object)) };
  },
  common: "",
};

/** Runs the calls of a method on new appliances. Expects that they send the entry and nothing else. */
async function run<Client>(api: Api<Client>, { sends, calls }: Method<string, Client>): Promise<Exchange> {
  const sim = await startSimulator({ https: false });
  const exchange: Exchange = { requests: [], answers: [], results: [] };
  const passed: Promise<void>[] = [];
  const url = await passingOn(api.urlOf(sim), (request, answer) => {
    const record = async (): Promise<void> => {
      exchange.requests.push(await api.read(sends, request));
      exchange.answers.push(JSON.parse(answer));
    };
    passed.push(record());
  });
  const client = api.open(sim, url, sends);
  try {
    api.prepare(sim);
    // The login before other requests belongs to none of the methods.
    if (client instanceof ReplicatorClient && !sends.startsWith("/login/")) await client.login();
    sim.requests.clear();
    await Promise.all(passed);
    for (const list of [exchange.requests, exchange.answers]) list.length = 0;
    for (const call of calls) exchange.results.push(await call(client, sim));
    await Promise.all(passed);
    const actions = new Set([...sim.requests].map(({ action }) => action));
    expect([...actions]).toEqual([api.served.includes(sends) ? sends : showAny]);
    return exchange;
  } finally {
    await client.close();
    await sim.close();
  }
}

/** Where the result of a client has a field of the answer. */
function placeOf({ unwrap, elsewhere = {} }: Documented, field: string): string | undefined {
  if (field in elsewhere) return elsewhere[field];
  return unwrap !== undefined && field.startsWith(unwrap) ? field.slice(unwrap.length).replace(/^\./u, "") : field;
}

function define<Client>(api: Api<Client>): void {
  test.each(Object.keys(api.document))("%s: every field is sent, answered and returned", async (entry) => {
    const documented = api.document[entry] ?? { request: "", response: "" };
    const parameters = [...entry.matchAll(/\[([^\]]+)\]/gu)].map(([, name]) => name).join(", ");
    const exchange: Exchange = { requests: [], answers: [], results: [] };
    for (const method of api.methods.filter(({ sends }) => sends === entry)) {
      const { requests, answers, results } = await run(api, method);
      exchange.requests.push(...requests);
      exchange.answers.push(...answers);
      exchange.results.push(...results);
    }
    const absent = (values: unknown[], fields: (string | undefined)[]): (string | undefined)[] =>
      fields.filter((field) => field !== undefined && valuesAt(values, field).length === 0);
    const response = fieldsOf(documented.response);
    expect({
      unsent: absent(exchange.requests, fieldsOf(`${api.common}, ${parameters}, ${documented.request}`)),
      unanswered: absent(exchange.answers, response),
      unread: absent(
        exchange.results,
        response.map((field) => placeOf(documented, field)),
      ),
    }).toEqual({ unsent: [], unanswered: [], unread: [] });
    for (const [field, values] of Object.entries(documented.values ?? {})) {
      expect(valuesAt(exchange.requests, field)).toEqual(expect.arrayContaining(fieldsOf(values)));
    }
    expect(exchange.results).not.toHaveLength(0);
  });

  test("the simulator serves exactly the documented entries", () => {
    const entries = Object.keys(api.document).map((entry) => (api.served.includes(entry) ? entry : showAny));
    expect(new Set(entries)).toEqual(new Set(api.served));
  });
}

describe("the management gateway", () => define(gateway));
describe("the replication service", () => define(replicator));
