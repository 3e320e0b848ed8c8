import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flowgateIn, oneStage } from "./support";

jest.setTimeout(300_000);

const list = `user,userGroup,permissionType,seccode
anna,Operators,,
anna,Auditors,,
"O'Neil, Bob",Operators,,
carla,,,
,Operators,app,alarmsTab
,Operators,device,10.1.1.1
`;

describe.each(["ts", "model"])("an export with --users as %s", (format) => {
  const stage = oneStage({ engine: { keepProcesses: true } });

  test("declares a list of accounts, which an up takes over or creates, and a second preview has no difference", async () => {
    const { sim, engine } = stage;
    const { store } = sim.gateway;
    const operators = sim.mutate.addUserGroup("Operators");
    const anna = store.nextId("user");
    store.users.set(anna, { id: anna, name: "anna", userGroups: new Set([operators]), preferences: new Map() });
    const before = { users: store.users.size, groups: store.userGroups.size };
    await writeFile(join(engine.folder, "users.csv"), list);
    const args = ["--only", "Setting:none*", "IpGroup", "--users", "users.csv", "--format", format];
    const exported = await flowgateIn(stage, "export", "site", ...args);
    expect([exported.code, exported.printed]).toEqual([
      0,
      expect.stringContaining("pulumi config set --secret newUserPassword"),
    ]);
    expect(exported.printed).not.toContain("are not exported");
    await engine.program('import "./site";\n', "typescript");
    await engine.pulumi(["config", "set", "--secret", "newUserPassword", "first-Password-1"]);
    // What the up will take over or create is a difference until then.
    expect(await flowgateIn(stage, "import", "site/import.json")).toMatchObject({ code: 9 });
    const { output } = await engine.up();
    expect(output).not.toContain("first-Password-1");
    expect([store.users.size, store.userGroups.size]).toEqual([before.users + 2, before.groups + 1]);
    const groupsOf = (name: string): (string | undefined)[] => {
      const user = [...store.users.values()].find((one) => one.name === name);
      return [...(user?.userGroups ?? [])].map((id) => store.userGroups.get(id)?.name).sort();
    };
    expect(store.users.get(anna)?.name).toBe("anna");
    expect(["anna", "O'Neil, Bob", "carla"].map(groupsOf)).toEqual([["Auditors", "Operators"], ["Operators"], []]);
    expect([...(store.userGroups.get(operators)?.permissions.values() ?? [])]).toEqual([
      { type: "app", seccode: "alarmsTab" },
      { type: "device", seccode: "0A010101" },
    ]);
    expect(Object.keys((await engine.preview({ args: ["--refresh"] })).changes)).toEqual(["same"]);
  });
});
