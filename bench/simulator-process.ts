// Both appliances in a separate process, to isolate them from the contestants on the same machine. It talks to the
// bench over the channel to its parent.
import { startSimulator } from "pulumi-flowgate/simulator";
import type { Question, Reply, Served } from "./appliances";

async function main(): Promise<void> {
  const sim = await startSimulator({ https: false, foreign: false });
  const report = (message: Served | Reply): void => void process.send?.(message);
  const factory = objects();
  process.on("disconnect", () => void sim.close());
  process.on("message", (question: Question) => {
    if (question.ask === "begin") {
      sim.setLatency(question.latencyMs);
      sim.setCapacity(question.capacity ?? Number.POSITIVE_INFINITY);
      sim.requests.clear();
    }
    const refused = sim.requests.count({ result: "error" });
    report({ objects: objects() - factory, requests: sim.requests.count(), refused, verbs: byVerb() });
  });
  const { gateway, replicator } = sim;
  report({
    environment: {
      FLOWGATE_GATEWAY_URL: gateway.url,
      FLOWGATE_GATEWAY_TOKEN: gateway.token,
      FLOWGATE_REPLICATOR_URL: replicator.url,
      FLOWGATE_REPLICATOR_USER: replicator.user,
      FLOWGATE_REPLICATOR_PASSWORD: replicator.password,
    },
  });

  /** Number of objects of the measured kinds. */
  function objects(): number {
    return sim.gateway.store.ipGroups.size + sim.gateway.store.users.size + sim.replicator.store.profiles.size;
  }

  function byVerb(): Record<string, number> {
    const verbs: Record<string, number> = {};
    for (const verb of sim.requests.verbs()) verbs[verb] = (verbs[verb] ?? 0) + 1;
    return verbs;
  }
}

void main();
