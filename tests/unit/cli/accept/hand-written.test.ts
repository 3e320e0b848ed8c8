import { configFor } from "../../../support/configuration";
import { refreshedUp, up, type ProgramFiles } from "./in-process";
import type { Run } from "../support";
import { host, openBox, type Box } from "./support";

type Mutations = Box["sim"]["mutate"];

/** A module of the program. */
interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  change(mutate: Mutations, idOf: (group: string) => number): void;
  /** The lines that accept replaces, as a text and what it becomes. */
  readonly edits: readonly (readonly [file: string, text: string, becomes: string])[];
  /** The changes that it prints for a person. */
  readonly byHand: readonly string[];
  /** The resources that an up would change, because a person has not made these changes yet. */
  readonly open: readonly string[];
}

const head = 'import { IpGroup, IpGroups, rule } from "pulumi-flowgate";\n';

const cases: readonly Case[] = [
  {
    title: "a loop",
    files: {
      "loop.ts": `${head}const offices = { Lille: "10.1.0.1", Paris: "10.2.0.1" };
for (const [name, address] of Object.entries(offices)) {
  new IpGroup(name.toLowerCase(), { name, rules: [rule.ip(address)] }); // one for each
}
new IpGroup("hq", { name: "HQ", rules: [rule.ip("10.3.0.1")] });
`,
    },
    change(mutate) {
      mutate.setRules("Lille", [host("10.1.0.9")]);
      mutate.setRules("HQ", [host("10.3.0.9")]);
    },
    edits: [["loop.ts", '"10.3.0.1"', '"10.3.0.9"']],
    byHand: ['loop.ts:4:3: IpGroup "Lille": rules: - ip 10.1.0.1, + ip 10.1.0.9 (the same call creates 2 resources)'],
    open: ["IpGroup lille"],
  },
  {
    title: "helper functions",
    files: {
      "helpers.ts": `${head}function office(name: string, last: number) {
  return new IpGroup(name, { name, rules: [rule.ip(\`10.11.0.\${String(last)}\`), rule.ip("10.11.1.1")] });
}
const lab = () => new IpGroup("lab", { name: "Lab", rules: [rule.ip("10.12.0.1")] });
office("Lyon", 1);
lab();
`,
    },
    change(mutate) {
      mutate.setRules("Lyon", [host("10.11.0.7"), host("10.11.1.1")]);
      mutate.renameIpGroup("Lab", "Laboratory");
    },
    edits: [["helpers.ts", 'name: "Lab"', 'name: "Laboratory"']],
    byHand: [
      'helpers.ts:3:44: IpGroup "Lyon": rules: - ip 10.11.0.1, + ip 10.11.0.7 (rules is not a literal here, but rule.ip(`10.11.0.${String(last)}`))',
    ],
    open: ["IpGroup Lyon"],
  },
  {
    title: "components",
    files: {
      "components.ts": `${head}import { Exporter, type RuleArgs } from "pulumi-flowgate";
import * as pulumi from "@pulumi/pulumi";
class Site extends pulumi.ComponentResource {
  constructor(name: string, exporter: string, rules: RuleArgs[]) {
    super("my:index:Site", name);
    new IpGroup(\`\${name}-lan\`, { name: "LAN", rules: [rule.ip("10.21.0.1"), rule.ip("10.21.0.2")] }, { parent: this });
    new IpGroup(\`\${name}-wan\`, { name: "WAN", rules }, { parent: this });
    new Exporter(\`\${name}-exporter\`, { address: exporter, profiles: ["legacy-netops"], exclusive: true }, { parent: this });
  }
}
new Site("dijon", "10.21.0.254", [rule.ip("10.27.0.1")]);
`,
    },
    change(mutate) {
      mutate.setRules("LAN", [host("10.21.0.1")]);
      mutate.setRules("WAN", [host("10.27.0.1"), host("10.27.0.2")]);
      mutate.addProfile("second", 7001, 7002);
      mutate.addExporter("10.21.0.254", "second");
      mutate.removeExporter("10.21.0.254", "legacy-netops");
    },
    edits: [
      ["components.ts", ', rule.ip("10.21.0.2")', ""],
      ["components.ts", '["legacy-netops"]', '["second"]'],
    ],
    byHand: ['components.ts:8:47: IpGroup "WAN": rules: + ip 10.27.0.2 (rules is not a literal here, but rules)'],
    open: ["IpGroup dijon-wan"],
  },
  {
    title: "template strings and constants",
    files: {
      "constants.ts": `${head}import { Setting } from "pulumi-flowgate";
const region = "north";
const net = (third: number) => \`10.4.\${String(third)}.0/24\`;
new IpGroup(\`\${region}-a\`, { name: \`A \${region}\`, rules: [rule.network(net(1)), rule.ip(\`10.5.0.1\`)] });
new IpGroups("all", { groups: { B: { rules: [rule.ip("10.6.0.1")] }, [region]: { rules: [] } } });
new Setting("stop", { name: "flowStopAlert", value: 45 });
new Setting("cpu", { name: "highCPUThreshold", value: "045" });
`,
    },
    change(mutate) {
      mutate.setRules("A north", [{ type: "network", address: "10.4.1.0", mask: "24" }, host("10.5.0.9")]);
      mutate.setRules("B", [host("10.6.0.1"), host("10.6.0.2")]);
      mutate.renameIpGroup("B", "Branch");
      mutate.setRules("north", [host("10.6.0.3")]);
      for (const name of ["flowStopAlert", "highCPUThreshold"]) mutate.setSetting(name, { value: "95" });
    },
    edits: [
      ["constants.ts", "rule.ip(`10.5.0.1`)", 'rule.ip("10.5.0.9")'],
      ["constants.ts", "value: 45", "value: 95"],
      ["constants.ts", 'value: "045"', 'value: "95"'],
      [
        "constants.ts",
        'B: { rules: [rule.ip("10.6.0.1")]',
        'Branch: { rules: [rule.ip("10.6.0.1"), rule.ip("10.6.0.2")], formerNames: ["B"]',
      ],
    ],
    byHand: ['constants.ts:6:21: IpGroup "north": rules: + ip 10.6.0.3 ("north" is not a literal here)'],
    open: ["IpGroups all"],
  },
  {
    title: "a profile that may have another name now",
    files: {
      "profiles.ts": `import { Collector, Policy, ReplicatorProfile } from "pulumi-flowgate";
const netflow = new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });
new Collector("analysis", { address: "10.20.0.10", profiles: [netflow], threshold: 5000 });
new Policy("branches", { profile: netflow, cidr: "10.30.0.0/15", kind: "include" });
`,
    },
    change(mutate) {
      mutate.renameProfile("netflow", "netflow-core");
      mutate.removePolicy("netflow-core", "10.30.0.0", 15);
    },
    edits: [
      ["profiles.ts", 'new Policy("branches", { profile: netflow, cidr: "10.30.0.0/15", kind: "include" });\n', ""],
    ],
    byHand: [
      'profiles.ts:2:17: ReplicatorProfile "netflow": declare what the appliance has, or take it out (it may be "netflow-core" now)',
      'profiles.ts:3:1: Collector "10.20.0.10": declare what the appliance has, or take it out (the appliance may have its profile under another name)',
    ],
    open: ["Collector analysis", "ReplicatorProfile netflow"],
  },
  {
    title: "lists with comments, children and spreads",
    files: {
      "lists.ts": `${head}const [region, common] = ["sud", [rule.ip("10.42.0.1")]];
const web = new IpGroup("web", {
  name: 'Web',
  rules: [
    rule.ip("10.41.0.1"), // first
    rule.ip('10.41.0.2'), // second
  ],
});
new IpGroup("all", { name: "All", rules: [rule.child(web), { type: "network", cidr: "10.41.0.0/16" }] });
new IpGroup(\`lan-\${region}\`, { name: \`Site \${region}\`, rules: [rule.network(\`10.43.0.0/16\`)] });
new IpGroup("spread", { name: "Spread", rules: [...common, rule.ip("10.42.0.2")] });
`,
    },
    change(mutate, idOf) {
      mutate.setRules("Web", [host("10.41.0.2"), host("10.41.0.3")]);
      mutate.addRules("All", [{ type: "child", child_id: idOf("Lyon") }]);
      mutate.renameIpGroup("Site sud", "Site south");
      mutate.setRules("Spread", [host("10.42.0.7"), host("10.42.0.2")]);
    },
    edits: [
      ["lists.ts", 'rule.ip("10.41.0.1"), // first', 'rule.ip("10.41.0.3"), // first'],
      ["lists.ts", 'cidr: "10.41.0.0/16" }]', 'cidr: "10.41.0.0/16" }, rule.child(<id of Lyon>)]'],
    ],
    byHand: [
      'lists.ts:11:38: IpGroup "Site sud": name: "Site sud" -> "Site south" (name is not a literal here, but `Site ${region}`)',
      'lists.ts:12:48: IpGroup "Spread": rules: - ip 10.42.0.1, + ip 10.42.0.7 (rules is not a literal here, but [...common, rule.ip("10.42.0.2")])',
    ],
    open: ["IpGroup lan-sud", "IpGroup spread"],
  },
  {
    title: "a model with layers",
    files: {
      "model.ts":
        'import { join } from "node:path";\nimport { loadModel, SiteTemplate } from "pulumi-flowgate";\n' +
        'const layers = ["base.yaml", "site.yaml"].map((name) => join(__dirname, name));\n' +
        'new SiteTemplate("site", { model: loadModel(layers) });\n',
      "base.yaml": "ipGroups:\n  Brest: { rules: [10.31.0.1] } # shared\n  Nantes: { rules: [10.32.0.1] }\n",
      "site.yaml": "# own\nipGroups:\n  Nantes: # replaces the shared rules\n    rules: [10.32.0.2]\n",
    },
    change(mutate) {
      mutate.setRules("Brest", [host("10.31.0.9")]);
      mutate.setRules("Nantes", [host("10.32.0.9")]);
    },
    edits: [["site.yaml", "10.32.0.2]\n", "10.32.0.9]\n  Brest:\n    rules:\n      - 10.31.0.9\n"]],
    byHand: [],
    open: [],
  },
];

