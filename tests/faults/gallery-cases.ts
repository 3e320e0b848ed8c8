import type { Simulator } from "../../simulator";
import { startSimulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { type World } from "../support/lifecycle";
import { newResource, Resource } from "../lifecycle/resource";
import {
  moreAnswers,
  moreConfiguration,
  moreConnections,
  moreObjects,
  moreOfTheWire,
  ofGroup,
  ofProfile,
  passwordInUrl,
  problem,
} from "./gallery-more";
import { office } from "./rules";
import type { Properties } from "../support/provider-calls";

/** One error that a user can encounter. */
export interface GalleryCase {
  /** The cause of the error, as the heading of its entry. */
  readonly cause: string;
  /** What to do about it, in one sentence. */
  readonly next: string;
  /** Causes the error. Returns the call that fails. */
  readonly provoke: (stage: GalleryStage) => Promise<unknown>;
}

/** What all cases share. */
export class GalleryStage {
  #count = 0;
  /** Whether the current run has a different configuration from the one that the next case expects. */
  isConfigured = false;

  constructor(readonly world: World) {}

  get sim(): Simulator {
    return this.world.sim;
  }

  /** Creates one resource. */
  create(kind: string, program: Properties): Promise<unknown> {
    return new Resource(this.world, kind).up(program);
  }

  /** Creates a resource and begins a new run. */
  async made(kind: string, program: Properties): Promise<Resource> {
    const resource = await newResource(this.world, kind, program);
    await this.nextRun();
    return resource;
  }

  /** Ports that no other case uses. */
  ports(): { listeningPort: number; sendingPort: number } {
    this.#count += 2;
    return { listeningPort: 30_000 + this.#count, sendingPort: 30_001 + this.#count };
  }

  /** Begins a new run, with additional configuration for an appliance or with a completely different configuration. */
  async nextRun(run?: Parameters<World["nextRun"]>[0]): Promise<void> {
    this.isConfigured = run !== undefined;
    await this.world.nextRun(run);
  }

  configured(appliance: "gateway" | "replicator", keys: Properties): Promise<void> {
    return this.nextRun({ config: { [appliance]: keys } });
  }
}

const revokedToken = "revoked-token";
const formerPassword = "former-password";
const kimsPassword = "secret of kim";
/** Secrets that the cases use besides the credentials of the appliances. No message may contain them. */
export const secretsOfCases: readonly string[] = [revokedToken, formerPassword, kimsPassword, passwordInUrl];

/** An answer to `show/config` with a text instead of a list. */
const notesAsText = (answer: unknown): unknown => {
  const lists = answer as Readonly<{ api: object }>;
  return { ...lists, api: { ...lists.api, notate: "none" } };
};

const site = { name: "Paris", rules: [office] };

const inputs: readonly GalleryCase[] = [
  problem("A key that does not exist", "Use the key that the message suggests.", (stage) =>
    stage.create("IpGroup", { name: "Paris", rulse: [] }),
  ),
  problem("A network with host bits", "Write the network, or a rule of type `ip` for the one address.", (stage) =>
    stage.create("IpGroup", { name: "Paris", rules: [{ type: "network", cidr: "10.0.0.1/8" }] }),
  ),
  problem("Several faults at once", "Correct all of them; one preview lists every mistake.", (stage) =>
    stage.create("ReplicatorProfile", {
      name: "..",
      listeningPort: 0,
      sendingPort: 65_536,
      description: "caf\u00e9",
    }),
  ),
  problem("A user group by id and by name", "Remove one of the two.", (stage) =>
    stage.create("Permission", {
      userGroupId: 2,
      userGroupName: "Guests",
      permissionType: "app",
      seccode: "auditing",
    }),
  ),
  problem(
    "A name that is a credential",
    "Do not use a token or password as a value: inputs are stored in the state.",
    (stage) => stage.create("IpGroup", { name: stage.sim.gateway.token }),
  ),
];

const configuration: readonly GalleryCase[] = [
  problem("Nothing is configured", "Run the commands, or set the variables.", ofGroup({ onlyConfig: {} })),
  problem(
    "An unknown key in the configuration",
    "Use the key that the message suggests.",
    ofGroup({ config: { gateway: { tokn: "x" } } }),
  ),
  problem(
    "A URL without TLS",
    "Use https, or set `allowHttp` for a test.",
    ofGroup({ config: { gateway: { allowHttp: false } } }),
  ),
  problem(
    "Another URL than the one in the state",
    "Configure the former URL, or list it in `formerUrls` if the same appliance has moved.",
    async (stage) => {
      const group = await stage.made("IpGroup", site);
      await stage.configured("gateway", { url: "http://moved.example.net" });
      return group.refresh();
    },
  ),
];

const connection: readonly GalleryCase[] = [
  problem("No server listens", "Check URL, port and network. It was tried three times.", async (stage) => {
    await stage.sim.gateway.disconnect();
    const call = stage.create("IpGroup", site);
    await call.catch(() => undefined).finally(() => stage.sim.gateway.reconnect());
    return call;
  }),
  problem("A self-signed certificate", "Set `caCert` or `certFingerprints`.", async (stage) => {
    const secure = await startSimulator();
    const { caCert: _, ...gateway } = configFor(secure)["gateway"] ?? {};
    await stage.nextRun({ onlyConfig: { gateway } });
    return stage.create("IpGroup", site).finally(() => secure.close());
  }),
  problem(
    "No answer in time, to a creation",
    "Check whether it was created; the next `pulumi up` checks this too.",
    async (stage) => {
      await stage.configured("gateway", { timeouts: { headers: 200 } });
      stage.sim.faults.add({ match: "user_api/createUser", kind: "hang" });
      return stage.create("User", { name: "kim", password: kimsPassword });
    },
  ),
];

const credentials: readonly GalleryCase[] = [
  problem(
    "A token that is not accepted",
    "Set a valid token; after a rotation, in the environment or with `--run-program`.",
    ofGroup({ config: { gateway: { token: revokedToken } } }),
  ),
  problem(
    "A password that is not accepted",
    "Set user and password. It was tried once, because appliances lock users out.",
    ofProfile({ config: { replicator: { password: formerPassword } } }),
  ),
  problem("A release without the API", "Use release 18 or 19, or correct the URL.", async (stage) => {
    stage.sim.switches.release = 20;
    await stage.nextRun();
    return stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() });
  }),
  problem(
    "Another client takes the session again and again",
    "Give this stack a separate user.",
    ofProfile(undefined, { match: "/show/config", kind: "expireSessions" }),
  ),
  problem("A token without rights", "Give the token's user the permission in the message.", async (stage) => {
    stage.sim.switches.tokenRights = "none";
    await stage.nextRun();
    return stage.create("IpGroup", site);
  }),
];

