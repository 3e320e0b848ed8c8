import { type FaultKind, type FaultSpec, startSimulator } from "../../simulator";
import { Resource } from "../lifecycle/resource";
import { configFor } from "../support/configuration";
import type { RunOptions } from "../support/lifecycle";
import type { GalleryCase } from "./gallery-cases";

const site = { name: "Paris", rules: [] };
const otherFingerprint = "AB".repeat(32);
/** A password in a URL, where it must not be. No message may contain it. */
export const passwordInUrl = "password-in-url";

export const problem = (cause: string, next: string, provoke: GalleryCase["provoke"]): GalleryCase => ({
  cause,
  next,
  provoke,
});

const creation =
  (create: GalleryCase["provoke"]) =>
  (run?: RunOptions, fault?: FaultSpec): GalleryCase["provoke"] =>
  async (stage) => {
    await stage.nextRun(run);
    if (fault !== undefined) stage.sim.faults.add(fault);
    return create(stage);
  };
/** Creates a group in a new run with this configuration, while the gateway has this fault. */
export const ofGroup = creation((stage) => stage.create("IpGroup", site));
/** The same for a profile on the replicator. */
export const ofProfile = creation((stage) => stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() }));
/** A fault of the list of groups, the first request of a creation. */
const ofList = (kind: FaultKind): FaultSpec => ({ match: "ipgroups/loadTreeRootFast", kind });

export const moreConfiguration: readonly GalleryCase[] = [
  problem(
    "Several mistakes in the configuration",
    "Correct all of them; one error lists every mistake, including those for an appliance that the resource does " +
      "not use.",
    ofGroup({
      onlyConfig: {
        gateway: {
          url: "gateway.example.net",
          caCert: "/nowhere/ca.pem",
          proxy: "proxy.example.net",
          certFingerprints: ["AB:CD"],
          concurrency: 100,
          timeouts: { connect: 0 },
          scriptPath: "svc.fcgi",
        },
        replicator: {
          url: "https://replicator.example.net/?site=1",
          caCert: "-----BEGIN CERTIFICATE-----",
          passwordEncoding: "md5",
          sessionHeader: "x session",
        },
      },
    }),
  ),
  problem("A site without an appliance of its own", "Set its URL, or let it use the top-level one.", async (stage) => {
    await stage.nextRun({ config: { sites: { paris: { replicator: { inherit: true } } } } });
    return stage.create("IpGroup", { ...site, site: "paris" });
  }),
  problem(
    "A variable with an unknown name",
    "Use the name that the message suggests.",
    ofGroup({ env: { FLOWGATE_GATEWAY_TOKN: "x" } }),
  ),
  problem(
    "An entry of the state that contradicts itself",
    "Restore the state from before the change by hand, or remove the entry.",
    (stage) => {
      const group = new Resource(stage.world, "IpGroup");
      group.assume("netops", site);
      return group.refresh();
    },
  ),
  problem(
    "A password in the URL",
    "Set it in its own key, as a secret.",
    ofGroup({ onlyConfig: { gateway: { url: `https://admin:${passwordInUrl}@gateway.example.net` } } }),
  ),
  problem(
    "Fingerprints without TLS",
    "Use https, or leave the fingerprints out for a test.",
    ofGroup({ config: { gateway: { certFingerprints: [otherFingerprint] } } }),
  ),
  problem(
    "A request log that cannot be written",
    "Name a file in a folder that exists, or unset the variable.",
    async (stage) => {
      await stage.nextRun({ env: { FLOWGATE_LOG: "/nowhere/requests.log" } });
      stage.isConfigured = true;
      return stage.create("IpGroup", site);
    },
  ),
];

export const moreConnections: readonly GalleryCase[] = [
  problem(
    "A certificate that is not pinned",
    "Compare it on the appliance itself; it was renewed, or this is another server.",
    async (stage) => {
      const secure = await startSimulator();
      const { caCert: _, ...gateway } = configFor(secure)["gateway"] ?? {};
      await stage.nextRun({ onlyConfig: { gateway: { ...gateway, certFingerprints: [otherFingerprint] } } });
      return stage.create("IpGroup", site).finally(() => secure.close());
    },
  ),
  problem(
    "A connection that ends before the answer",
    "Run again; a read changes nothing. It was tried three times.",
    ofGroup(undefined, ofList("resetBeforeApply")),
  ),
  problem("An answer that is cut off", "Run again. It was tried three times.", ofGroup(undefined, ofList("truncate"))),
  problem(
    "An answer that drips",
    "Raise `timeouts.total` if the appliance is that slow.",
    ofGroup({ config: { gateway: { timeouts: { total: 200 } } } }, ofList({ drip: { bytes: 1, everyMs: 100 } })),
  ),
];

