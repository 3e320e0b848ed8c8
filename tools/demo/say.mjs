import { env, stdout } from "node:process";
import { SetupError } from "../lib/errors.mjs";

const styled = stdout.isTTY && env["NO_COLOR"] === undefined && env["TERM"] !== "dumb";
/** @type {(code: number) => (text: string) => string} */
const style = (code) => (text) => (styled ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = style(1);
const faint = style(2);
const green = style(32);

let chapters = 0;

/**
 * Begins a chapter of the demo, with what happens and why it matters.
 *
 * @param {string} what
 * @param {string} why
 */
export function chapter(what, why) {
  chapters += 1;
  console.log(`\n${bold(`${chapters}. ${what}`)}\n${why}\n`);
}

/** A command that the reader could type. @param {string} text */
export function command(text) {
  console.log(faint(`$ ${text}`));
}

/** A note for the reader. @param {string} text */
export function note(text) {
  console.log(`   ${text}`);
}

/**
 * Prints a claim that holds, or ends the demo because it does not hold.
 *
 * @param {boolean} holds
 * @param {string} claim the claim
 * @param {() => string} [evidence] the actual state
 */
export function claim(holds, claim, evidence) {
  if (!holds) throw new SetupError(`Check failed: ${claim}${evidence === undefined ? "" : `\n${evidence()}`}`);
  console.log(`${green("ok")} ${claim}`);
}

/** The last line. @param {string} text */
export function ending(text) {
  console.log(`\n${bold(green(text))}`);
}
