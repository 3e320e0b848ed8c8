import { diffOf } from "../kinds/samples";
import type { KindDriver } from "../support/provider-calls";
import { type ProviderProcess, startProvider } from "../support/provider-process";
import { UNKNOWN } from "../support/unknown";

describe("values that are not known yet", () => {
  let provider: ProviderProcess;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.close());

  const kind = (name: string): KindDriver => provider.kind(name);

  test("F134: pass check at any depth, while known values beside them are checked", async () => {
    const inputs = { name: "A", rules: [{ type: "child", groupId: UNKNOWN }, UNKNOWN] };
    expect(await kind("IpGroup").check(inputs)).toEqual({ inputs, failures: [] });
    const { failures } = await kind("Collector").check({ address: UNKNOWN, profiles: [UNKNOWN], threshold: -1 });
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toMatch(/^threshold: /u);
  });

  test("make diff leave open whether something changes", async () => {
    const olds = { name: "A", rules: [{ type: "child", groupId: "7" }] };
    const news = { name: "A", rules: [{ type: "child", groupId: UNKNOWN }] };
    expect(await diffOf(kind("IpGroup"), olds, news)).toMatchObject({ changes: undefined, replaces: [] });
  });

  test("make diff report a change if a known value differs as well", async () => {
    const olds = { name: "A", rules: [{ type: "child", groupId: "7" }] };
    const news = { name: "B", rules: [{ type: "child", groupId: UNKNOWN }] };
    expect(await diffOf(kind("IpGroup"), olds, news)).toMatchObject({ changes: true, replaces: [] });
  });

  // Before the engine replaces an object, it asks this for each dependent of the object. It first deletes the
  // dependents whose answer is a replacement, e.g. a permission before its user group.
  test.each([
    ["Permission", { userGroupId: "21", permissionType: "app", seccode: "runReport" }, "userGroupId"],
    ["Policy", { cidr: "10.0.0.0/8", profile: "a", kind: "include" }, "cidr"],
    ["Collector", { address: "10.0.0.1", profiles: ["a"] }, "address"],
  ])("in an input of a %s that replaces, cause a replacement that deletes first", async (name, olds, key) => {
    expect(await diffOf(kind(name), olds, { ...olds, [key]: UNKNOWN })).toEqual({
      changes: undefined,
      replaces: [key],
      deleteBeforeReplace: true,
    });
  });

  test("in an input that changes in place, replace nothing", async () => {
    const olds = { cidr: "10.0.0.0/8", profile: "a", kind: "include" };
    const diff = await diffOf(kind("Policy"), olds, { ...olds, profile: UNKNOWN });
    expect(diff).toMatchObject({ changes: undefined, replaces: [] });
  });
});
