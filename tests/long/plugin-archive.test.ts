import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { readdir, readFile, rename } from "node:fs/promises";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../support/clone";
import { temporaryFolder } from "../support/temporary-folder";
import { declare, oneStage, openStage, stateOf } from "../engine/support";

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const program = declare(
  'const group = new IpGroup("offices", { rules: [rule.ip("10.0.0.1")] });',
  "exports.count = group.ruleCount;",
);

describe("the archive of the plugin", () => {
  const folder = temporaryFolder();
  const stage = oneStage();
  const base = `pulumi-resource-flowgate-v${version}`;
  const ofGo = new Map([
    ["win32", "windows"],
    ["x64", "amd64"],
  ]);
  const [system, architecture] = [platform(), arch()].map((one) => ofGo.get(one) ?? one);
  const name = `${base}-${String(system)}-${String(architecture)}.tar.gz`;

  beforeAll(async () => {
    await run(process.execPath, [join(root, "tools/plugin/archive.mjs"), folder]);
    await stage.engine.program(program);
    await stage.engine.config({ plugin: true });
  });

  const installed = async (): Promise<string[]> => {
    const { stdout } = await stage.engine.pulumi(["plugin", "ls", "--json"]);
    return (JSON.parse(stdout) as { name: string; version: string }[]).map((one) => `${one.name} ${one.version}`);
  };
  /** Creates and refreshes with the plugin that the engine finds. Destroys without the folder of the packages. */
  const live = async (): Promise<void> => {
    const { engine, sim } = stage;
    await engine.up();
    expect((await engine.outputs())["count"]).toBe(1);
    expect(sim.gateway.store.ipGroupsNamed("offices")).toHaveLength(1);
    expect(await stateOf(engine)).toMatchObject([{ type: "flowgate:index:IpGroup" }]);
    await engine.refresh();
    expect((await engine.up()).changes).toEqual({ same: 2 });
    const modules = join(engine.folder, "node_modules");
    await rename(modules, `${modules}-away`);
    await engine.destroy();
    await rename(`${modules}-away`, modules);
    expect(sim.gateway.store.ipGroupsNamed("offices")).toHaveLength(0);
  };

  test("has a checksum, and a bill of materials with the packages in it and no others", async () => {
    const bytes = await readFile(join(folder, name));
    const sums = await readFile(join(folder, `${base}-checksums.txt`), "utf8");
    expect(sums).toContain(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
    const bill = JSON.parse(await readFile(join(folder, `${base}.cdx.json`), "utf8")) as {
      components: { name: string; purl: string }[];
    };
    const parts = bill.components.map((one) => one.name);
    expect(parts).toEqual(
      expect.arrayContaining(["@grpc/grpc-js", "@pulumi/pulumi", "google-protobuf", "undici", "zod"]),
    );
    for (const other of ["commander", "esbuild", "jest", "typescript"]) expect(parts).not.toContain(other);
    const notices = await readFile(join(folder, "content/NOTICES"), "utf8");
    for (const part of parts) expect(notices).toContain(`\n${part} `);
  });

  test("contains the plugin, the schema and the licenses", async () => {
    expect((await readdir(join(folder, "content"))).sort()).toEqual([
      "LICENSE",
      "NOTICES",
      "main.js",
      "pulumi-resource-flowgate",
      "pulumi-resource-flowgate.cmd",
      "schema.json",
      "undici.js",
    ]);
  });

  test("must be installed: without it, the engine's error names the missing plugin", async () => {
    const { output } = await stage.engine.up({ fails: true });
    expect(output).toContain("flowgate");
    expect(output).toMatch(/no resource plugin|could not be found|not found|not installed/u);
  });

  test("can be installed from a file, and then creates a stack, refreshes it, and destroys it without node_modules", async () => {
    await stage.engine.pulumi(["plugin", "install", "resource", "flowgate", version, "--file", join(folder, name)]);
    expect(await installed()).toContain(`flowgate ${version}`);
    await live();
  });

  test("can be installed from a server, and then creates a stack, refreshes it, and destroys it without node_modules", async () => {
    await stage.engine.pulumi(["plugin", "rm", "resource", "flowgate", "--yes"]);
    expect(await installed()).toEqual([]);
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const path = request.url ?? "";
      asked.push(path);
      if (path !== `/${name}`) response.writeHead(404).end();
      else void readFile(join(folder, name)).then((bytes) => response.end(bytes));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      await stage.engine.pulumi(["plugin", "install", "resource", "flowgate", version, "--server", url]);
    } finally {
      server.close();
    }
    expect(asked).toContain(`/${name}`);
    await live();
  });

  test("is not the plugin of a project that names a path: such a stack needs node_modules to be destroyed", async () => {
    const path = await openStage({ plugin: true });
    try {
      const { engine, sim } = path;
      await engine.program(program);
      await engine.up();
      const modules = join(engine.folder, "node_modules");
      await rename(modules, `${modules}-away`);
      const { output } = await engine.destroy({ fails: true });
      expect(output).toContain("no folder at path");
      await rename(`${modules}-away`, modules);
      await engine.destroy();
      expect(sim.gateway.store.ipGroupsNamed("offices")).toHaveLength(0);
    } finally {
      await path.close();
    }
  });
});
