"use strict";
// Both appliances in a process of their own, apart from the contestants. It talks to the bench over its channel.
const { startSimulator } = require("../../dist/simulator/index.js");

startSimulator({ https: false, foreign: false }).then((sim) => {
  const { gateway, replicator, requests } = sim;
  const objects = () => gateway.store.ipGroups.size + gateway.store.users.size + replicator.store.profiles.size;
  const factory = objects();
  process.on("disconnect", () => void sim.close());
  process.on("message", (/** @type {any} */ { latencyMs, capacity }) => {
    if (latencyMs === undefined) {
      const refused = requests.count({ result: "error" });
      process.send?.({ objects: objects() - factory, requests: requests.count(), refused });
      return;
    }
    sim.setLatency(latencyMs);
    sim.setCapacity(capacity ?? Number.POSITIVE_INFINITY);
    requests.clear();
    process.send?.({});
  });
  process.send?.({
    FLOWGATE_GATEWAY_URL: gateway.url,
    FLOWGATE_GATEWAY_TOKEN: gateway.token,
    FLOWGATE_REPLICATOR_URL: replicator.url,
    FLOWGATE_REPLICATOR_USER: replicator.user,
    FLOWGATE_REPLICATOR_PASSWORD: replicator.password,
  });
});
