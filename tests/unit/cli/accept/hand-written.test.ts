import { makeProgramFolder } from "../../../support/clone";
import { configFor } from "../../../support/configuration";
import { typeMistakes } from "../../../support/type-mistakes";
import { refreshedUp, up, type ProgramFiles } from "./in-process";
import { openBox, type Box } from "./support";

jest.setTimeout(300_000);

const host = (address: string) => ({ type: "ip", address }) as const;
type Mutations = Box["sim"]["mutate"];

interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** Types of the parents of all resources, each with `$` after it. */
  readonly above?: string;
  change(mutate: Mutations): void;
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
      "index.ts": `${head}const offices = { Lille: "10.1.0.1", Paris: "10.2.0.1" };
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
    edits: [["index.ts", '"10.3.0.1"', '"10.3.0.9"']],
    byHand: ['index.ts:4:3: IpGroup "Lille": rules: - ip 10.1.0.1, + ip 10.1.0.9 (the same call creates 2 resources)'],
    open: ["IpGroup lille"],
  },
  {
    title: "helper functions",
    files: {
      "index.ts": `${head}function office(name: string, last: number) {
  return new IpGroup(name, { name, rules: [rule.ip(\`10.1.0.\${String(last)}\`), rule.ip("10.1.1.1")] });
}
const lab = () => new IpGroup("lab", { name: "Lab", rules: [rule.ip("10.2.0.1")] });
office("Lille", 1);
lab();
`,
    },
    change(mutate) {
      mutate.setRules("Lille", [host("10.1.0.7"), host("10.1.1.1")]);
      mutate.renameIpGroup("Lab", "Laboratory");
    },
    edits: [["index.ts", 'name: "Lab"', 'name: "Laboratory"']],
    byHand: [
      'index.ts:3:44: IpGroup "Lille": rules: - ip 10.1.0.1, + ip 10.1.0.7 (rules is not a literal here, but rule.ip(`10.1.0.${String(last)}`))',
    ],
    open: ["IpGroup Lille"],
  },
  {
    title: "components",
    above: "my:index:Site$",
    files: {
      "index.ts": `${head}import { Exporter, type RuleArgs } from "pulumi-flowgate";
import * as pulumi from "@pulumi/pulumi";
class Site extends pulumi.ComponentResource {
  constructor(name: string, exporter: string, rules: RuleArgs[]) {
    super("my:index:Site", name);
    new IpGroup(\`\${name}-lan\`, { name: "LAN", rules: [rule.ip("10.1.0.1"), rule.ip("10.1.0.2")] }, { parent: this });
    new IpGroup(\`\${name}-wan\`, { name: "WAN", rules }, { parent: this });
    new Exporter(\`\${name}-exporter\`, { address: exporter, profiles: ["legacy-netops"], exclusive: true }, { parent: this });
  }
}
new Site("lille", "10.1.0.254", [rule.ip("10.7.0.1")]);
`,
    },
    change(mutate) {
      mutate.setRules("LAN", [host("10.1.0.1")]);
      mutate.setRules("WAN", [host("10.7.0.1"), host("10.7.0.2")]);
      mutate.addProfile("second", 7001, 7002);
      mutate.addExporter("10.1.0.254", "second");
      mutate.removeExporter("10.1.0.254", "legacy-netops");
    },
    edits: [
      ["index.ts", ', rule.ip("10.1.0.2")', ""],
      ["index.ts", '["legacy-netops"]', '["second"]'],
    ],
    byHand: ['index.ts:8:47: IpGroup "WAN": rules: + ip 10.7.0.2 (rules is not a literal here, but rules)'],
    open: ["IpGroup lille-wan"],
  },
  {
    title: "template strings and constants",
    files: {
      "index.ts": `${head}const region = "north";
const net = (third: number) => \`10.4.\${String(third)}.0/24\`;
new IpGroup(\`\${region}-a\`, { name: \`A \${region}\`, rules: [rule.network(net(1)), rule.ip(\`10.5.0.1\`)] });
new IpGroups("all", { groups: { B: { rules: [rule.ip("10.6.0.1")] }, [region]: { rules: [] } } });
`,
    },
    change(mutate) {
      mutate.setRules("A north", [{ type: "network", address: "10.4.1.0", mask: "24" }, host("10.5.0.9")]);
      mutate.setRules("B", [host("10.6.0.1"), host("10.6.0.2")]);
      mutate.setRules("north", [host("10.6.0.3")]);
    },
    edits: [
      ["index.ts", "rule.ip(`10.5.0.1`)", 'rule.ip("10.5.0.9")'],
      ["index.ts", '[rule.ip("10.6.0.1")]', '[rule.ip("10.6.0.1"), rule.ip("10.6.0.2")]'],
    ],
    byHand: ['index.ts:5:21: IpGroup "north": rules: + ip 10.6.0.3 ("north" is not a literal here)'],
    open: ["IpGroups all"],
  },
  {
    title: "a profile that may have another name now",
    files: {
      "index.ts": `import { Collector, IpGroup, Policy, ReplicatorProfile } from "pulumi-flowgate";
new IpGroup("hq", { name: "HQ" });
const netflow = new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });
new Collector("analysis", { address: "10.20.0.10", profiles: [netflow], threshold: 5000 });
new Policy("branches", { profile: netflow, cidr: "10.30.0.0/15", kind: "include" });
`,
    },
    change(mutate) {
      mutate.renameProfile("netflow", "netflow-core");
      mutate.removePolicy("netflow-core", "10.30.0.0", 15);
    },
    edits: [["index.ts", 'new Policy("branches", { profile: netflow, cidr: "10.30.0.0/15", kind: "include" });\n', ""]],
    byHand: [
      'index.ts:3:17: ReplicatorProfile "netflow": declare what the appliance has, or take it out (the appliance may have it under another name)',
      'index.ts:4:1: Collector "10.20.0.10": declare what the appliance has, or take it out (the appliance may have its profile under another name)',
    ],
    open: ["Collector analysis", "ReplicatorProfile netflow"],
  },
  {
    title: "a model with layers",
    above: "flowgate:index:SiteTemplate$",
    files: {
      "index.ts":
        'import { join } from "node:path";\nimport { loadModel, SiteTemplate } from "pulumi-flowgate";\n' +
        'const layers = ["base.yaml", "site.yaml"].map((name) => join(__dirname, name));\n' +
        'new SiteTemplate("site", { model: loadModel(layers) });\n',
      "base.yaml": "ipGroups:\n  Lille: { rules: [10.1.0.1] } # shared\n  Paris: { rules: [10.2.0.1] }\n",
      "site.yaml": "# own\nipGroups:\n  Paris: # replaces the shared rules\n    rules: [10.2.0.2]\n",
    },
    change(mutate) {
      mutate.setRules("Lille", [host("10.1.0.9")]);
      mutate.setRules("Paris", [host("10.2.0.9")]);
    },
    edits: [["site.yaml", "10.2.0.2]\n", "10.2.0.9]\n  Lille:\n    rules:\n      - 10.1.0.9\n"]],
    byHand: [],
    open: [],
  },
];

/** The files after the edits. */
function edited({ files, edits }: Pick<Case, "files" | "edits">): Readonly<Record<string, string>> {
  return edits.reduce<Case["files"]>(
    (texts, [file, text, becomes]) => ({ ...texts, [file]: (texts[file] ?? "").replace(text, becomes) }),
    files,
  );
}

describe.each(cases)("a program with $title", ({ files, above = "", change, edits, byHand, open }) => {
  let box: Box;
  beforeEach(async () => {
    box = await openBox();
  });
  afterEach(() => box.close());

  const program = (): ProgramFiles => {
    const texts = Object.keys(files).map((name) => [name, box.text(name)] as const);
    return { folder: box.folder, files: new Map(texts), config: configFor(box.sim) };
  };

  test("gets each change where it is a literal, and the others are printed with their place", async () => {
    for (const [name, text] of Object.entries(files)) await box.write(name, text);
    await up(box, program(), () => above);
    expect(await refreshedUp(box, program())).toEqual([]);
    change(box.sim.mutate);
    const done = await box.run(["accept", "--yes", "--json"]);
    expect(done.stderr).toBe("");
    const said = JSON.parse(done.stdout) as { byHand: string[] };
    expect([said.byHand, done.code]).toEqual([byHand, byHand.length === 0 ? 0 : 9]);
    for (const [name, text] of Object.entries(edited({ files, edits })))
      expect([name, box.text(name)]).toEqual([name, text]);
    expect(await refreshedUp(box, program())).toEqual(open);
  });
});

test("the types of all programs are right after the changes", async () => {
  const folder = await makeProgramFolder();
  try {
    const files = cases.map((_, index) => `${String(index)}/index.ts`);
    for (const [index, file] of files.entries())
      await folder.write(file, edited(cases[index] as Case)["index.ts"] ?? "");
    expect(typeMistakes(folder.path, files)).toEqual([]);
  } finally {
    await folder.remove();
  }
});
