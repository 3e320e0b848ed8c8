import type { dynamic } from "@pulumi/pulumi";
import { kind } from "../../provider";
import { startSimulator } from "../../simulator";
import { configFor } from "../support/configuration";

type Configure = Parameters<NonNullable<dynamic.ResourceProvider["configure"]>>[0];

/** The configuration as the dynamic host passes it: every value is text. */
function configuration(values: object): Configure {
  const entries = Object.entries(values).map(([key, value]) => [`flowgate:${key}`, JSON.stringify(value)] as const);
  const rawConfig = Object.fromEntries(entries);
  return { config: { rawConfig, get: (key: string) => rawConfig[key] } } as unknown as Configure;
}

const inputs = { name: "Floor 139", rules: [] };

describe("configure, which the host does not wait for", () => {
  test("may come late, and earlier calls wait for it", async () => {
    const sim = await startSimulator({ https: false });
    const provider = kind("IpGroup");
    const created = Promise.all([provider.create(inputs), provider.check?.({}, inputs)]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sim.requests.count()).toBe(0);
    await provider.configure?.(configuration(configFor(sim)));
    const [made] = await created;
    expect(made.id).toBe(String(sim.gateway.store.ipGroupsNamed("Floor 139")[0]?.id));
    await sim.close();
  });

  test("makes every call fail with its error if it fails", async () => {
    const provider = kind("IpGroup");
    await provider.configure?.(
      configuration({ gateway: { url: "http://gateway.example.net", token: "t-139-canary" } }),
    );
    const checked = await provider.check?.({}, inputs);
    expect(checked?.failures?.map(({ reason }) => reason)).toEqual([expect.stringMatching(/begins with http:\/\//u)]);
    for (const call of [() => provider.create(inputs), () => provider.read?.("1", inputs)]) {
      await expect(call()).rejects.toThrow(/begins with http:\/\//u);
    }
  });
});

test("errors of check and diff contain no stack and no secret", async () => {
  const provider = kind("User");
  const token = "canary-of-the-token";
  await provider.configure?.(configuration({ gateway: { url: "https://gateway.example.net", token } }));
  const named = { name: token, password: "p" };
  const checked = await provider.check?.({}, named);
  const texts = JSON.stringify(checked?.failures);
  expect(texts).toContain("is equal to a configured credential");
  expect(texts).not.toContain(token);
  // A bug of ours whose error quotes a value. The host prints message and stack.
  const broken = Object.defineProperty({}, "name", {
    enumerable: true,
    get: () => {
      throw new Error(`cannot read ${token}`);
    },
  });
  const error: unknown = await Promise.resolve(provider.diff?.("1", broken, named)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /^User "\[secret\]": diff failed: Error: cannot read \[secret\]\. This is a fault of pulumi-flowgate/u,
    ) as unknown,
    stack: "",
  });
});
