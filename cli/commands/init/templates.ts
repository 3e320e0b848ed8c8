import type { NewFile } from "../../files";

/** The templates of `init`: a program, or site models with the program that declares them. */
export const templates = ["typescript", "javascript", "model"] as const;

export type Template = (typeof templates)[number];

const resources = `// Who the addresses belong to. A child must exist before its parent, so it comes first.
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
`;

const imports = `import { Collector, IpGroup, Policy, ReplicatorProfile, rule, Setting } from "pulumi-flowgate";
`;

const program = `${imports}
${resources}
export const officesId = offices.groupId;
`;

const modelProgram = `import { readdirSync } from "node:fs";
import { loadModel, SiteTemplate } from "pulumi-flowgate";

// Each site is a file of its own on top of what holds everywhere. With one site, its appliances are those at the top
// level of the configuration; with several, give each template its \`site\`.
const sites = readdirSync("sites").map((file) => file.replace(/\\.yaml$/, ""));
const templates = sites.map((site) => {
  return new SiteTemplate(site, { model: loadModel(["global.yaml", \`sites/\${site}.yaml\`]) });
});

export const ipGroups = templates.map((template) => template.ipGroupIds);
`;

const schema = "node_modules/pulumi-flowgate/lib/model/site-model.schema.json";

const globalLayer = `# yaml-language-server: $schema=${schema}
# What every site has. Sites fill in their own addresses.
ipGroups:
  - name: Offices
    children:
      - name: Servers
profiles:
  - name: netflow
    listeningPort: 2055
    sendingPort: 2056
settings:
  - name: flowStopAlert
    value: 45
`;

const siteLayer = `# yaml-language-server: $schema=../${schema}
ipGroups:
  - name: Offices
    rules: [10.20.0.0/16]
    children:
      - name: Servers
        rules: [10.20.0.10, 10.20.0.100-10.20.0.199]
profiles:
  - name: netflow
    policies:
      - { cidr: 10.30.0.0/15, kind: include }
collectors:
  - address: 10.20.0.10
    profiles: [netflow]
    threshold: 5000
`;

const manifest = `# Which layers make which site, the most general first: flowgate model check --sites sites.yaml
sites:
  paris: [global.yaml, sites/paris.yaml]
`;

/** The files of each template, besides those of every project. */
export const programFiles: Readonly<Record<Template, readonly NewFile[]>> = {
  typescript: [{ path: "index.ts", text: program }],
  javascript: [{ path: "index.js", text: program }],
  model: [
    { path: "index.ts", text: modelProgram },
    { path: "global.yaml", text: globalLayer },
    { path: "sites/paris.yaml", text: siteLayer },
    { path: "sites.yaml", text: manifest },
  ],
};

/** The two hosts of the resources. The first is the default. */
export const hosts = ["dynamic", "plugin"] as const;

export type Host = (typeof hosts)[number];

/** What decides between the hosts: the question of `init`, README.md and docs/guides/plugin.md show the same lines. */
export const comparison: readonly Readonly<Record<"about" | Host, string>>[] = [
  { about: "to install", dynamic: "nothing", plugin: "one command" },
  { about: "programs in", dynamic: "TypeScript, JavaScript", plugin: "these, and Python, Go, YAML" },
  { about: "diff of one rule", dynamic: "all rules, before and after", plugin: "the one rule" },
  { about: "existing objects", dynamic: "onExisting, flowgate import", plugin: "these, and pulumi import" },
];
