#!/usr/bin/env node
import { run } from "./flowgate";
import { processIo } from "./io";

/** A reader such as `head` may have enough before everything is written: that is no error. */
function onStreamError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  throw error;
}

/** Ends the process once everything is written. What an error left open must not keep it. */
function end(code: number): void {
  process.stdout.write("", () => {
    process.stderr.write("", () => process.exit(code));
  });
}

process.stdout.on("error", onStreamError);
process.stderr.on("error", onStreamError);
void run(process.argv.slice(2), processIo()).then(end);
