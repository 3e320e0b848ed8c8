import { GatewayClient, type GatewayOptions } from "../../../provider/gateway/client";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../../simulator";
import { closeLater } from "../../support/closing";
import { answer, rawServer, rejection } from "../http/support";

/** A simulator over HTTP. It is closed after the test. */
export async function simulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const sim = await startSimulator({ https: false, ...options });
  closeLater(() => sim.close());
  return sim;
}

/** A client of the simulator's gateway. It is closed after the test. */
export function clientOf(sim: Simulator, options: Partial<GatewayOptions> = {}): GatewayClient {
  const { url, token } = sim.gateway;
  return closing(new GatewayClient({ url, token, allowHttp: true, ...options }));
}

/** A client of any server. It is closed after the test. */
export function clientAt(url: string, options: Partial<GatewayOptions> = {}): GatewayClient {
  return closing(new GatewayClient({ url, token: "test-token-1", allowHttp: true, ...options }));
}

/** A client of a gateway that answers every request with this JSON. */
export async function clientAnswered(body: unknown): Promise<GatewayClient> {
  const server = await rawServer((socket) => socket.write(answer(JSON.stringify(body))));
  return clientAt(server.url);
}

function closing(client: GatewayClient): GatewayClient {
  closeLater(() => client.close());
  return client;
}

export async function thrown(call: Promise<unknown>): Promise<Error> {
  const error = await rejection(call);
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}
