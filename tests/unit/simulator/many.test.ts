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
