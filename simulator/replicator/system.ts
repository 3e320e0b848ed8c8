import { setTimeout as sleep } from "node:timers/promises";
import { epochSeconds, timestamp } from "../clock";
import { Refusal } from "../exchange";
import { addressSegment, commandPath, type CommandPath } from "./path";

/** How long the answer to a name query is cached. */
const NAME_LIFETIME_MS = 24 * 60 * 60 * 1000;

const dnscheck = commandPath("read", "/dnscheck/[ip]", {
  segments: { ip: addressSegment },
  run: ({ ip }, { store, clock }) => {
    const name = store.names.get(ip);
    const expiry = clock.now() + NAME_LIFETIME_MS;
    return {
      dnscheck: {
        addr: ip,
        expiry: { epoch: epochSeconds(expiry), time: timestamp(expiry) },
        name: name ?? ip,
        resolveTime: 0.001,
        status: name === undefined ? "unresolved" : "resolved",
      },
    };
  },
});

const rebuild = commandPath("write", "/rebuild", {
  configures: false,
  run: async (_segments, { store, switches, closing }) => {
    const end = store.beginRebuild();
    const done = sleep(switches.rebuildMs, undefined, { signal: closing }).then(end);
    // The simulator may close before the rebuild ends.
    if (switches.rebuildAnswer === "begun") done.catch(() => undefined);
    else await done;
    return "rebuilt the configuration";
  },
});

const MILLISECONDS_A_DAY = 24 * 60 * 60 * 1000;

const license = commandPath("read", "/license/check", {
  run: (_segments, { store, clock }) => ({
    daysLeft: String(store.license.daysLeft),
    expiration: timestamp(clock.now() + store.license.daysLeft * MILLISECONDS_A_DAY).slice(0, 10),
    licensedType: store.license.type,
    licensedVersion: store.license.version,
    machineID: store.license.machineId,
    role: store.role,
  }),
});

const role = commandPath("read", "/role/test/secondary", {
  run: (_segments, { store }) => {
    if (store.role === "primary") throw new Refusal("This appliance is the primary");
    return "the secondary appliance is ready";
  },
});

const version = commandPath("read", "/version", {
  run: (_segments, { switches }) => ({
    apiversion: 1,
    build: `${switches.release}.0.1`,
    copyright: "Flowgate simulator",
    name: productName(switches.release),
    tagline: "Every packet, everywhere",
    motto: "One stream in, many streams out",
  }),
});

/** Product name with its version, as `version` and `show/status` report it. */
export function productName(release: number): string {
  return `Flow Replicator ${release}.0`;
}

/** Paths that concern the appliance as a whole. */
export const systemPaths: readonly CommandPath[] = [dnscheck, license, rebuild, role, version];
