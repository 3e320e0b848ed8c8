import { parseCommand, type ReplicatorClient } from "../../../provider/client";

type Send = (replicator: ReplicatorClient, values: readonly string[]) => Promise<unknown>;

/** One path of the replicator. */
export interface Path {
  /** Its segments; those in brackets are parameters. */
  readonly segments: readonly string[];
  readonly send: Send;
  /** What is lost, for a path that reaches further than one profile. */
  readonly destroys?: (value: string) => string;
}

/** The commands that change the configuration. `execute` sends them all. */
const commands = [
  "collector/add/[ip]/[profile]",
  "collector/remove/[ip]/[profile]",
  "collector/threshold/[collector]/[threshold]",
  "exporter/add/[ip]/[profile]",
  "exporter/remove/[ip]/[profile]",
  "notate/ip/[identity]/[description]",
  "notate/profile/[identity]/[description]",
  "policies/add/[network]/[cidr]/[profile]/[incexc]",
  "policies/remove/[network]/[cidr]/[profile]/[incexc]",
  "profile/add/[name]/[listeningport]/[sendingport]",
  "profile/disable/[name]",
  "profile/enable/[name]",
  "profile/remove/[name]",
  "profile/rename/[current]/[new]",
  "profile/singularity/[name]/[action]",
  "profile/update/[name]/[listeningport]/[sendingport]",
  "setting/disable/[name]",
  "setting/enable/[name]",
  "setting/set/[name]/[value]",
];

const everywhere = (what: string) => (address: string) => `This removes the ${what} ${address} from every profile.`;

/** All other paths. */
const others: Readonly<Record<string, Send>> = {
  login: (client) => client.login(),
  logout: (client) => client.logout(),
  "acknowledge/[entity]/[ip]/[port]": (client, [entity, ip = "", port]) =>
    client.acknowledge(entity === "exporter" ? "exporter" : "collector", ip, Number(port)),
  "collector/allremove/[ip]": ({ collector }, [ip = ""]) => collector.allremove(ip),
  "dnscheck/[ip]": (client, [ip = ""]) => client.dnscheck(ip),
  "exporter/allremove/[ip]": ({ exporter }, [ip = ""]) => exporter.allremove(ip),
  "exporter/noprofile/[filter]": ({ exporter }, [filter]) => exporter.noprofile(filter),
  "license/check": (client) => client.licenseCheck(),
  rebuild: (client) => client.rebuild(),
  "role/test/secondary": (client) => client.roleTestSecondary(),
  "show/alarms/[filter]": ({ show }, [filter]) => show.alarms(filter),
  "show/assets/[filter]": ({ show }, [filter]) => show.assets(filter),
  "show/collector/[ip]": ({ show }, [ip = ""]) => show.collector(ip),
  "show/collectors/[filter]": ({ show }, [filter]) => show.collectors(filter),
  "show/config/[filter]": ({ show }, [filter]) => show.config(unfiltered(filter)),
  "show/exporters/[filter]": ({ show }, [filter]) => show.exporters(filter),
  "show/profile/[filter]": ({ show }, [filter]) => show.profile(filter),
  "show/realtime/[filter]": ({ show }) => show.realtime(),
  "show/settings/[filter]": ({ show }, [filter]) => show.settings(filter),
  "show/status/[filter]": ({ show }, [filter]) => show.status(unfiltered(filter)),
  version: (client) => client.version(),
};

/** The document's word for "no filter". */
export const NO_FILTER = "0";

function unfiltered(filter: string | undefined): string | undefined {
  return filter === NO_FILTER ? undefined : filter;
}

/** Sends a command, given the constant and the variable segments of its path. */
function execute(template: string): Send {
  return (client, values) => {
    const left = [...values];
    const path = template.replace(/\[\w+\]/gu, () => encodeURIComponent(left.shift() ?? ""));
    const command = parseCommand(`/api/1/${path}`);
    if (command === undefined) throw new RangeError(`${path} has a value that ${template} does not take`);
    return client.execute(command);
  };
}

/** Every path of the replicator below `/api/1/`, by its template. Replication service, "Endpoints". */
export const paths: ReadonlyMap<string, Path> = new Map(
  [...commands.map((template) => [template, execute(template)] as const), ...Object.entries(others)].map(
    ([template, send]) => {
      const [what = "", action] = template.split("/");
      const destroys = action === "allremove" ? { destroys: everywhere(what) } : {};
      return [template, { segments: template.split("/"), send, ...destroys }];
    },
  ),
);
