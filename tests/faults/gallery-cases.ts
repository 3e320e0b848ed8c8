import type { Simulator } from "../../simulator";
import { startSimulator } from "../../simulator";
import { configFor, type World } from "../support/lifecycle";
import { Resource } from "../lifecycle/resource";
import {
  moreAnswers,
  moreConfiguration,
  moreConnections,
  moreObjects,
  moreOfTheWire,
  passwordInUrl,
} from "./gallery-more";
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
    const resource = new Resource(this.world, kind);
    await resource.up(program);
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

/** The parts of an answer to `show/config` that cases change. */
type Lists = Readonly<{ api: object }>;

const office = { type: "network", cidr: "10.1.0.0/16" } as const;
const site = { name: "Paris", rules: [office] };

const inputs: readonly GalleryCase[] = [
  {
    cause: "A key that does not exist",
    next: "Use the key that the message suggests.",
    provoke: (stage) => stage.create("IpGroup", { name: "Paris", rulse: [] }),
  },
  {
    cause: "A network with host bits",
    next: "Write the network, or a rule of type `ip` for the one address.",
    provoke: (stage) => stage.create("IpGroup", { name: "Paris", rules: [{ type: "network", cidr: "10.0.0.1/8" }] }),
  },
  {
    cause: "Several faults at once",
    next: "Correct all of them; one preview lists every mistake.",
    provoke: (stage) =>
      stage.create("ReplicatorProfile", {
        name: "..",
        listeningPort: 0,
        sendingPort: 65_536,
        description: "caf\u00e9",
      }),
  },
  {
    cause: "A user group by id and by name",
    next: "Remove one of the two.",
    provoke: (stage) =>
      stage.create("Permission", {
        userGroupId: 2,
        userGroupName: "Guests",
        permissionType: "app",
        seccode: "auditing",
      }),
  },
  {
    cause: "A name that is a credential",
    next: "Do not use a token or password as a value: inputs are stored in the state.",
    provoke: (stage) => stage.create("IpGroup", { name: stage.sim.gateway.token }),
  },
];

const configuration: readonly GalleryCase[] = [
  {
    cause: "Nothing is configured",
    next: "Run the commands, or set the variables.",
    provoke: async (stage) => {
      await stage.nextRun({ onlyConfig: {} });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "An unknown key in the configuration",
    next: "Use the key that the message suggests.",
    provoke: async (stage) => {
      await stage.configured("gateway", { tokn: "x" });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "A URL without TLS",
    next: "Use https, or set `allowHttp` for a test.",
    provoke: async (stage) => {
      await stage.configured("gateway", { allowHttp: false });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "Another URL than the one in the state",
    next: "Configure the former URL, or list it in `formerUrls` if the same appliance has moved.",
    provoke: async (stage) => {
      const group = await stage.made("IpGroup", site);
      await stage.configured("gateway", { url: "http://moved.example.net" });
      return group.refresh();
    },
  },
];

const connection: readonly GalleryCase[] = [
  {
    cause: "No server listens",
    next: "Check URL, port and network. It was tried three times.",
    provoke: async (stage) => {
      await stage.sim.gateway.disconnect();
      const call = stage.create("IpGroup", site);
      await call.catch(() => undefined).finally(() => stage.sim.gateway.reconnect());
      return call;
    },
  },
  {
    cause: "A self-signed certificate",
    next: "Set `caCert` or `certFingerprints`.",
    provoke: async (stage) => {
      const secure = await startSimulator();
      const { caCert: _, ...gateway } = configFor(secure)["gateway"] ?? {};
      await stage.nextRun({ onlyConfig: { gateway } });
      return stage.create("IpGroup", site).finally(() => secure.close());
    },
  },
  {
    cause: "No answer in time, to a creation",
    next: "Check whether it was created; the next `pulumi up` checks this too.",
    provoke: async (stage) => {
      await stage.configured("gateway", { timeouts: { headers: 200 } });
      stage.sim.faults.add({ match: "user_api/createUser", kind: "hang" });
      return stage.create("User", { name: "kim", password: kimsPassword });
    },
  },
];

const credentials: readonly GalleryCase[] = [
  {
    cause: "A token that is not accepted",
    next: "Set a valid token; after a rotation, in the environment or with `--run-program`.",
    provoke: async (stage) => {
      await stage.configured("gateway", { token: revokedToken });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "A password that is not accepted",
    next: "Set user and password. It was tried once, because appliances lock users out.",
    provoke: async (stage) => {
      await stage.configured("replicator", { password: formerPassword });
      return stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() });
    },
  },
  {
    cause: "A release without the API",
    next: "Use release 18 or 19, or correct the URL.",
    provoke: async (stage) => {
      stage.sim.switches.release = 20;
      await stage.nextRun();
      return stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() });
    },
  },
  {
    cause: "Another client takes the session again and again",
    next: "Give this stack a separate user.",
    provoke: async (stage) => {
      await stage.nextRun();
      stage.sim.faults.add({ match: "/show/config", kind: "expireSessions" });
      return stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() });
    },
  },
  {
    cause: "A token without rights",
    next: "Give the token's user the permission in the message.",
    provoke: async (stage) => {
      stage.sim.switches.tokenRights = "none";
      await stage.nextRun();
      return stage.create("IpGroup", site);
    },
  },
];

