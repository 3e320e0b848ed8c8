import { ReplicatorClient, type ReplicatorOptions } from "../../../provider/replicator/client";
import type { Simulator } from "../../../simulator";
import { closeLater } from "../../support/closing";

export { simulator } from "../gateway/support";

/** A client of the simulated replicator. It is closed after the test. */
export function clientOf(sim: Simulator, options: Partial<ReplicatorOptions> = {}): ReplicatorClient {
  const { url, user, password } = sim.replicator;
  const client = new ReplicatorClient({ url, user, password, allowHttp: true, ...options });
  closeLater(() => client.close());
  return client;
}

/** A client of any server. It is closed after the test. */
export function clientAt(url: string, options: Partial<ReplicatorOptions> = {}): ReplicatorClient {
  const client = new ReplicatorClient({ url, user: "admin", password: "test-password-1", allowHttp: true, ...options });
  closeLater(() => client.close());
  return client;
}
