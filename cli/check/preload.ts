import { fileURLToPath } from "node:url";
import util from "node:util";

/* Loaded before a program that is checked. It mends what keeps mistakes from being shown in time, and with their lines. */

/**
 * The runner has `util.inspect` colour the error that ends a program. Node 20 does not come to an end where a frame lies
 * directly in a folder like `node_modules/@pulumi`, where source maps show Pulumi's own frames: it takes minutes until the
 * text is too long. What is checked shows no colours.
 */
util.inspect = new Proxy(util.inspect, {
  apply: (inspect, self, [value, options, ...rest]: unknown[]) =>
    Reflect.apply(inspect, self, [value, withoutColours(options), ...rest]) as string,
});

function withoutColours(options: unknown): unknown {
  return typeof options === "object" && options !== null ? { ...options, colors: false } : options;
}

type Prepare = (error: Error, sites: NodeJS.CallSite[]) => unknown;

/**
 * Pulumi finds the line of a resource in the text of a stack, and knows only frames with a name and a path. Those at the
 * top of an ES module, or in a function without a name, have no name; those in an ES module have a URL.
 */
let prepare: Prepare | undefined;
Object.defineProperty(Error, "prepareStackTrace", {
  configurable: true,
  get: (): Prepare | undefined => (prepare === undefined ? undefined : withPaths(prepare)),
  // Each library that maps sources sets it.
  set: (own: Prepare | undefined) => {
    prepare = own;
  },
});

function withPaths(own: Prepare): Prepare {
  return (error, sites) => {
    const stack: unknown = own(error, sites);
    return typeof stack === "string" ? stack.split("\n").map(named).join("\n") : stack;
  };
}

function named(frame: string): string {
  const [, begin, name = "<anonymous>", place = "", position = ""] =
    /^(\s*at )(?:(.*) \()?(?:async )?((?:file:\/\/)?\/.*?)(:\d+:\d+)\)?$/u.exec(frame) ?? [];
  if (begin === undefined) return frame;
  return `${begin}${name} (${place.startsWith("file:") ? fileURLToPath(place) : place}${position})`;
}
