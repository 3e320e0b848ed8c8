import type { Command } from "commander";
import { addAccept } from "./commands/accept";
import { addAck } from "./commands/ack";
import { addAdopt } from "./commands/adopt";
import { addCertify } from "./commands/certify";
import { addCompletion } from "./commands/completion";
import { addDiagram } from "./commands/diagram";
import { addCheck } from "./commands/check";
import { addDoctor } from "./commands/doctor";
import { addDrift } from "./commands/drift";
import { addExport } from "./commands/export";
import { addFleet } from "./commands/fleet";
import { addImport } from "./commands/import";
import { addInit } from "./commands/init";
import { addIpGroups } from "./commands/ip-groups";
import { addModel } from "./commands/model";
import { addPlanRequests } from "./commands/plan-requests";
import { addRebuild } from "./commands/rebuild";
import { addReport } from "./commands/report";
import { addSettings } from "./commands/settings";
import { addShow } from "./commands/show";
import { addSimulate } from "./commands/simulate";
import { addSnapshot } from "./commands/snapshot";
import { addState } from "./commands/state";
import { addStatus } from "./commands/status";
import { addSummary } from "./commands/summary";
import { addTrace } from "./commands/trace";
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
