/** Three sites with a gateway and a replicator each. All sites are the same, except for their addresses. */
import * as pulumi from "@pulumi/pulumi";
import { Collector, IpGroup, Permission, Policy, ReplicatorProfile, rule, seccodes, UserGroup } from "pulumi-flowgate";

interface Site {
  /** The addresses of the site. */
  readonly network: string;
  /** The collector that analyses the flow packets of the site. */
  readonly analysis: string;
}

const sites: Readonly<Record<string, Site>> = {
  paris: { network: "10.20.0.0/16", analysis: "10.20.0.10" },
  lyon: { network: "10.30.0.0/16", analysis: "10.30.0.10" },
  oslo: { network: "10.40.0.0/16", analysis: "10.40.0.10" },
};

// Pulumi names must be unique in the program, so they start with the site. The names on the appliances are the same at
// every site.
for (const [site, { network, analysis }] of Object.entries(sites)) {
  const office = new IpGroup(`${site}-office`, { site, name: "Office", rules: [rule.network(network)] });
  new IpGroup(`${site}-company`, { site, name: "Company", rules: [rule.child(office), rule.ip("192.0.2.1")] });

  const operators = new UserGroup(`${site}-operators`, { site, name: "Operators" });
  new Permission(`${site}-operators-run-reports`, {
    site,
    userGroup: operators,
    permissionType: "app",
    seccode: seccodes.app.runReport,
  });

  const netflow = new ReplicatorProfile(`${site}-netflow`, {
    site,
    name: "netflow",
    listeningPort: 2055,
    sendingPort: 2056,
  });
  new Collector(`${site}-analysis`, { site, address: analysis, profiles: [netflow] });
  new Policy(`${site}-own-exporters`, { site, cidr: network, profile: netflow, kind: "include" });
}

/**
 * The site that holds the guests' network. If you change it, the group is deleted at the old site and created at the
 * new one.
 */
const guestSite = new pulumi.Config().get("guestSite") ?? "paris";
const guests = new IpGroup("guests", { site: guestSite, name: "Guests", rules: [rule.network("172.30.0.0/16")] });

export const guestsAreAt = guests.appliance;
