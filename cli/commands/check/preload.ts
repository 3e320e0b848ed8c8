import { fileURLToPath } from "node:url";
import util from "node:util";

/* Loaded before a program that is checked. It fixes problems that delay mistakes or hide their line numbers. */

// The line of the program may be below many frames of this package.
Error.stackTraceLimit = 50;

/**
 * Turns off the colours of `util.inspect`, which the runner uses for the error that ends a program. Node 20 takes
 * minutes, until the text is too long, if a frame lies directly in a folder like `node_modules/@pulumi`, where source
 * maps show Pulumi's own frames. The check needs no colours.
 */
util.inspect = new Proxy(util.inspect, {
  apply: (inspect, self, [value, options, ...rest]: unknown[]) =>
    Reflect.apply(inspect, self, [value, withoutColours(options), ...rest]) as string,
});

function withoutColours(options: unknown): unknown {
  return typeof options === "object" && options !== null ? { ...options, colors: false } : options;
}

type Prepare = (error: Error, sites: NodeJS.CallSite[]) => unknown;

/** What each wrapper calls. */
const within = new WeakMap<Prepare, Prepare>();

/**
 * Pulumi finds the line of a resource in the text of a stack and recognizes only frames with a name and a path. Frames
 * at the top of an ES module, or in an anonymous function, have no name; those in an ES module have a URL.
 */
let prepare: Prepare | undefined;
Object.defineProperty(Error, "prepareStackTrace", {
  configurable: true,
  get: (): Prepare | undefined => (prepare === undefined ? undefined : withPaths(prepare)),
  // Each library that maps sources replaces it. Pulumi puts back for each resource what it got here.
  set: (own: Prepare | undefined) => (prepare = own && (within.get(own) ?? own)),
});

function withPaths(own: Prepare): Prepare {
  const wrapper: Prepare = (error, sites) => {
    const stack: unknown = own(error, sites);
    return typeof stack === "string" ? stack.split("\n").map(named).join("\n") : stack;
  };
  within.set(wrapper, own);
  return wrapper;
}

function named(frame: string): string {
  const [, begin, name = "<anonymous>", place = "", position = ""] =
    /^(\s*at )(?:(.*) \()?(?:async )?((?:file:\/\/)?\/.*?)(:\d+:\d+)\)?$/u.exec(frame) ?? [];
  if (begin === undefined) return frame;
  return `${begin}${name} (${place.startsWith("file:") ? fileURLToPath(place) : place}${position})`;
}
