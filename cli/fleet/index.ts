/** What the command `fleet` is made of, loaded when it runs. */
export { Bases } from "./changed";
export { engineCommand } from "./engine";
export { planOf, readFleet } from "./file";
export { stackObjects } from "./operator";
export { reserve, writeOwn } from "./own-files";
export { commitOf, isDone, readReport, reportOf, servedBy, viewOf, withoutSteps } from "./report";
export { runWaves } from "./run";
export { runSite } from "./stack";
export { stringify } from "yaml";
