"use strict";
/**
 * Lets the clock of a process run faster, for tests that wait for windows of time of the provider: timers end earlier,
 * and `performance.now()` shows more time. The dates stay as they are.
 */
const promises = require("node:timers/promises");

const pace = Number(process.env.TEST_PACE);
const began = performance.now();
const now = performance.now.bind(performance);
const { setTimeout: later } = globalThis;
const { setTimeout: sleep } = promises;

globalThis.setTimeout = (act, milliseconds = 0, ...args) => later(act, milliseconds / pace, ...args);
promises.setTimeout = (milliseconds = 0, ...args) => sleep(milliseconds / pace, ...args);
performance.now = () => began + (now() - began) * pace;
