import type { Command } from "commander";
import { addAccept } from "./commands/accept/command";
import { addAck } from "./commands/ack";
import { addAdopt } from "./commands/adopt/command";
import { addCertify } from "./commands/certify/command";
import { addCompletion } from "./commands/completion";
import { addDiagram } from "./commands/diagram/command";
import { addCheck } from "./commands/check/command";
import { addDoctor } from "./commands/doctor/command";
import { addDrift } from "./commands/drift/command";
import { addExport } from "./commands/export/command";
import { addFleet } from "./commands/fleet/command";
import { addImport } from "./commands/import/command";
import { addInit } from "./commands/init/command";
import { addIpGroups } from "./commands/ip-groups";
import { addModel } from "./commands/model/command";
import { addPlanRequests } from "./commands/plan-requests";
import { addRebuild } from "./commands/rebuild";
import { addReport } from "./commands/report/command";
import { addSettings } from "./commands/settings";
import { addShow } from "./commands/show/command";
import { addSimulate } from "./commands/simulate/command";
import { addSnapshot } from "./commands/snapshot/command";
import { addState } from "./commands/state/command";
import { addStatus } from "./commands/status";
import { addSummary } from "./commands/summary/command";
import { addTrace } from "./commands/trace/command";
import { addUnassigned } from "./commands/unassigned";
import type { Runner } from "./run";

/** Every command, in the order of the help. */
export const commands: readonly ((program: Command, run: Runner) => void)[] = [
  addInit,
  addSimulate,
  addStatus,
  addDoctor,
  addCertify,
  addShow,
  addUnassigned,
  addAck,
  addRebuild,
  addSettings,
  addIpGroups,
  addReport,
  addExport,
  addImport,
  addDrift,
  addAccept,
  addDiagram,
  addTrace,
  addPlanRequests,
  addSnapshot,
  addAdopt,
  addCheck,
  addModel,
  addState,
  addSummary,
  addFleet,
  addCompletion,
];