/** A request that is rejected on its way to the appliance, and a configured pattern for the end of a session. */
export const moreOfTheWire: readonly GalleryCase[] = [
  problem("A request that is too long", "Raise the limit, or split the resource.", (stage) => {
    stage.sim.faults.add({ match: "ipgroups/saveRule", kind: { status: 413 } });
    return stage.create("IpGroup", { ...site, name: "Lyon" });
  }),
  problem(
    "A pattern that takes too long",
    "Write a simpler pattern.",
    ofGroup({ config: { gateway: { sessionEnded: ["^(a+)+$"] } } }, ofList({ refuse: `${"a".repeat(60)}!` })),
  ),
];

/** Answers on which no program should act. Each is an answer to the request for the list of groups. */
const strange: readonly (readonly [cause: string, next: string, kind: FaultKind])[] = [
  ["An answer without content", "Check that the URL leads to the API.", "emptyBody"],
  ["An answer that is no JSON", "Check that the URL leads to the API.", "invalidJson"],
  ["An answer nested without end", "Reading stops; see what answers at this URL.", "deepJson"],
  ["An answer that has one key twice", "See what answers at this URL.", "duplicateKeys"],
  ["A compressed answer", "Remove or bypass the proxy that compresses.", { encodings: ["gzip"] }],
  ["An answer without end", "See what answers, or raise `maxResponseBytes`.", { padMegabytes: 17 }],
  ["A failure of the server", "See its own log.", { status: 500 }],
];

export const moreAnswers: readonly GalleryCase[] = strange.map(([cause, next, kind]) =>
  problem(cause, next, ofGroup(undefined, ofList(kind))),
);

export const moreObjects: readonly GalleryCase[] = [
  problem(
    "The old name of a profile for a new one, in one run",
    "Run `pulumi up` without the new profile first.",
    async (stage) => {
      const program = { name: "old", ...stage.ports() };
      const profile = await stage.made("ReplicatorProfile", program);
      await profile.up({ ...program, name: "new" });
      return stage.create("ReplicatorProfile", { name: "old", ...stage.ports() });
    },
  ),
  problem("A profile that could not be finished", "Run `pulumi up` again: it sends what is missing.", async (stage) => {
    stage.sim.faults.add({ match: "profile/disable", kind: { refuse: "Configuration is locked" } });
    return stage.create("ReplicatorProfile", { name: "unfinished", ...stage.ports(), enabled: false });
  }),
  problem("Two groups of one name on the gateway", "Rename all but one on the gateway.", async (stage) => {
    stage.sim.mutate.addIpGroup("Brest");
    stage.sim.mutate.addIpGroup("Brest");
    await stage.nextRun();
    return stage.create("IpGroup", { ...site, name: "Brest" });
  }),
  problem("Two groups of one name in one program", "Declare it once.", (stage) => {
    const twin = { ...site, name: "Reims" };
    return Promise.all([stage.create("IpGroup", twin), stage.create("IpGroup", twin)]);
  }),
  problem("A group that was removed by hand", "Run `pulumi refresh`, then `pulumi up`.", async (stage) => {
    const group = await stage.made("IpGroup", { ...site, name: "Metz" });
    stage.sim.mutate.removeIpGroup("Metz");
    return group.up({ name: "Metz", rules: [{ type: "all" }] });
  }),
  problem("A new name that another group has", "Free the name first, or choose another.", async (stage) => {
    stage.sim.mutate.addIpGroup("Tours");
    const group = await stage.made("IpGroup", { ...site, name: "Blois" });
    return group.up({ ...site, name: "Tours" });
  }),
  problem("A rule that was removed by hand", "Run `pulumi refresh`, then `pulumi up`.", async (stage) => {
    const groupId = stage.sim.mutate.addIpGroup("Shared");
    const rule = await stage.made("IpGroupRule", { groupId, rule: { type: "ip", address: "10.0.0.1" } });
    stage.sim.mutate.setRules("Shared", []);
    return rule.up({ groupId, rule: { type: "ip", address: "10.0.0.2" } });
  }),
  problem(
    "Neither the answer to a creation nor the list that would show its outcome",
    "Run again: if the group exists by then, the error says how to take it over.",
    async (stage) => {
      await stage.nextRun();
      stage.sim.faults.add({ match: "ipgroups/saveRule", kind: "resetAfterApply" });
      stage.sim.faults.add({ match: "ipgroups/loadTreeRootFast", skip: 1, kind: "resetBeforeApply" });
      return stage.create("IpGroup", { ...site, name: "Dijon" });
    },
  ),
  problem(
    "A user that the gateway does not create",
    "The gateway's own words say why; the other users of the request are created.",
    (stage) => {
      const words = "The license allows no more users";
      stage.sim.faults.add({ match: "user_api/createUser", kind: { refuseItems: "lee", words } });
      return stage.create("User", { name: "lee", password: "password of lee" });
    },
  ),
  problem(
    "A text of the gateway that is not understood",
    "Read it, and run the command that the error prints.",
    (stage) => {
      const rewrite = (): unknown => ({ data: { added: ["User 1 linked with usergroup 2"], removed: [] } });
      stage.sim.faults.add({ match: "user_api/membership", kind: { rewrite } });
      return stage.create("Membership", { userId: 1, userGroupId: 2 });
    },
  ),
];
