import * as pulumi from "@pulumi/pulumi";

/** Variable that `flowgate check` sets in the programs that it runs. A program contacts no appliance then. */
const CHECK_VARIABLE = "FLOWGATE_CHECK";

/** How `flowgate check` runs this program; undefined if it does not. */
export function checked(): "alone" | undefined {
  const { [CHECK_VARIABLE]: how } = process.env;
  return how === "alone" ? how : undefined;
}

/** A message with the place in the program, which `flowgate check` shows. Otherwise the message as it is. */
export function placed(message: string): string {
  if (checked() === undefined) return message;
  return [message, ...(new Error(message).stack ?? "").split("\n").filter((line) => /^\s+at /u.test(line))].join("\n");
}

/** Refuses what a program declares. `flowgate check` notes it and goes on, to find the other mistakes too. */
export function refuse(words: string): void {
  if (checked() === undefined) throw withoutStack(new pulumi.RunError(words));
  void pulumi.log.error(placed(words));
}

/**
 * Removes the stack of an error whose message alone is shown. Pulumi formats the stack nevertheless, and Node 20.20
 * needs half a minute for that if a frame lies in a source map of node_modules.
 */
export function withoutStack<E extends Error>(error: E): E {
  error.stack = "";
  return error;
}
