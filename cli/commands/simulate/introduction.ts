import type { Simulator } from "../../../simulator";
import { shellWord } from "../../../provider/values/quoted";

/** A change as an operator would make it in the appliance's own interface. */
interface ChangeByHand {
  readonly what: string;
  /** Applies the change and describes it; undefined if there is no suitable object. */
  readonly change: (simulator: Simulator) => string | undefined;
}

/**
 * Changes by the key that triggers them. Each affects the newest object of its kind: the one that a program created
 * last.
 */
export const changesByHand: Readonly<Record<string, ChangeByHand>> = {
  a: ofGroup("add an address to the newest IP group", (mutate, { name, rules }) => {
    // A different address at each press, in a network that is reserved for documentation.
    const address = `203.0.113.${String((rules.size % 254) + 1)}`;
    mutate.addRules(name, [{ type: "ip", address }]);
    return `address ${address} added`;
  }),
  n: ofGroup("rename the newest IP group", (mutate, { name }) => {
    mutate.renameIpGroup(name, `${name} (renamed)`);
    return `renamed to "${name} (renamed)"`;
  }),
  d: ofGroup("delete the newest IP group", (mutate, { name }) => {
    mutate.removeIpGroup(name);
    return "deleted";
  }),
  c: ofCollector("remove the newest collector from its profile", ({ mutate }, { address, profile }) => {
    mutate.removeCollector(address, profile);
    return `removed from profile "${profile}"`;
  }),
  t: ofCollector("raise the threshold of the newest collector", ({ mutate, replicator }, { address }) => {
    const value = (replicator.store.thresholds.get(address) ?? 0) + 1000;
    mutate.setThreshold(address, value);
    return `threshold ${String(value)}`;
  }),
  p: {
    what: "switch the newest profile off, or on again",
    change: ({ replicator, mutate }) => {
      const profile = [...replicator.store.profiles.values()].at(-1);
      if (profile === undefined) return undefined;
      const { name, enabled } = profile;
      if (enabled) mutate.disableProfile(name);
      else mutate.enableProfile(name);
      return `profile "${name}": switched ${enabled ? "off" : "on"}`;
    },
  },
  s: {
    what: "change the setting flowStopAlert",
    change: ({ replicator, mutate }) => {
      const value = String(Number(replicator.store.settings.get("flowStopAlert")?.value ?? 0) + 1);
      mutate.setSetting("flowStopAlert", { value });
      return `setting flowStopAlert: ${value}`;
    },
  },
};

type Group = Simulator["gateway"]["store"]["ipGroups"] extends Map<number, infer One> ? One : never;

function ofGroup(what: string, change: (mutate: Simulator["mutate"], group: Group) => string): ChangeByHand {
  return {
    what,
    change: ({ gateway, mutate }) => {
      const group = [...gateway.store.ipGroups.values()].at(-1);
      return group && `IP group "${group.name}": ${change(mutate, group)}`;
    },
  };
}

function ofCollector(
  what: string,
  change: (simulator: Simulator, newest: { profile: string; address: string }) => string,
): ChangeByHand {
  return {
    what,
    change: (simulator) => {
      const profiles = [...simulator.replicator.store.profiles.values()];
      const profile = profiles.findLast(({ collectors }) => collectors.size > 0);
      const address = [...(profile?.collectors ?? [])].at(-1);
      if (profile === undefined || address === undefined) return undefined;
      return `collector ${address}: ${change(simulator, { profile: profile.name, address })}`;
    },
  };
}

/** Text to paste into another terminal. The credentials are the simulator's own and open nothing else. */
export function introduction(simulator: Simulator, hasKeys: boolean): string {
  const exports = Object.entries(variables(simulator)).map(([name, value]) => `export ${name}=${shellWord(value)}`);
  return [
    "Both appliances are running; Ctrl-C stops them. Paste this into another terminal:",
    "",
    ...exports,
    "",
    "Then try `flowgate doctor --no-stack`, or `pulumi up` in a project without URLs of its own.",
    "",
    ...(hasKeys ? keys : []),
    "",
  ].join("\n");
}

/** The same data for programs. */
export function introductionData(simulator: Simulator): object {
  const { gateway, replicator, caCert, caFingerprint } = simulator;
  return {
    gateway: { url: gateway.url, token: gateway.token },
    replicator: { url: replicator.url, user: replicator.user, password: replicator.password },
    caCert,
    certFingerprint: caFingerprint,
    environment: variables(simulator),
  };
}

/** Only this package uses the certificate: NODE_EXTRA_CA_CERTS would replace a company's CA in that shell. */
function variables({ gateway, replicator, caFingerprint }: Simulator): Record<string, string> {
  const trust = (appliance: string): Record<string, string> =>
    caFingerprint === undefined
      ? { [`FLOWGATE_${appliance}_ALLOW_HTTP`]: "true" }
      : { [`FLOWGATE_${appliance}_CERT_FINGERPRINTS`]: caFingerprint };
  return {
    FLOWGATE_GATEWAY_URL: gateway.url,
    FLOWGATE_GATEWAY_TOKEN: gateway.token,
    ...trust("GATEWAY"),
    FLOWGATE_REPLICATOR_URL: replicator.url,
    FLOWGATE_REPLICATOR_USER: replicator.user,
    FLOWGATE_REPLICATOR_PASSWORD: replicator.password,
    ...trust("REPLICATOR"),
  };
}

const keys = [
  "Keys change something by hand, for `pulumi preview --refresh` and `flowgate drift` to find:",
  ...Object.entries(changesByHand).map(([key, { what }]) => `  ${key}  ${what}`),
  "  q  stop both appliances",
  "",
];