const answers: readonly GalleryCase[] = [
  problem("A page instead of the API", "Check the URL, and that no proxy or login page answers.", async (stage) => {
    stage.sim.faults.add({ appliance: "gateway", kind: "html" });
    return stage.create("IpGroup", site);
  }),
  problem("A redirect", "Set the URL to where the API answers.", async (stage) => {
    stage.sim.switches.plainHttp = "redirect";
    return stage.create("IpGroup", site);
  }),
  problem(
    "The other HTTP method",
    "Set `commandMethod`.",
    ofProfile({ config: { replicator: { commandMethod: "POST" } } }),
  ),
  problem(
    "An answer of an unknown form",
    "Report the release of the appliance.",
    ofProfile(undefined, { match: "/show/config", kind: { rewrite: notesAsText } }),
  ),
  problem("A replicator that does not decode paths", "Choose names and notes that need no escapes.", (stage) => {
    stage.sim.switches.pathEscapes = "literal";
    return stage.create("ReplicatorProfile", { name: "new york", ...stage.ports() }).finally(() => {
      stage.sim.switches.pathEscapes = "percent";
    });
  }),
  problem("An appliance that is busy for long", "Run again later.", async (stage) => {
    stage.sim.faults.add({ appliance: "gateway", kind: { busy: { retryAfter: 86_400 } } });
    return stage.create("IpGroup", { ...site, name: "Lyon" });
  }),
  problem("The appliance refuses", "The appliance's own words say why.", (stage) =>
    stage.create("IpGroup", { name: "Lyon", rules: [{ type: "child", groupId: 4711 }] }),
  ),
  problem("A secondary appliance", "Configure the URL of the primary.", async (stage) => {
    await stage.nextRun();
    stage.sim.mutate.setRole("secondary");
    const call = stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() });
    await call.catch(() => undefined);
    stage.sim.mutate.setRole("primary");
    return call;
  }),
  problem("A replicator that keeps something else than was sent", "Declare the value that it keeps.", async (stage) => {
    await stage.nextRun();
    stage.sim.switches.settingStep = 10;
    const call = stage.create("Setting", { name: "flowStopAlert", value: 44 });
    await call.catch(() => undefined);
    stage.sim.switches.settingStep = 0;
    return call;
  }),
];

