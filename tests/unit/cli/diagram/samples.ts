import type { Simulator } from "../../../../simulator";
import { svgOf } from "../../../../cli/picture/svg";
import type { PictureNode } from "../../../../cli/picture/drawn";
import { fleetTable } from "../../fleet/picture";
import { certifyTable } from "../certify/picture";
import { flowgate, startSite } from "../support";
import { collector, exporter, group, ip, network, child, policy, profile, stack } from "../summary/scenarios";

/** The rules of a group above these groups. */
export const below = (...groups: readonly number[]) => groups.map((id) => ({ type: "child", child_id: id }) as const);

/** A small site that people have configured. */
export function sampleSite({ gateway, mutate }: Simulator): void {
  gateway.store.ipGroups.clear();
  const servers = mutate.addIpGroup("Lille servers", [
    { type: "network", address: "10.20.1.0", mask: "24" },
    { type: "range", sip: "10.20.9.1", eip: "10.20.9.10" },
  ]);
  const clients = mutate.addIpGroup("Lille clients", [{ type: "network", address: "10.20.2.0", mask: "23" }]);
  const lille = mutate.addIpGroup("Lille", [
    { type: "network", address: "10.20.0.0", mask: "16" },
    ...below(servers, clients),
  ]);
  const rome = mutate.addIpGroup("Rome", [{ type: "network", address: "10.30.0.0", mask: "16" }]);
  mutate.addIpGroup("Company", below(lille, rome));
  mutate.addIpGroup("Old network", [{ type: "range", sip: "10.20.255.200", eip: "10.21.0.43" }]);
  mutate.removeProfile("legacy-netops");
  mutate.addProfile("netflow-core", 2055, 9996);
  for (const address of ["10.99.0.1", "10.99.0.2", "10.99.0.3"]) mutate.addCollector(address, "netflow-core");
  for (const address of ["10.20.0.1", "10.20.0.2", "10.20.0.3", "10.30.0.1"]) {
    mutate.addExporter(address, "netflow-core");
  }
  mutate.addPolicy("netflow-core", { network: "10.20.0.0", prefixLength: 16, kind: "include" });
  mutate.addProfile("sflow", 6343, 6343);
  mutate.disableProfile("sflow");
  mutate.addCollector("10.99.0.1", "sflow");
  mutate.addExporter("10.30.0.2", "sflow");
  mutate.addPolicy("sflow", { network: "10.40.0.0", prefixLength: 16, kind: "exclude" });
  mutate.setThreshold("10.99.0.1", 5000);
}

/** A change of a site, as the engine previews it. */
function samplePreview(): string {
  const servers = group("Lille servers", [ip("10.20.1.5"), network("10.20.8.0/24")], 101, "lille-servers");
  const lille = group("Lille", [network("10.20.0.0/16"), child(101), child(102)], 100, "lille");
  return stack.text([
    stack.step("update", servers, { rules: [network("10.20.8.0/24"), ip("10.20.1.6")] }),
    stack.step("delete", group("Lille printers", [network("10.20.3.0/24")], 102, "printers")),
    stack.step("create", group("Rome", [network("10.30.0.0/16")], 0, "rome")),
    stack.step("same", lille),
    stack.step("same", profile("netflow-core")),
    stack.step("same", collector("10.99.0.1", ["netflow-core"])),
    stack.step("create", collector("10.99.0.2", ["netflow-core"])),
    stack.step("same", exporter("10.20.0.1", ["netflow-core"])),
    stack.step("create", policy("10.20.0.0/16", "netflow-core")),
  ]);
}

async function live(...args: readonly string[]): Promise<string> {
  const site = await startSite();
  sampleSite(site.sim);
  return (await site.run(["diagram", ...args])).stdout;
}

/** Which component runs where. It uses the same drawing code as the other pictures, so that it looks like them. */
function architecture(): string {
  const box = (...lines: readonly string[]): PictureNode => ({ lines, shape: "box", changes: 0 });
  const round = (...lines: readonly string[]): PictureNode => ({ ...box(...lines), shape: "round" });
  const program = box("Your program", "TypeScript");
  const model = box("Site models", "YAML");
  const engine = box("Pulumi engine", "preview, up");
  const state = round("State", "in your backend");
  const provider = box("Provider", "of pulumi-flowgate");
  const command = box("flowgate", "doctor, drift, fleet");
  const gateway = round("Gateway", "IP groups, users");
  const replicator = round("Replicator", "profiles, policies");
  const arrows = [
    { from: model, to: program },
    { from: program, to: engine },
    { from: engine, to: state },
    { from: engine, to: provider },
    { from: provider, to: gateway },
    { from: provider, to: replicator },
    { from: command, to: gateway, dashed: true as const },
    { from: command, to: replicator, dashed: true as const },
  ];
  const columns = [[model], [program], [engine], [state, provider, command], [gateway, replicator]];
  return svgOf([{ title: "What runs where", cluster: { columns, arrows } }], "What runs where").toString();
}

/** The drawings in the documentation, by their file names. */
export const samples: Readonly<Record<string, () => Promise<string>>> = {
  "architecture.svg": () => Promise.resolve(architecture()),
  "certify.svg": certifyTable,
  "fleet-table.svg": fleetTable,
  "diagram-site.svg": () => live(),
  "diagram-preview.svg": async () => (await flowgate(["diagram", "--preview", "-"], { piped: samplePreview() })).stdout,
};
