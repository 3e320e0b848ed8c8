import type { Command } from "commander";
import { addCall } from "./commands/call";
import { addCheck } from "./commands/check/command";
import { addDiagram } from "./commands/diagram";
import { addDoctor } from "./commands/doctor";
import { addDrift } from "./commands/drift";
import { addExport } from "./commands/export";
import { addFleet } from "./commands/fleet";
import { addModel } from "./commands/model";
import { addReport } from "./commands/report";
import { addSimulate } from "./commands/simulate/command";
import { addSummary } from "./commands/summary";
import type { Runner } from "./run";

/** Every command, in the order of the help: start, review, operate, look. */
export const commands: readonly ((program: Command, run: Runner) => void)[] = [
  addSimulate,
  addDoctor,
  addCheck,
  addSummary,
  addDiagram,
  addModel,
  addExport,
  addDrift,
  addFleet,
  addReport,
  addCall,
];
