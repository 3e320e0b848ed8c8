/** An error that its message explains completely: printed without a stack. */
export class SetupError extends Error {}

/**
 * Runs a tool's main function. Prints an expected error as its message, an unexpected one with its stack, and exits
 * with 1 in both cases.
 *
 * @param {() => Promise<unknown>} main
 */
export function runMain(main) {
  main().catch((/** @type {unknown} */ error) => {
    console.error(error instanceof SetupError ? `\n${error.message}` : error);
    process.exitCode = 1;
  });
}
