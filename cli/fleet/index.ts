/** What the command `fleet` is made of, loaded when it runs. */
export { engineCommand } from "./engine";
export { readFleet } from "./file";
export { commitOf, markdownOf, reportOf, servedBy, viewOf } from "./report";
export { runWaves } from "./run";
export { runSite } from "./stack";
