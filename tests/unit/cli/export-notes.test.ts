import { existsSync } from "node:fs";
import type { Simulator } from "../../../simulator";
import { programIn } from "./existing/site";
import { entryOf, printed, siteForEach } from "./support";
import { has } from "../../support/has";

const site = siteForEach();

const network = { network: "10.0.0.0", prefixLength: 8 };
const netops = "legacy-netops";
const rewritten = (text: string, other: string) => (body: unknown) =>
  JSON.parse(JSON.stringify(body).replaceAll(text, other)) as unknown;

/** What appliances hold, what the export says about it, and what the program then has. */
const cases: readonly [what: string, hold: (sim: Simulator) => void, says: string, program?: RegExp][] = [
  [
    "groups that contain each other",
    ({ mutate }) => {
      const one = mutate.addIpGroup("One", []);
      mutate.setRules("One", [
        { type: "child", child_id: mutate.addIpGroup("Two", [{ type: "child", child_id: one }]) },
      ]);
      mutate.addIpGroup("Above", [{ type: "child", child_id: one }]);
    },
    "Attention: 3 objects are left out",
    /^(?!.*(?:One|Two|Above))/su,
  ],
  [
    "a cycle of groups",
    ({ mutate }) => mutate.setRules("Loopback", [{ type: "child", child_id: 103 }]),
    "It is part of a cycle of groups, or contains groups that are, so no order can declare them.",
  ],
  [
    "a child group that the list lacks",
    ({ mutate }) => mutate.addRules("Loopback", [{ type: "child", child_id: 999 }]),
    "Groups below it (999) are not in the gateway's list.",
    /^(?!.*Loopback)/su,
  ],
  [
    "notes of addresses in no profile",
    ({ mutate }) => ["10.9.9.9", "10.9.9.10"].forEach((address) => mutate.setNote(address, "spare")),
    "Notes of addresses that are in no profile belong to no resource: 10.9.9.9, 10.9.9.10.",
  ],
  [
    "a network that a profile includes and excludes",
    ({ mutate }) => (["include", "exclude"] as const).forEach((kind) => mutate.addPolicy(netops, { ...network, kind })),
    "The profile both includes and excludes this network. Remove one of the two policies.",
    /^(?!.*cidr: "10\.0\.0\.0\/8")/su,
  ],
  [
    "a policy with host bits",
    ({ mutate }) => mutate.addPolicy(netops, { network: "10.0.0.1", prefixLength: 8, kind: "include" }),
    "objects are written to",
    /cidr: "10\.0\.0\.1\/8",[^}]*verbatim: true/u,
  ],
  [
    "a description that no program can declare",
    ({ mutate }) => mutate.setNote("192.0.2.10", "bell\u0007"),
    "No program can declare the description of 192.0.2.10 (it ",
    /^(?!.*bell)/su,
  ],
  [
    "a note that a collector and an exporter share",
    ({ mutate }) => mutate.addExporter("192.0.2.10", netops),
    "objects are written to",
    /^(?!.*Operations collector.*Operations collector).*Operations collector/su,
  ],
  [
    "exporters in an unknown form",
    ({ faults }) => faults.add({ match: /show.(?:exporters|realtime)/u, kind: { refuse: "Unknown entity" } }),
    "The replicator lists no exporters in a form that this package knows: none is exported.",
    /^(?!.*new Exporter)/su,
  ],
  [
    "a list of exporters that is shorter than its total",
    ({ faults }) => {
      const exporters = { total: 9, "10.0.0.9": { in_profiles: [netops] } };
      faults.add({ match: "show/exporters", kind: { rewrite: () => ({ result: "success", exporters }) } });
    },
    "lists 1 of 9, so the others are not exported.",
    /new Exporter/u,
  ],
  [
    "exporters with addresses of IPv6",
    ({ faults }) => {
      const addresses = ["2001:db8::b", "10.0.0.10", "2001:db8::a", "10.0.0.9"];
      const exporters = Object.fromEntries(addresses.map((address) => [address, { in_profiles: [netops] }]));
      faults.add({ match: "show/exporters", kind: { rewrite: () => ({ result: "success", exporters }) } });
    },
    "\nExporter:2001:db8::a\nExporter:2001:db8::b\n",
    /"10\.0\.0\.9".*"10\.0\.0\.10"/su,
  ],
  [
    "settings in an unknown form",
    ({ faults }) => faults.add({ match: "show/settings", kind: { refuse: "Unknown entity" } }),
    "The replicator shows no settings in a form that this package knows: none is exported.",
    /^(?!.*new Setting)/su,
  ],
];

