/**
 * Suppresses Pulumi's stacks for finding leaked promises, until the returned function is called. Pulumi captures four
 * of them per property of a resource, and its source map support looks up all their frames. Without them the
 * constructor takes a third of the time. All other stacks, those of errors
 * and of source positions, stay the same.
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
