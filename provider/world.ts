import type { Appliances } from "./appliance/appliances";
import { identityOf } from "./appliance/identity";
import type { Configuration } from "./config/configuration";
import type { World } from "./lifecycle";
import { onlyPreviewed } from "./recorded/site-snapshot";
import { Refusal } from "./refusal";

/** What the lifecycle needs, of a configuration and the appliances of the process. */
export function worldOf(configuration: Configuration, appliances: Appliances, note: World["note"]): World {
  return {
    configurationProblems: (site, kind) => configuration.problems(site, kind),
    identity: (kind, site) => {
      const urls = configuration.urls(kind, site);
      return urls === undefined ? undefined : identityOf(urls);
    },
    appliance: (kind, site) => {
      const { snapshotSource } = configuration;
      if (snapshotSource !== undefined) throw new Refusal(onlyPreviewed(snapshotSource.name));
      return appliances.get(kind, configuration, site);
    },
    recorded: (kind, site) =>
      configuration.snapshot === undefined ? undefined : appliances.get(kind, configuration, site),
    ledger: (kind, site) => appliances.ledger(kind, configuration, site),
    note,
  };
}
