import { chmod, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { root } from "../support/clone";
import { hosts, oneStage, type Stage } from "../engine/support";

/** Breaks each policy of the pack once. It also contains declarations that all policies allow. */
const program = `
const { IpGroup, IpGroupRule, IpGroups, Membership, Permission, PermissionSet, rule, seccodes, User, UserGroup } = require("pulumi-flowgate");
const allowed = new IpGroup("allowed", { rules: [rule.network("10.1.0.0/16")] });
new IpGroup("parent", { rules: [rule.child(allowed), rule.network("10.1.128.0/17"), rule.network("10.2.0.0/16")] });
new IpGroup("everything", { rules: [rule.all()] });
new IpGroup("overlap", { rules: [rule.network("10.2.3.0/24")] });
new IpGroups("bulk", { groups: { One: { rules: [rule.all()] }, Two: { rules: [rule.network("10.9.0.0/16")] } } });
new UserGroup("guests", { templateUserGroupId: 2 });
new UserGroup("like-admins", { templateUserGroupId: 1 });
new Permission("run", { userGroup: 2, permissionType: "app", seccode: seccodes.app.runReport });
new PermissionSet("more", { userGroup: 2, permissions: [{ permissionType: "app", seccode: seccodes.app.createUsers }] });
new Membership("chief", { user: 3, userGroup: 1 });
new User("jo", { password: "a password of jo", userGroups: [1] });
`;
const obedient = `
const { IpGroup, rule } = require("pulumi-flowgate");
new IpGroup("allowed", { rules: [rule.network("10.1.0.0/16")] });
`;

/**
 * The language host that `npm run setup` can build from Go modules is too old to start policy packs. For another
 * runtime, the engine runs a command that is named after the runtime. So the test renames the runtime, and its command
 * does what the language host of an installed Pulumi does.
 */
async function startedByScript(pack: string, folder: string): Promise<void> {
  const description = await readFile(join(pack, "PulumiPolicy.yaml"), "utf8");
  await writeFile(join(pack, "PulumiPolicy.yaml"), description.replace("runtime: nodejs", "runtime: nodejs-by-script"));
  const command = join(folder, "pulumi-analyzer-policy-nodejs-by-script");
  await writeFile(command, `#!/bin/sh\nexec node node_modules/@pulumi/pulumi/cmd/run-policy-pack "$1" "$2"\n`);
  await chmod(command, 0o755);
}

describe.each(hosts)("the example policy pack, with resources of %s", (_what, plugin) => {
  const stage = oneStage({ plugin });
  let pack: string;
  let path: string;
  beforeAll(async () => {
    path = [stage.engine.folder, stage.engine.env["PATH"] ?? ""].join(delimiter);
    pack = join(stage.engine.folder, "policies");
    await mkdir(pack);
    for (const file of ["PulumiPolicy.yaml", "package.json", "tsconfig.json", "index.ts", "rules.ts"]) {
      await cp(join(root, "examples/policies", file), join(pack, file));
    }
    await symlink(join(root, "node_modules"), join(pack, "node_modules"));
    await startedByScript(pack, stage.engine.folder);
  });

  const preview = (fails: boolean): ReturnType<Stage["engine"]["preview"]> =>
    stage.engine.preview({ args: ["--policy-pack", pack], env: { PATH: path }, fails });

  test("fails the preview for mandatory violations, reports each violation by policy and resource, and sends nothing", async () => {
    await stage.engine.program(program);
    const { output } = await preview(true);
    const violations = [...output.matchAll(/- \[(\w+)\]\s+([\w-]+)\s+\(\S+: (\S+)\)/gu)];
    const reported = violations.map(([, level, policy, resource]) => `${level} ${policy} ${resource}`).sort();
    expect(reported).toEqual([
      "advisory no-overlaps program-test",
      "mandatory no-all-rule bulk",
      "mandatory no-all-rule everything",
      "mandatory no-new-administrators chief",
      "mandatory no-new-administrators jo",
      "mandatory no-new-administrators like-admins",
      "mandatory no-rights-over-accounts more",
    ]);
    expect(output).toMatch(
      /10\.2\.(?:0\.0\/16 of "parent" and 10\.2\.3\.0\/24 of "overlap"|3\.0\/24 of "overlap" and 10\.2\.0\.0\/16 of "parent") have addresses in common\./u,
    );
    expect(output).not.toMatch(/10\.1\.\d+\.0\/\d+ of/u);
    expect(output).toContain("Do not grant createUsers: who has it can get every other right.");
    expect(stage.sim.requests.verbs()).toEqual([]);
  });

  test("passes a program that breaks no policy", async () => {
    await stage.engine.program(obedient);
    const { output, changes } = await preview(false);
    expect(changes).toMatchObject({ create: 2 });
    expect(output).not.toMatch(/mandatory|advisory/u);
  });
});
