#!/usr/bin/env node
import "./output/node-version";
import { endWithReader, endWritten } from "./output/process";
import { run } from "./flowgate";
import { processIo } from "./io";

endWithReader();
void run(process.argv.slice(2), processIo()).then(endWritten);
