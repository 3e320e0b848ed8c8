import * as pulumi from "@pulumi/pulumi";
import { nodeFault } from "./node-fault";
import { withoutStack } from "./errors";

/* Imported first: without it, an old Node.js fails somewhere inside of the package. */
const fault = nodeFault(process.versions.node);
if (fault !== undefined) throw withoutStack(new pulumi.RunError(fault));