const objects: readonly GalleryCase[] = [
  problem(
    "The object exists",
    "A resource that got another name or parent in the program needs an alias. Otherwise add the line to take the object " +
      "over, or declare another name.",
    async (stage) => {
      stage.sim.mutate.addIpGroup("Lille");
      await stage.nextRun();
      return stage.create("IpGroup", { ...site, name: "Lille" });
    },
  ),
  problem(
    "The object exists and is another one than declared",
    "`-` is only on the appliance, `+` only in the program. Declare it as it is, or use `adopt`.",
    (stage) => {
      stage.sim.mutate.setRules("Lille", [{ type: "network", address: "172.16.0.0", mask: "12" }]);
      const rules = [{ type: "network", cidr: "10.20.0.0/16" }];
      return stage.create("IpGroup", { name: "Lille", rules, onExisting: "adoptIfEqual" });
    },
  ),
  problem("An object that cannot be read exists", "Add the line to take it over, or declare another name.", (stage) =>
    stage.create("UserGroup", { name: "Guests" }),
  ),
  problem("The opposite policy exists", "Remove that policy, or replace it with the line in the message.", (stage) =>
    stage.create("Policy", { cidr: "192.0.2.0/26", profile: "legacy-netops", kind: "exclude" }),
  ),
  problem("A group that was renamed by hand", "Run `pulumi refresh`, then `pulumi up`.", async (stage) => {
    const group = await stage.made("IpGroup", { ...site, name: "Nice" });
    stage.sim.mutate.renameIpGroup("Nice", "Nice and Cannes");
    return group.destroy();
  }),
  problem("A profile that was removed by hand", "Run `pulumi refresh`, then `pulumi up`.", async (stage) => {
    const program = { name: "removed", ...stage.ports() };
    const profile = await stage.made("ReplicatorProfile", program);
    stage.sim.mutate.removeProfile("removed");
    return profile.up({ ...program, enabled: false });
  }),
  problem("Two profiles that exchange their names", "Use a third name, and run `pulumi up` twice.", async (stage) => {
    const program = { name: "mine", ...stage.ports() };
    const profile = await stage.made("ReplicatorProfile", program);
    return profile.up({ ...program, name: "legacy-netops" });
  }),
];

/** All cases, by the heading of their section. */
export const galleryCases: Readonly<Record<string, readonly GalleryCase[]>> = {
  Inputs: inputs,
  Configuration: [...configuration, ...moreConfiguration],
  Connections: [...connection, ...moreConnections],
  "Credentials and rights": credentials,
  "What appliances answer": [...answers, ...moreOfTheWire, ...moreAnswers],
  Objects: [...objects, ...moreObjects],
};
