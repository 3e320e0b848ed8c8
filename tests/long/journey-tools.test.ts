import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { OTHER_NODE } from "../support/compilers";
import { firstSteps } from "../support/first-steps";
import { temporaryFolder } from "../support/temporary-folder";

jest.setTimeout(600_000);

const tools = temporaryFolder();

// Other tools than those of this machine. They come from the registry that npm is configured for.
beforeAll(async () => {
  const install = (name: string, what: string): Promise<unknown> => {
    const args = ["install", "--prefix", join(tools, name), "--no-audit", "--no-fund", what];
    return promisify(execFile)("npm", args, { timeout: 300_000 });
  };
  await install("node", `node-${process.platform}-${process.arch}@${OTHER_NODE}`);
  await install("pnpm", "pnpm@10");
});

const otherNode = (): string => join(tools, `node/node_modules/node-${process.platform}-${process.arch}/bin`);

test("a new user gets from an empty folder to repaired drift in at most 8 commands: another Node.js version", async () => {
  const { stdout } = await promisify(execFile)(join(otherNode(), "node"), ["--version"]);
  expect(stdout).toMatch(new RegExp(`^v${OTHER_NODE}\\.`, "u"));
  await firstSteps("typescript", { path: [otherNode()] });
});

test.each([5, 6])(
  "a new user gets from an empty folder to repaired drift in at most 8 commands: pnpm, TypeScript %d",
  (typescript) =>
    firstSteps("typescript", {
      path: [join(tools, "pnpm/node_modules/.bin")],
      install: (tarball) =>
        `pnpm add ${tarball} @pulumi/pulumi @types/node typescript@${typescript} --store-dir ${join(tools, "store")}`,
      run: "pnpm exec",
    }),
);
