import type { Simulator, SimulatorOptions } from "./api";
import { makeCertificate } from "./certificate";
import { Simulation } from "./simulation";

export type * from "./api";
export type { CertificateOptions } from "./certificate";
export type { ApplianceName, RequestKind } from "./exchange";
export type { Fault, FaultKind, Faults, FaultSpec } from "./faults";
export type { GatewayAction } from "./gateway/action";
export { gatewayActions } from "./gateway/application";
export type { GatewayMutations } from "./gateway/mutations";
export type { GatewayStore, IpGroup, IpGroupRule, Permission, User, UserGroup } from "./gateway/store";
export type { LatencyMs } from "./latency";
export { replicatorPaths } from "./replicator/application";
export type { ReplicatorMutations } from "./replicator/mutations";
export type { ReplicatorPath } from "./replicator/path";
export type { Change, Policy, Profile, Rebuild, ReplicatorStore, Setting } from "./replicator/store";
export type { LoggedRequest, RequestFilter, RequestLog } from "./request-log";
export { defaultSwitches, type Switches } from "./switches";
export type { TrapName, Traps } from "./traps";

/** Starts both appliances as delivered and resolves when they listen. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const certificate = options.https === false ? undefined : await makeCertificate(options.certificate);
  const simulation = new Simulation(options, certificate);
  await simulation.start();
  return simulation;
}
