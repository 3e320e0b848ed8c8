import { nodeFault } from "../../sdk/node-fault";

/* Imported first: without it, an old Node.js fails somewhere inside of the command. 3 is the code of a configuration. */
const fault = nodeFault(process.versions.node);
if (fault !== undefined) {
  process.stderr.write(`error: ${fault}\n`);
  process.exit(3);
}
