import { Collector, IpGroup, Policy, ReplicatorProfile, rule, Setting } from "pulumi-flowgate";

// Who the addresses belong to. A child must exist before its parent, so it comes first.
const servers = new IpGroup("servers", {
  name: "Servers",
  rules: [rule.ip("10.20.0.10"), rule.range("10.20.0.100", "10.20.0.199")],
});
const offices = new IpGroup("offices", {
  name: "Offices",
  rules: [rule.child(servers), rule.network("10.20.0.0/16")],
});

// Where flow packets come in, who gets them, and from which exporters they are taken.
const netflow = new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });
new Collector("analysis", { address: "10.20.0.10", profiles: [netflow], threshold: 5000 });
new Policy("branches", { profile: netflow, cidr: "10.30.0.0/15", kind: "include" });

// Minutes without flows after which the replicator raises an alarm.
new Setting("flow-stop-alert", { name: "flowStopAlert", value: 45 });

export const officesId = offices.groupId;
