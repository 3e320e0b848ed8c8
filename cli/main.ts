#!/usr/bin/env node
import { run } from "./flowgate";
import { processIo } from "./io";

/** A reader such as `head` may have enough before everything is written: that is no error. */
function onStreamError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  throw error;
}

process.stdout.on("error", onStreamError);
process.stderr.on("error", onStreamError);
void run(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code;
});
