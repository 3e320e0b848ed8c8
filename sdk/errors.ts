/**
 * Removes the stack of an error whose message alone is shown. Pulumi formats the stack nevertheless, and Node 20.20
 * needs half a minute for that if a frame lies in a source map of node_modules.
 */
export function withoutStack<E extends Error>(error: E): E {
  error.stack = "";
  return error;
}
