import type { Holdings } from "../support/held";

/** What its Pulumi.yaml lacks if its resources are those of the plugin. */
export const plugins =
  "plugins:\n  providers:\n    - name: flowgate\n      path: node_modules/pulumi-flowgate/plugin\n";

/** What the example declares, in the appliances' terms. `Shared` belongs to another team, except for one rule. */
export const declared: Holdings = {
  ipGroups: {
    "Full: data center": [
      "ip 10.51.0.1",
      "network 10.50.0.0/16",
      "range 10.51.1.10 10.51.1.20",
      "wildcard 10.0.7.0 0.255.0.255",
    ],
    "Full: all": ["all", "child Full: data center"],
    "Full: floors": ["child Full: floor 1", "child Full: floor 2", "ip 10.53.0.1"],
    "Full: floor 1": ["network 10.53.1.0/24"],
    "Full: floor 2": ["network 10.53.2.0/24"],
    Shared: ["ip 10.52.0.1", "ip 198.51.100.7"],
  },
  userGroups: {
    "Full auditors": { members: ["full-alice"], permissions: ["app Vitals", "app myViewTab", "app statusTab"] },
    "Full engineers": {
      members: ["full-alice"],
      permissions: [
        "app IPGroups",
        "app myViewTab",
        "app runReport",
        "app statusTab",
        "device 0A320001",
        "interface 0A320001-7",
      ],
    },
  },
  users: {
    "full-alice": { groups: ["Full auditors", "Full engineers"], preferences: { language: "english", statusTopn: 20 } },
  },
  profiles: {
    "full-routers": {
      facts: "12055 -> 12056",
      description: "Routers of all sites",
      collectors: ["10.50.0.20"],
      policies: ["exclude 10.0.0.0/8", "include 10.50.0.0/16"],
    },
    "full-lab": { facts: "12057 -> 12058, disabled, singular", collectors: ["10.50.0.20"], policies: [] },
  },
  exporters: { "10.50.0.1": ["full-routers"] },
  thresholds: { "10.50.0.20": 2500 },
  notes: { "10.50.0.1": "Core router", "10.50.0.20": "Traffic analysis" },
  settings: { flowStopAlert: { value: "45", enabled: true }, pingCollectors: { value: undefined, enabled: false } },
};
