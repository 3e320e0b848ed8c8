import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../../../cli/files";
import { cleanEnvironment, launch, root, type Running } from "../../support/clone";
import { passGate } from "../../property/site-gate";
import { filesIn, programIn } from "./existing/site";
import { printed, siteForEach } from "./support";

const site = siteForEach();

const script = join(root, "dist/cli/main.js");

/** Runs a line of shell and then the compiled command, as a separate process in the site's folder. */
function started(before: string, ...args: readonly string[]): Running {
  const words = ["-c", `${before}\nexec "$0" "$@"`, process.execPath, script, ...args];
  return launch("sh", words, site.options.cwd, cleanEnvironment(site.options.env));
}

function addGroups(count: number): void {
  for (let index = 0; index < count; index += 1) {
    site.sim.gateway.store.addIpGroup(`Group ${index}`, [{ type: "network", address: `10.0.${index}.0`, mask: "24" }]);
  }
}

/** Limits files to 2 kB. For a program this looks like a full disk. */
const FULL_DISK = "ulimit -f 4";

const names = (): string[] => readdirSync(site.options.cwd).sort();

test("an export that cannot write a file completely leaves no new folder or other file behind, and the error names the reason", async () => {
  addGroups(40);
  const before = names();
  const { code, stderr } = await started(FULL_DISK, "export", "out").ended;
  expect([code, stderr]).toEqual([2, expect.stringMatching(/Nothing is exported: .*out cannot be written \(EFBIG\)/u)]);
  expect(names()).toEqual(before);
});

test("a state that cannot be written as a whole stays as it was", async () => {
  const rules = Array.from({ length: 100 }, (_, index) => ({ type: "ip", address: `10.0.0.${String(index)}` }));
  const type = "pulumi-nodejs:dynamic/flowgate:IpGroup";
  const [inputs, outputs] = [
    { name: "Paris", rules },
    { name: "Paris", rules, groupId: 104 },
  ];
  const resources = [{ urn: `urn:pulumi:dev::site::${type}::paris`, type, id: "104", inputs, outputs }];
  site.holds(resources);
  const before = [names(), site.text("state.json")];
  const { code, stderr } = await started(FULL_DISK, "state", "to-bulk", "state.json").ended;
  expect([code, stderr]).toEqual([2, "error: state.json cannot be written (EFBIG).\n"]);
  expect([names(), site.text("state.json")]).toEqual(before);
});

test("folders that are written at the same time share a new folder above them", async () => {
  const names = ["one", "two"].map((name) => site.path(`new/${name}`));
  const written = names.map((name) => writeFiles(name, [{ path: "file", text: name }], (reason) => reason));
  await Promise.all(written);
  expect(names.map((name) => readFileSync(join(name, "file"), "utf8"))).toEqual(names);
});

test("an export into its folder keeps modes, and writes through links", async () => {
  const [index, elsewhere] = [site.path("out/index.ts"), site.path("elsewhere.ts")];
  await printed(site.run(["export", "out"]));
  const text = programIn(site);
  writeFileSync(elsewhere, "", { mode: 0o600 });
  rmSync(index);
  symlinkSync(elsewhere, index);
  await printed(site.run(["export", "out", "--force"]));
  expect(lstatSync(index).isSymbolicLink()).toBe(true);
  expect([readFileSync(elsewhere, "utf8"), statSync(elsewhere).mode & 0o777]).toEqual([text, 0o600]);
});

