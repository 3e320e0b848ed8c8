import { engineConnections } from "./host";

/** What a program can leave behind in its process. */
export interface Traces {
  /** Number of timers, connections and other things that keep the process running. */
  readonly active: number;
  /** In words, what a program has left since an earlier look; undefined if nothing. */
  since(before: Traces): string | undefined;
  readonly globals: ReadonlySet<string>;
  readonly listeners: ReadonlyMap<string | symbol, number>;
}

/** Number of timers, connections and other things that keep this process running, besides connections with engines. */
export function activeResources(): number {
  return process.getActiveResourcesInfo().length - engineConnections();
}

/** What Pulumi itself leaves in a process: a global variable, and its only listener for the end of the process. */
const ofPulumi = { variable: "stackResource", event: "exit" } as const;

/** Looks at what programs can leave behind. */
export function traces(): Traces {
  const globals = new Set(Object.getOwnPropertyNames(globalThis));
  const listeners = new Map(process.eventNames().map((name) => [name, process.listenerCount(name)]));
  const active = activeResources();
  return {
    active,
    globals,
    listeners,
    since: (before) => {
      const added = [...globals].find((name) => name !== ofPulumi.variable && !before.globals.has(name));
      if (added !== undefined) return `the program left the global variable ${added}`;
      const expected = (name: string | symbol): number =>
        Math.max(before.listeners.get(name) ?? 0, name === ofPulumi.event ? 1 : 0);
      const [event] = [...listeners].find(([name, count]) => count > expected(name)) ?? [];
      if (event !== undefined) return `the program left a listener for "${String(event)}" on the process`;
      return active > before.active ? "the program left something running" : undefined;
    },
  };
}
