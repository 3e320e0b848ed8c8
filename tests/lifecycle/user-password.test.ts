import { oneWorld } from "../support/lifecycle";
import { formsOf } from "../support/leaks";
import { failureOf, Resource } from "./resource";

// Characters that JSON, forms and URLs encode differently, so that each form is a different text.
const password = 'canary/+=&%"\u00e9 4d1';

describe("the password of a User", () => {
  const world = oneWorld();
  const errors: string[] = [];
  const printed: string[] = [];
  const keepWhatWasPrinted = (): void => {
    const { stdout, stderr } = world.provider;
    printed.push(stdout, stderr, JSON.stringify([...world.sim.requests]));
  };

  const user = (name: string): [Resource, Record<string, unknown>] => [
    new Resource(world, "User"),
    { name, password, userGroups: [2] },
  ];
  const failing = async (call: Promise<unknown>): Promise<string> => {
    errors.push(await failureOf(call));
    return errors.at(-1) ?? "";
  };

  test("is in the outputs only under its own key, where Pulumi keeps it secret", async () => {
    const [resource, program] = user("outputs");
    await resource.up(program);
    const { password: kept, ...others } = resource.outputs;
    expect(kept).toBe(password);
    expect(JSON.stringify(others)).not.toContain("canary");
    await resource.destroy();
  });

  test("is redacted in an error of the appliance that contains it", async () => {
    const [resource, program] = user("telling");
    world.sim.faults.add({ match: "user_api/createUser", kind: { refuse: `bad pass: ${password}` }, times: 1 });
    expect(await failing(resource.up(program))).toMatch(/^User "telling" on .*bad pass: \[secret\]/u);
  });

  test("is redacted in the answer's entry for a user that the appliance did not create", async () => {
    const [resource, program] = user("entry");
    const rewrite = (): unknown => ({ data: [{ name: "entry", error: `password ${password} is too weak` }] });
    world.sim.faults.add({ match: "user_api/createUser", kind: { rewrite }, times: 1 });
    expect(await failing(resource.up(program))).toMatch(/creating users failed: password \[secret\] is too weak/u);
    world.sim.mutate.removeUser("entry");
  });

  test("is redacted in the error of a deletion, in a run that knows it only from the state", async () => {
    const [resource, program] = user("deleted");
    await resource.up(program);
    keepWhatWasPrinted();
    await world.nextRun();
    const fault = world.sim.faults.add({ match: /user_api.delUsers?/u, kind: { refuse: `bad pass: ${password}` } });
    expect(await failing(resource.destroy())).toMatch(/^User "deleted" on .*bad pass: \[secret\]/u);
    fault.remove();
    await resource.destroy();
  });

  test.each([
    ["is empty", { password: "" }, /^password: must not be empty$/u],
    ["is not a string", { password: 12_345_678 }, /^password: must be a string, not a number$/u],
    ["is missing", { password: undefined }, /^password: is required \(a string\)$/u],
    ["is beside another mistake", { name: "12" }, /^name: .*integer/u],
  ])("is not repeated when it is refused because it %s", async (_what, faulty, says) => {
    world.provider.nextCommand();
    const [resource, program] = user("faulty");
    const message = await failing(resource.preview({ ...program, ...faulty }));
    expect(message).toMatch(says);
    expect(message).not.toContain("12345678");
  });

  test("of an adopted user stays as it is, and an info line says so", async () => {
    const resource = new Resource(world, "User");
    world.sim.mutate.addUser("adopted");
    const said = await world.printed(resource.up({ name: "adopted", password, onExisting: "adopt" }));
    expect(said).toMatch(/^warning: User "adopted" on .*its password stays as it is/u);
    await resource.destroy();
  });

  test("is in no error, info line or request log", () => {
    keepWhatWasPrinted();
    const everything = [...errors, ...printed].join("\n");
    expect(errors).toHaveLength(7);
    expect(formsOf(password).filter((form) => everything.includes(form))).toEqual([]);
  });
});
