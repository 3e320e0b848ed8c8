#!/usr/bin/env node
import "./output/node-version";
import { endWritten, outliveReaders } from "./output/process";
import { run } from "./flowgate";
import { processIo } from "./io";

outliveReaders();
void run(process.argv.slice(2), processIo()).then(endWritten);