test.each(cases)("export says what it does with %s", async (...[, hold, says, program = /./u]) => {
  hold(site.sim);
  expect(await printed(site.run(["export", "out"]))).toContain(says);
  expect(programIn(site)).toMatch(program);
});

test.each([
  ["gateway", "ipgroups/loadTreeRootFast", ["Loopback", "Localhost"], "created, removed or renamed while"],
  ["replicator", "show/config", ["9996/9996", "9996/9997"], "was changed while it was read. Run the command again"],
] as const)("export writes nothing if the %s changes meanwhile", async (_what, match, [text, other], says) => {
  site.sim.faults.add({ match, skip: 1, kind: { rewrite: rewritten(text, other) } });
  expect(await site.run(["export", "out"])).toMatchObject({ code: 3, stderr: has(says) });
  expect(existsSync(site.path("out"))).toBe(false);
});

interface ImportFile {
  appliances: Record<string, string>;
  resources: { kind: string; id: string; name: string; inputs: Record<string, unknown> }[];
}

type Change = (file: ImportFile) => unknown;

/** What differs from the export at the time of the import, the error, and its exit code. Nothing is imported then. */
const refusals: readonly [what: string, change: Change, says: string, code?: number][] = [
  [
    "is for another site",
    ({ appliances }) => void (appliances["gateway"] = "https://other.example.net/"),
    "The import file is for another site: its gateway is https://other.example.net/, and the configured one is ",
  ],
  [
    "has a group that was renamed",
    () => site.sim.mutate.renameIpGroup("Loopback", "Localhost"),
    'the object with this id is called "Localhost", not "Loopback".',
  ],
  [
    "has a group that was removed",
    () => site.sim.mutate.removeIpGroup("Loopback"),
    "no object of the gateway has this id.",
  ],
  [
    "has a profile that was renamed",
    () => site.sim.mutate.renameProfile(netops, "renamed"),
    "the appliance does not have it where the file says.",
  ],
  [
    "has an object of a kind that cannot be read",
    ({ resources }) => void resources.push({ kind: "User", name: "anna", id: "11", inputs: { name: "anna" } }),
    'User "anna" (id 11): the API has no action that reads a User.',
  ],
  [
    "has wrong inputs",
    ({ resources: [first] }) => void Object.assign(first?.inputs ?? {}, { nme: "x" }),
    'unknown key "nme", did you mean "name"?',
  ],
  [
    "names a resource that the state has with another id",
    () => site.holds([entryOf("IpGroup", "loopback", { id: "55", inputs: { name: "Loopback" } })]),
    'IpGroup "loopback" is in the state already, with the id 55, not 103.',
  ],
  [
    "names an object that the state has under another name",
    () => site.holds([entryOf("IpGroup", "local", { id: "103", inputs: { name: "Loopback" } })]),
    'IpGroup 103 is in the state already, as "local", not "loopback".',
  ],
  ["is not JSON", () => "{", "out/import.json is not an import file: it is not JSON.", 2],
  [
    "has another form",
    (file) => JSON.stringify({ ...file, form: 2 }),
    "out/import.json is not an import file that flowgate export wrote: form ",
    2,
  ],
];

test.each(refusals)("import refuses a file that %s", async (...[, change, says, code = 3]) => {
  await site.run(["export", "out"]);
  const file = JSON.parse(site.text("out/import.json")) as ImportFile;
  const text = change(file);
  site.write("out/import.json", typeof text === "string" ? text : JSON.stringify(file));
  expect(await site.run(["import", "out/import.json"])).toMatchObject({ code, stderr: has(says) });
});

test("export and adopt read a stack that no update has changed yet, whose state an older engine writes as null", async () => {
  site.write("state.json", '{"version":3,"deployment":null}');
  await printed(site.run(["export", "out"]));
  site.previews([]);
  expect((await site.run(["adopt"])).stderr).not.toContain("This is not a state");
});

test("import needs a stack", async () => {
  await site.run(["export", "out"]);
  const stderr = has("An import needs a stack, but ");
  expect(await site.run(["import", "out/import.json", "--no-stack"])).toMatchObject({ code: 3, stderr });
});
