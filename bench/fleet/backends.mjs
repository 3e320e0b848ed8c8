// Measures how long the engine alone takes to create and destroy resources that do nothing, for some state backends
// (docs/internals/performance.md). `npm run bench -- --smoke` compiles the programs of the bench that it runs.
//   node bench/fleet/backends.mjs --resources 400,1000 --states "plain;gzip;postgres"
// An object store needs its URL, and the credentials in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY):
//   ... --states "s3;s3, gzip" --s3 "s3://states?endpoint=http://127.0.0.1:9000&region=us-east-1&s3ForcePathStyle=true"
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { engineEnvironment } from "../../tools/lib/engine-environment.mjs";
import { runMain, SetupError } from "../../tools/lib/errors.mjs";
import { root } from "../../tools/lib/paths.mjs";
import { requireEngine } from "../../tools/prepare.mjs";
import { startDatabase } from "./database.mjs";
import { manifest, project } from "./program.mjs";
import { usageOfChildren } from "./usage.mjs";

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const states = {
  plain: {},
  "no backups": { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true" },
  gzip: { PULUMI_DIY_BACKEND_GZIP: "true" },
  "no checkpoints": { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" },
  postgres: {},
  "postgres, gzip": { PULUMI_DIY_BACKEND_GZIP: "true" },
  s3: {},
  "s3, gzip": { PULUMI_DIY_BACKEND_GZIP: "true" },
};

const { values } = parseArgs({
  options: {
    resources: { type: "string", default: "400" },
    states: {
      type: "string",
      default: Object.keys(states)
        .filter((name) => !name.startsWith("s3"))
        .join(";"),
    },
    s3: { type: "string" },
  },
});

/** @param {string} folder */
function prepare(folder) {
  for (const name of ["home", "state", "node_modules/@pulumi"]) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"), "dir");
  symlinkSync(join(root, ".bench"), join(folder, "node_modules/flowgate-bench"), "dir");
  writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify(project));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "index.js"), 'require("flowgate-bench/programs/dynamic").declareWith("noop");\n');
}

/** @param {string} folder @param {NodeJS.ProcessEnv} env @param {readonly string[]} args */
async function pulumi(folder, env, args) {
  const [before, began] = [usageOfChildren(), performance.now()];
  const child = spawn("pulumi", [...args, "--non-interactive"], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}`);
  const after = usageOfChildren();
  return {
    seconds: Math.round((performance.now() - began) / 100) / 10,
    cpuSeconds: Math.round((after.cpuSeconds - before.cpuSeconds) * 10) / 10,
    megabytesWritten: Math.round((after.written - before.written) / 1e5) / 10,
  };
}

/** @param {string} name @param {string} folder @param {string | undefined} database */
function backendOf(name, folder, database) {
  if (!name.startsWith("s3")) return database ?? `file://${join(folder, "state")}`;
  if (values.s3 === undefined) throw new SetupError("Say which object store: --s3 <URL of the backend>.");
  return values.s3;
}

/** @param {number} resources @param {string} name @param {string} engine */
async function measure(resources, name, engine) {
  const folder = mkdtempSync(join(tmpdir(), "flowgate-backends-"));
  const database = name.startsWith("postgres") ? await startDatabase() : undefined;
  try {
    prepare(folder);
    const env = {
      ...process.env,
      ...engineEnvironment(engine, backendOf(name, folder, database?.url), join(folder, "home"), "scale"),
      ...states[name],
      BENCH_KIND: "IpGroup",
      BENCH_N: String(resources),
      BENCH_CHANGED: "false",
    };
    await pulumi(folder, env, ["stack", "init", "bench"]);
    const flags = ["--yes", "--skip-preview", "--stack", "bench"];
    const up = await pulumi(folder, env, ["up", ...flags]);
    const unchanged = await pulumi(folder, env, ["up", ...flags, "--expect-no-changes"]);
    const destroy = await pulumi(folder, env, ["destroy", ...flags]);
    await pulumi(folder, env, ["stack", "rm", "bench", "--yes"]);
    return { resources, state: name, up, unchanged, destroy };
  } finally {
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

runMain(async () => {
  const engine = await requireEngine(console.error);
  for (const resources of values.resources.split(",").map(Number)) {
    for (const name of values.states.split(";")) {
      console.log(JSON.stringify(await measure(resources, name, engine.folder)));
    }
  }
});
