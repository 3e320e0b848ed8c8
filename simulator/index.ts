import type { Simulator, SimulatorOptions } from "./api";
import { Simulation } from "./simulation";
import { certificateFor, readStores, withKept } from "./stored";

export type * from "./api";
export { type CertificateOptions, makeCertificate, type ServerCertificate } from "./certificate";
export type { ApplianceName, RequestKind } from "./exchange";
export { seededChance, seededRandom } from "./faults/chance";
export type { Fault, Faults } from "./faults/fault";
export type { FaultKind, FaultSpec } from "./faults/kinds";
export type { GatewayAction } from "./gateway/action";
export { gatewayActions } from "./gateway/application";
export type { GatewayMutations } from "./gateway/mutations";
export type { GatewayStore, IpGroup, IpGroupRule, Permission, User, UserGroup } from "./gateway/store";
export type { LatencyMs } from "./pace";
export { replicatorPaths } from "./replicator/application";
export type { ReplicatorMutations } from "./replicator/mutations";
export type { ReplicatorPath } from "./replicator/path";
export type { Change, Policy, Profile, ReplicatorStore, Setting } from "./replicator/store";
export type { LoggedRequest, RequestFilter, RequestLog } from "./request-log";
export { defaultSwitches, type SwitchPosition, type Switches, switchSpace } from "./switches";

/**
 * Starts both appliances, as delivered or with the stores from a file, and resolves when they listen. Rejects if the
 * file cannot be read or written, or if a port is in use; no server listens then.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const stored = options.file === undefined ? undefined : await readStores(options.file);
  const kept = options.keepAccess === true ? stored?.access : undefined;
  const certificate = certificateFor(options, kept);
  const simulation = new Simulation(withKept(options, kept), certificate, stored);
  await simulation.start();
  return simulation;
}
