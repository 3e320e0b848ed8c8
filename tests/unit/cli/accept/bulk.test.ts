import { openBox, type Box } from "./support";

jest.setTimeout(300_000);

let box: Box;
beforeEach(async () => {
  box = await openBox();
});
afterEach(() => box.close());

const host = (address: string) => ({ type: "ip", address }) as const;

describe("a group with a name that an IpGroups cannot have", () => {
  beforeEach(() => {
    const { mutate } = box.sim;
    const inner = mutate.addIpGroup("toString", [host("10.1.0.1")]);
    mutate.addIpGroup("Above", [{ type: "child", child_id: inner }]);
  });

  test("is a single group of an export with --bulk, which its parent refers to", async () => {
    expect(await box.run(["export", "site", "--bulk"])).toMatchObject({ code: 0 });
    const [single = "", set = ""] = box.text("site/index.ts").split("new IpGroups");
    expect([single, set]).toEqual([
      expect.stringContaining('new IpGroup("tostring", {\n  name: "toString"'),
      expect.stringMatching(/Above: \{\n +rules: \[rule\.child\(tostring\)\]/u),
    ]);
    await box.write("index.ts", 'import "./site";\n');
    expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
  });

  test("is left out of a model with bulk: true, with the reason", async () => {
    const { code, stdout, stderr } = await box.run(["export", "site", "--bulk", "--format", "model"]);
    expect([code, stdout + stderr]).toEqual([
      0,
      expect.stringContaining("An IpGroups cannot have a group of this name"),
    ]);
    await box.write("index.ts", 'import "./site";\n');
    expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
    const accepted = await box.run(["accept", "--yes", "IpGroup:toString"]);
    expect([accepted.code, accepted.stdout]).toEqual([
      9,
      expect.stringContaining("(an IpGroups cannot have a group of this name)") as string,
    ]);
  });
});

test("accept leaves a group out of a model if import would refuse its name, with the reason", async () => {
  box.sim.mutate.addIpGroup("Lille", [host("10.1.0.2")]);
  await box.run(["export", "site", "--format", "model"]);
  await box.write("index.ts", 'import "./site";\n');
  expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
  box.sim.mutate.addIpGroup("EU::Lille", [host("10.1.0.1")]);
  const accepted = await box.run(["accept", "--yes", "IpGroup:EU::Lille"]);
  expect([accepted.code, accepted.stdout]).toEqual([9, expect.stringContaining('must not contain "::"') as string]);
});

test("accept adds, renames and removes groups of an IpGroups, with their children by name", async () => {
  const { mutate } = box.sim;
  const lille = mutate.addIpGroup("Lille", [host("10.1.0.1")]);
  const gone = mutate.addIpGroup("Gone", [host("10.1.0.2")]);
  mutate.addIpGroup("France", [
    { type: "child", child_id: lille },
    { type: "child", child_id: gone },
  ]);
  await box.run(["export", "site", "--bulk"]);
  const text = box.text("site/index.ts").replace('"Lille",', '"Lille", // north');
  await box.write("index.ts", text);
  expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });

  mutate.removeIpGroup("Gone");
  mutate.renameIpGroup("Lille", "Lille servers");
  const lyon = mutate.addIpGroup("Lyon", [host("10.1.0.3")]);
  mutate.setRules("France", [
    { type: "child", child_id: lille },
    { type: "child", child_id: lyon },
  ]);
  const done = await box.run(["accept", "--yes", "--unmanaged", "IpGroup"]);
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringContaining("4 objects are taken into index.ts.") as string,
  ]);
  expect(box.text("index.ts")).toBe(
    text
      .replace('"Gone",', '"Lyon",')
      .replace('"Lille", // north', '"Lille servers", // north')
      .replace("    Lille: {", '    "Lille servers": {')
      .replace(/(?<="Lille servers": \{\n {6}rules: \[rule\.ip\("10\.1\.0\.1"\)\])/u, ',\n      formerNames: ["Lille"]')
      .replace(/Gone: \{[^}]*\}/u, 'Lyon: { rules: [rule.ip("10.1.0.3")], onExisting: "adopt" }'),
  );
});