describe("an export that is killed between writing and renaming", () => {
  /** Kills the process when it is about to rename a file for the given time, counted from 1. */
  function killedAt(time: number): string {
    site.write(
      "kill.cjs",
      `const fs = require("node:fs");
       let count = 0;
       for (const place of [fs, fs.promises]) {
         const rename = place.rename;
         place.rename = (...args) => {
           if ((count += 1) === ${String(time)}) process.kill(process.pid, "SIGKILL");
           return rename.apply(place, args);
         };
       }`,
    );
    return `export NODE_OPTIONS="--require ${site.path("kill.cjs")}"`;
  }

  test("leaves no new folder, and the next run writes it", async () => {
    const { code } = await started(killedAt(1), "export", "out").ended;
    expect([code, existsSync(site.path("out"))]).toEqual([null, false]);
    await printed(site.run(["export", "out"]));
    await printed(site.run(["export", "fresh"]));
    expect(filesIn(site, "out")).toEqual(filesIn(site, "fresh"));
  });

  test("leaves each file complete, either the former or the new one, and the next run completes the export", async () => {
    await printed(site.run(["export", "out"]));
    const former = filesIn(site, "out");
    addGroups(20);
    await printed(site.run(["export", "fresh"]));
    const fresh = filesIn(site, "fresh");
    const { code } = await started(killedAt(2), "export", "out", "--force").ended;
    expect(code).toBeNull();
    const left = filesIn(site, "out");
    const renamed = Object.keys(former).filter((name) => left[name] !== former[name]);
    for (const name of renamed) expect(left[name]).toBe(fresh[name]);
    expect(renamed).toHaveLength(1);
    await printed(site.run(["export", "out", "--force"]));
    expect(filesIn(site, "out")).toMatchObject(fresh);
  });
});

describe("an export of more than 50 objects", () => {
  test("writes one file per kind that imports from the other files, and an index that imports all of them", async () => {
    addGroups(60);
    const { store } = site.sim.replicator;
    store.changeByHand(() => store.profiles.get("legacy-netops")?.collectors.add("192.0.2.11"));
    await site.run(["export", "out"]);
    const files = filesIn(site, "out");
    const parts = ["ip-groups", "profiles", "policies", "collectors", "exporters", "settings"];
    const written = ["index", ...parts].map((name) => `${name}.ts`).sort();
    expect(Object.keys(files).filter((name) => name.endsWith(".ts"))).toEqual(written);
    expect(files["index.ts"]?.match(/^import .*$/gmu)).toEqual(parts.map((name) => `import "./${name}";`));
    expect(files["ip-groups.ts"]?.match(/new IpGroup\(/gu)).toHaveLength(63);
    expect(files["collectors.ts"]).toContain('import { legacyNetops } from "./profiles";');
    expect(files["collectors.ts"]).toContain("profiles: [legacyNetops]");
  });

  test("is imported without a difference, and creates the same objects on empty appliances", async () => {
    const groups = Array.from({ length: 46 }, (_, index) => ({
      name: `Group ${index}`,
      rules: [{ type: "ip" as const, address: `10.0.0.${index}` }],
      below: index % 7 === 3 ? [0, 1] : [],
    }));
    const profile = { enabled: true, singularity: false, description: undefined, policies: [] };
    const profiles = [{ ...profile, name: "flows", ports: [2055, 9000] as const, collectors: [1, 2], exporters: [3] }];
    const made = { isOdd: false, groups, profiles, thresholds: [], notes: [], settings: [] };
    const { exported, isRebuilt } = await passGate(made, "ts");
    expect([exported, isRebuilt]).toEqual([51, true]);
  });
});

test("export --all also exports objects in the ignore file, and settings with their default values", async () => {
  site.write(".flowgateignore", "IpGroup:Multicast\n");
  const sourceOf = async (folder: string, ...args: readonly string[]): Promise<string> => {
    await printed(site.run(["export", folder, ...args]));
    return programIn(site, folder);
  };
  const usual = await sourceOf("usual");
  expect(usual).not.toContain("Multicast");
  expect(usual).not.toContain("flowStopAlert");
  const all = await sourceOf("all", "--all");
  expect(all).toContain('new IpGroup("multicast"');
  expect(all).toContain('name: "flowStopAlert",\n  value: 70');
  expect(existsSync(site.path("all/import.json"))).toBe(true);
});
