/**
 * Until the function that it returns is called, Pulumi's stacks for finding leaked promises are left out. Pulumi takes
 * four of them for each property of a resource, and its source map support looks up all their frames: without them the
 * constructor takes a third of the time (internals/decisions/0014-promise-stacks.md). All other stacks are as ever: those of
 * errors and of source positions.
 */
export function suppressPromiseStacks(): () => void {
  const format = Error.prepareStackTrace as typeof Error.prepareStackTrace | undefined;
  const isAskedFor = (process.env["PULUMI_DEBUG_PROMISE_LEAKS"] ?? "") !== "";
  if (format === undefined || isAskedFor) return () => undefined;
  Error.prepareStackTrace = (error, frames) =>
    frames[0]?.getFunctionName() === "debuggablePromise" ? "" : (format(error, frames) as unknown);
  return () => {
    Error.prepareStackTrace = format;
  };
}