/** Each case is a module of one program, so that accept runs one for all of them. */
const modules = cases.flatMap((one) => Object.keys(one.files).filter((name) => name.endsWith(".ts")));
const files = cases.reduce<Case["files"]>((all, one) => ({ ...all, ...one.files }), {
  "index.ts": modules.map((name) => `import "./${name.replace(".ts", "")}";\n`).join(""),
});
const parents: Readonly<Record<string, string>> = { dijon: "my:index:Site$", site: "flowgate:index:SiteTemplate$" };

let box: Box;
beforeAll(async () => {
  box = await openBox();
});
afterAll(() => box.close());

const program = (): ProgramFiles => {
  const texts = Object.keys(files).map((name) => [name, box.text(name)] as const);
  return { folder: box.folder, files: new Map(texts), config: configFor(box.sim) };
};

const idOf = (group: string): number => box.sim.gateway.store.ipGroupsNamed(group)[0]?.id ?? 0;

describe("a program with loops, functions, components, constants, lists and models", () => {
  let done: Run;

  beforeAll(async () => {
    for (const [name, text] of Object.entries(files)) await box.write(name, text);
    await up(box, program(), ({ name }) => parents[/^\w+/u.exec(name)?.[0] ?? ""] ?? "");
    expect(await refreshedUp(box, program())).toEqual([]);
    for (const { change } of cases) change(box.sim.mutate, idOf);
    done = await box.run(["accept", "--yes"]);
  });

  test.each(cases)("gets each change of $title where it is a literal", ({ files: before, edits }) => {
    const after = edits.reduce<Case["files"]>((texts, [file, text, becomes]) => {
      const edited = becomes.replace("<id of Lyon>", String(idOf("Lyon")));
      return { ...texts, [file]: (texts[file] ?? "").replace(text, edited) };
    }, before);
    for (const [name, text] of Object.entries(after)) expect([name, box.text(name)]).toEqual([name, text]);
  });

  test("has the other changes printed with their places, and an up would send only these", async () => {
    const [taken = "", byHand = ""] = done.stdout.split("Change by hand:\n");
    expect([done.code, done.stderr, taken]).toEqual([9, "", expect.stringContaining('  IpGroup "Brest"\n') as string]);
    expect(taken).toMatch(/\n13 objects are taken into (?:\w+\.(?:ts|yaml)(?:, )?){7}\.\n$/u);
    const [next, ...lines] = byHand.trimEnd().split("\n").reverse();
    expect(next).toBe("Next: pulumi up --refresh, which sends nothing to the appliances.");
    expect(lines.sort()).toEqual(cases.flatMap((one) => one.byHand.map((text) => `  ${text}`)).sort());
    expect(await refreshedUp(box, program())).toEqual(cases.flatMap(({ open }) => open).sort());
  });
});