const answers: readonly GalleryCase[] = [
  {
    cause: "A page instead of the API",
    next: "Check the URL, and that no proxy or login page answers.",
    provoke: async (stage) => {
      stage.sim.faults.add({ appliance: "gateway", kind: "html" });
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "A redirect",
    next: "Set the URL to where the API answers.",
    provoke: async (stage) => {
      stage.sim.switches.plainHttp = "redirect";
      return stage.create("IpGroup", site);
    },
  },
  {
    cause: "The other HTTP method",
    next: "Set `commandMethod`.",
    provoke: async (stage) => {
      await stage.configured("replicator", { commandMethod: "POST" });
      return stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() });
    },
  },
  {
    cause: "An answer of an unknown form",
    next: "Report the release of the appliance.",
    provoke: async (stage) => {
      await stage.nextRun();
      const notesAsText = (lists: Lists): Lists => ({ ...lists, api: { ...lists.api, notate: "none" } });
      stage.sim.faults.add({ match: "/show/config", kind: { rewrite: (answer) => notesAsText(answer as Lists) } });
      return stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() });
    },
  },
  {
    cause: "A replicator that does not decode paths",
    next: "Choose names and notes that need no escapes.",
    provoke: (stage) => {
      stage.sim.switches.pathEscapes = "literal";
      return stage.create("ReplicatorProfile", { name: "new york", ...stage.ports() }).finally(() => {
        stage.sim.switches.pathEscapes = "percent";
      });
    },
  },
  {
    cause: "An appliance that is busy for long",
    next: "Run again later.",
    provoke: async (stage) => {
      stage.sim.faults.add({ appliance: "gateway", kind: { busy: { retryAfter: 86_400 } } });
      return stage.create("IpGroup", { ...site, name: "Lyon" });
    },
  },
  {
    cause: "The appliance refuses",
    next: "The appliance's own words say why.",
    provoke: (stage) => stage.create("IpGroup", { name: "Lyon", rules: [{ type: "child", groupId: 4711 }] }),
  },
  {
    cause: "A secondary appliance",
    next: "Configure the URL of the primary.",
    provoke: async (stage) => {
      await stage.nextRun();
      stage.sim.mutate.setRole("secondary");
      const call = stage.create("ReplicatorProfile", { name: "netops", ...stage.ports() });
      await call.catch(() => undefined);
      stage.sim.mutate.setRole("primary");
      return call;
    },
  },
  {
    cause: "A replicator that keeps something else than was sent",
    next: "Declare the value that it keeps.",
    provoke: async (stage) => {
      await stage.nextRun();
      stage.sim.switches.settingStep = 10;
      const call = stage.create("Setting", { name: "flowStopAlert", value: 44 });
      await call.catch(() => undefined);
      stage.sim.switches.settingStep = 0;
      return call;
    },
  },
];

const objects: readonly GalleryCase[] = [
  {
    cause: "The object exists",
    next:
      "A resource that got another name or parent in the program needs an alias. Otherwise add the line to take the object " +
      "over, or declare another name.",
    provoke: async (stage) => {
      stage.sim.mutate.addIpGroup("Lille");
      await stage.nextRun();
      return stage.create("IpGroup", { ...site, name: "Lille" });
    },
  },
  {
    cause: "The object exists and is another one than declared",
    next: "`-` is only on the appliance, `+` only in the program. Declare it as it is, or use `adopt`.",
    provoke: (stage) => {
      stage.sim.mutate.setRules("Lille", [{ type: "network", address: "172.16.0.0", mask: "12" }]);
      const rules = [{ type: "network", cidr: "10.20.0.0/16" }];
      return stage.create("IpGroup", { name: "Lille", rules, onExisting: "adoptIfEqual" });
    },
  },
  {
    cause: "An object that cannot be read exists",
    next: "Add the line to take it over, or declare another name.",
    provoke: (stage) => stage.create("UserGroup", { name: "Guests" }),
  },
  {
    cause: "The opposite policy exists",
    next: "Remove that policy, or replace it with the line in the message.",
    provoke: (stage) => stage.create("Policy", { cidr: "192.0.2.0/26", profile: "legacy-netops", kind: "exclude" }),
  },
  {
    cause: "A group that was renamed by hand",
    next: "Run `pulumi refresh`, then `pulumi up`.",
    provoke: async (stage) => {
      const group = await stage.made("IpGroup", { ...site, name: "Nice" });
      stage.sim.mutate.renameIpGroup("Nice", "Nice and Cannes");
      return group.destroy();
    },
  },
  {
    cause: "A profile that was removed by hand",
    next: "Run `pulumi refresh`, then `pulumi up`.",
    provoke: async (stage) => {
      const program = { name: "removed", ...stage.ports() };
      const profile = await stage.made("ReplicatorProfile", program);
      stage.sim.mutate.removeProfile("removed");
      return profile.up({ ...program, enabled: false });
    },
  },
  {
    cause: "Two profiles that exchange their names",
    next: "Use a third name, and run `pulumi up` twice.",
    provoke: async (stage) => {
      const program = { name: "mine", ...stage.ports() };
      const profile = await stage.made("ReplicatorProfile", program);
      return profile.up({ ...program, name: "legacy-netops" });
    },
  },
  {
    cause: "The old name of a profile for a new one, in one run",
    next: "Run `pulumi up` without the new profile first.",
    provoke: async (stage) => {
      const program = { name: "old", ...stage.ports() };
      const profile = await stage.made("ReplicatorProfile", program);
      await profile.up({ ...program, name: "new" });
      return stage.create("ReplicatorProfile", { name: "old", ...stage.ports() });
    },
  },
  {
    cause: "A profile that could not be finished",
    next: "Run `pulumi up` again: it sends what is missing.",
    provoke: async (stage) => {
      stage.sim.faults.add({ match: "profile/disable", kind: { refuse: "Configuration is locked" } });
      return stage.create("ReplicatorProfile", { name: "unfinished", ...stage.ports(), enabled: false });
    },
  },
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
