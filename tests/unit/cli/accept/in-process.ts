import type { Made, Registered } from "../../../support/exported-program";
import { runExported } from "../../../support/exported-program";
import { startRun } from "../../../support/in-process";
import type { Box } from "./support";

/** A program of a box: its files, and the folder that it runs in. */
export interface ProgramFiles {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  /** The configuration of the stack. */
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * `pulumi up` of a new stack, in this process: the providers create what the program declares, and the state has it.
 *
 * @param parentOf types of the parents of a resource, each with `$` after it
 */
export async function up(
  box: Box,
  { folder, files, config }: ProgramFiles,
  parentOf: (resource: Registered) => string = () => "",
): Promise<void> {
  const run = startRun(config);
  await runExported(folder, files, async (resource): Promise<Made> => {
    const { kind = "", name } = resource;
    const { inputs, failures } = await run.kind(kind).check(resource.inputs);
    expect([kind, name, failures]).toEqual([kind, name, []]);
    const made = await run.kind(kind).create(inputs);
    box.hold({ kind, name, id: made.id, inputs, outputs: made.outputs, above: parentOf(resource) });
    return made;
  });
}

interface StateEntry {
  readonly type: string;
  readonly urn: string;
  readonly id: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/**
 * `pulumi up --refresh` in this process: reads what the state has, and compares the program with it. Fails if something
 * is sent. Returns the resources that an up would change, as kind and name.
 *
 * @param isPerformed whether what differs is updated first: an `IpGroups` then takes over groups that exist
 */
export async function refreshedUp(
  box: Box,
  { folder, files, config }: ProgramFiles,
  isPerformed = false,
): Promise<string[]> {
  const { deployment } = JSON.parse(box.text("state.json")) as { deployment: { resources: StateEntry[] } };
  const run = startRun(config);
  const live = await Promise.all(
    deployment.resources.map(async ({ type, urn, id, outputs }) => {
      const [kind, name] = [type.replace(/^.*:/u, ""), urn.replace(/^.*::/u, "")];
      const { __provider: _, ...rest } = outputs;
      return { kind, name, isHeld: false, ...(await run.kind(kind).read(id, rest)) };
    }),
  );
  box.sim.requests.clear();
  const changed: string[] = [];
  await runExported(folder, files, async ({ kind = "", name, inputs }): Promise<Made> => {
    const driver = run.kind(kind);
    const { inputs: news, failures } = await driver.check(inputs);
    expect([kind, name, failures]).toEqual([kind, name, []]);
    const own = live.filter((one) => one.kind === kind && one.id !== "");
    const hasName = ({ outputs }: Made): boolean => "name" in news && outputs["name"] === news["name"];
    // A model gives a renamed object another Pulumi name, and an alias.
    const entry = own.find((one) => one.name === name) ?? own.find(hasName);
    if (entry === undefined) return driver.create(news);
    entry.isHeld = true;
    const isSame = async (outputs: Made["outputs"]): Promise<boolean> =>
      (await driver.diff(entry.id, outputs, news)).changes === false;
    if (await isSame(entry.outputs)) return { id: entry.id, outputs: entry.outputs };
    const outputs = isPerformed ? await driver.update(entry.id, entry.outputs, news) : entry.outputs;
    if (!isPerformed || !(await isSame(outputs))) changed.push(`${kind} ${name}`);
    return { id: entry.id, outputs };
  });
  expect(box.sim.requests.verbs({ kind: "write" })).toEqual([]);
  const gone = live.filter(({ id, isHeld }) => id !== "" && !isHeld).map(({ kind, name }) => `- ${kind} ${name}`);
  return [...changed, ...gone].sort();
}
