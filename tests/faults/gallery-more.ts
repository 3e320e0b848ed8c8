import { startSimulator } from "../../simulator";
import { Resource } from "../lifecycle/resource";
import { configFor } from "../support/lifecycle";
import type { GalleryCase } from "./gallery-cases";

const site = { name: "Paris", rules: [] };
const otherFingerprint = "AB".repeat(32);
/** A password in a URL, where it must not be. No message may contain it. */
export const passwordInUrl = "password-in-url";

export const moreConfiguration: readonly GalleryCase[] = [
  {
    cause: "Several mistakes in the configuration",
    next:
      "Correct all of them; one error lists every mistake, including those for an appliance that the resource does " +
      "not use.",
    provoke: async (stage) => {
      const gateway = {
        url: "gateway.example.net",
        caCert: "/nowhere/ca.pem",
        proxy: "proxy.example.net",
        certFingerprints: ["AB:CD"],
        concurrency: 100,
        timeouts: { connect: 0 },
        scriptPath: "svc.fcgi",
      };
      const replicator = {
        url: "https://replicator.example.net/?site=1",
        caCert: "-----BEGIN CERTIFICATE-----",
        passwordEncoding: "md5",
        sessionHeader: "x session",
      };
      await stage.nextRun({ onlyConfig: { gateway, replicator } });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "A site without an appliance of its own",
    next: "Set its URL, or let it use the top-level one.",
    provoke: async (stage) => {
      await stage.nextRun({ config: { sites: { paris: { replicator: { inherit: true } } } } });
      return stage.create("IpGroup", { ...site, site: "paris" });
    },
  },
  {
    cause: "A variable with an unknown name",
    next: "Use the name that the message suggests.",
    provoke: async (stage) => {
      await stage.nextRun({ env: { FLOWGATE_GATEWAY_TOKN: "x" } });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "An entry of the state that contradicts itself",
    next: "Restore the state from before the change by hand, or remove the entry.",
    provoke: (stage) => {
      const group = new Resource(stage.world, "IpGroup");
      group.assume("netops", site);
      return group.refresh();
    },
  },
  {
    cause: "A password in the URL",
    next: "Set it in its own key, as a secret.",
    provoke: async (stage) => {
      await stage.nextRun({ onlyConfig: { gateway: { url: `https://admin:${passwordInUrl}@gateway.example.net` } } });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "Fingerprints without TLS",
    next: "Use https, or leave the fingerprints out for a test.",
    provoke: async (stage) => {
      await stage.configured("gateway", { certFingerprints: [otherFingerprint] });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "A request log that cannot be written",
    next: "Name a file in a folder that exists, or unset the variable.",
    provoke: async (stage) => {
      await stage.nextRun({ env: { FLOWGATE_LOG: "/nowhere/requests.log" } });
      stage.isConfigured = true;
      return stage.create("IpGroup", site);
    },
  },
];

export const moreConnections: readonly GalleryCase[] = [
  {
    cause: "A certificate that is not pinned",
    next: "Compare it on the appliance itself; it was renewed, or this is another server.",
    provoke: async (stage) => {
      const secure = await startSimulator();
      const { caCert: _, ...gateway } = configFor(secure)["gateway"] ?? {};
      await stage.nextRun({ onlyConfig: { gateway: { ...gateway, certFingerprints: [otherFingerprint] } } });
      return stage.create("IpGroup", site).finally(() => secure.close());
    },
  },
  {
    cause: "A connection that ends before the answer",
    next: "Run again; a read changes nothing. It was tried three times.",
    provoke: async (stage) => {
      await stage.nextRun();
      stage.sim.faults.add({ match: "ipgroups/loadTreeRootFast", kind: "resetBeforeApply" });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "An answer that is cut off",
    next: "Run again. It was tried three times.",
    provoke: async (stage) => {
      await stage.nextRun();
      stage.sim.faults.add({ match: "ipgroups/loadTreeRootFast", kind: "truncate" });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "An answer that drips",
    next: "Raise `timeouts.total` if the appliance is that slow.",
    provoke: async (stage) => {
      await stage.configured("gateway", { timeouts: { total: 200 } });
      stage.sim.faults.add({ match: "ipgroups/loadTreeRootFast", kind: { drip: { bytes: 1, everyMs: 100 } } });
      return stage.create("IpGroup", site);
    },
  },
];

/** A request that is rejected on its way to the appliance, and a configured pattern for the end of a session. */
export const moreOfTheWire: readonly GalleryCase[] = [
  {
    cause: "A request that is too long",
    next: "Raise the limit, or split the resource.",
    provoke: (stage) => {
      stage.sim.faults.add({ match: "ipgroups/saveRule", kind: { status: 413 } });
      return stage.create("IpGroup", { ...site, name: "Lyon" });
    },
  },
  {
    cause: "A pattern that takes too long",
    next: "Write a simpler pattern.",
    provoke: async (stage) => {
      await stage.configured("gateway", { sessionEnded: ["^(a+)+$"] });
      stage.sim.faults.add({ match: "ipgroups/loadTreeRootFast", kind: { refuse: `${"a".repeat(60)}!` } });
      return stage.create("IpGroup", site);
    },
  },
];

/** Answers on which no program should act. Each is an answer to the request for the list of groups. */
const strange: readonly (readonly [cause: string, next: string, kind: Parameters<Faults["add"]>[0]["kind"]])[] = [
  ["An answer without content", "Check that the URL leads to the API.", "emptyBody"],
  ["An answer that is no JSON", "Check that the URL leads to the API.", "invalidJson"],
  ["An answer nested without end", "Reading stops; see what answers at this URL.", "deepJson"],
  ["An answer that has one key twice", "See what answers at this URL.", "duplicateKeys"],
  ["A compressed answer", "Remove or bypass the proxy that compresses.", { encodings: ["gzip"] }],
  ["An answer without end", "See what answers, or raise `maxResponseBytes`.", { padMegabytes: 17 }],
  ["A failure of the server", "See its own log.", { status: 500 }],
];
type Faults = Parameters<GalleryCase["provoke"]>[0]["sim"]["faults"];

export const moreAnswers: readonly GalleryCase[] = strange.map(([cause, next, kind]) => ({
  cause,
  next,
  provoke: async (stage) => {
    await stage.nextRun();
    stage.sim.faults.add({ match: "ipgroups/loadTreeRootFast", kind });
    return stage.create("IpGroup", site);
  },
}));

export const moreObjects: readonly GalleryCase[] = [
  {
    cause: "Two groups of one name on the gateway",
    next: "Rename all but one on the gateway.",
    provoke: async (stage) => {
      stage.sim.mutate.addIpGroup("Brest");
      stage.sim.mutate.addIpGroup("Brest");
      await stage.nextRun();
      return stage.create("IpGroup", { ...site, name: "Brest" });
    },
  },
  {
    cause: "Two groups of one name in one program",
    next: "Declare it once.",
    provoke: (stage) => {
      const twin = { ...site, name: "Reims" };
      return Promise.all([stage.create("IpGroup", twin), stage.create("IpGroup", twin)]);
    },
  },
  {
    cause: "A group that was removed by hand",
    next: "Run `pulumi refresh`, then `pulumi up`.",
    provoke: async (stage) => {
      const group = await stage.made("IpGroup", { ...site, name: "Metz" });
      stage.sim.mutate.removeIpGroup("Metz");
      return group.up({ name: "Metz", rules: [{ type: "all" }] });
    },
  },
  {
    cause: "A new name that another group has",
    next: "Free the name first, or choose another.",
    provoke: async (stage) => {
      stage.sim.mutate.addIpGroup("Tours");
      const group = await stage.made("IpGroup", { ...site, name: "Blois" });
      return group.up({ ...site, name: "Tours" });
    },
  },
  {
    cause: "A rule that was removed by hand",
    next: "Run `pulumi refresh`, then `pulumi up`.",
    provoke: async (stage) => {
      const groupId = stage.sim.mutate.addIpGroup("Shared");
      const rule = await stage.made("IpGroupRule", { groupId, rule: { type: "ip", address: "10.0.0.1" } });
      stage.sim.mutate.setRules("Shared", []);
      return rule.up({ groupId, rule: { type: "ip", address: "10.0.0.2" } });
    },
  },
  {
    cause: "Neither the answer to a creation nor the list that would show its outcome",
    next: "Run again: if the group exists by then, the error says how to take it over.",
    provoke: async (stage) => {
      await stage.nextRun();
      stage.sim.faults.add({ match: "ipgroups/saveRule", kind: "resetAfterApply" });
      stage.sim.faults.add({ match: "ipgroups/loadTreeRootFast", skip: 1, kind: "resetBeforeApply" });
      return stage.create("IpGroup", { ...site, name: "Dijon" });
    },
  },
  {
    cause: "A user that the gateway does not create",
    next: "The gateway's own words say why; the other users of the request are created.",
    provoke: (stage) => {
      const words = "The license allows no more users";
      stage.sim.faults.add({ match: "user_api/createUser", kind: { refuseItems: "lee", words } });
      return stage.create("User", { name: "lee", password: "password of lee" });
    },
  },
  {
    cause: "A text of the gateway that is not understood",
    next: "Read it, and run the command that the error prints.",
    provoke: (stage) => {
      const rewrite = (): unknown => ({ data: { added: ["User 1 linked with usergroup 2"], removed: [] } });
      stage.sim.faults.add({ match: "user_api/membership", kind: { rewrite } });
      return stage.create("Membership", { userId: 1, userGroupId: 2 });
    },
  },
];
