import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { makeCertificate, startSimulator } from "../../../simulator";
import { Probe } from "./support";

test("many simulators in one process share a certificate and nothing else", async () => {
  const certificate = await makeCertificate();
  const sims = await Promise.all(Array.from({ length: 60 }, () => startSimulator({ certificate })));
  const urls = sims.flatMap(({ gateway, replicator }) => [gateway.url, replicator.url]);
  expect(new Set(urls).size).toBe(120);
  expect(new Set(sims.map(({ caFingerprint }) => caFingerprint))).toEqual(new Set([certificate.fingerprint]));
  const [first, second] = sims;
  if (first === undefined || second === undefined) throw new Error("none was started");
  const probe = new Probe(first);
  const { fc_id } = (await probe.ipGroups("saveRule", { new_fc: "Paris", added: [] })) as { fc_id: number };
  expect(fc_id).toBe(104);
  expect(second.gateway.store.ipGroupsNamed("Paris")).toEqual([]);
  expect(second.requests.count()).toBe(0);
  expect(second.gateway.token).not.toBe(first.gateway.token);
  await probe.close();
  await Promise.all(sims.map((sim) => sim.close()));
});

test.each(["gateway", "replicator"] as const)(
  "if the port of the %s is in use, the start fails and leaves nothing listening",
  async (taken) => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const { port } = blocker.address() as AddressInfo;
    const other = taken === "gateway" ? "replicator" : "gateway";
    // A port that is free now. The system assigned it to another simulator before.
    const probe = await startSimulator({ https: false });
    const free = Number(new URL(probe[other].url).port);
    await probe.close();
    const ports = { [taken]: { port }, [other]: { port: free } };
    await expect(startSimulator({ https: false, ...ports })).rejects.toThrow(/EADDRINUSE/u);
    await once(blocker.close(), "close");
    const sim = await startSimulator({ https: false, ...ports });
    expect(new URL(sim[other].url).port).toBe(String(free));
    await sim.close();
  },
);
