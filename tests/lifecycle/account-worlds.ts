import type { Switches } from "../../simulator";
import { startWorld, type World } from "../support/lifecycle";
import { type Properties, ProviderFault } from "../support/provider-calls";
import { CheckFault } from "./resource";

/** A gateway with these switch positions, and a provider that knows nothing about it yet. */
export async function worldIn(switches: Partial<Switches> = {}, gateway: Record<string, unknown> = {}): Promise<World> {
  const world = await startWorld({ simulator: { switches }, config: { gateway } });
  worlds.push(world);
  return world;
}
const worlds: World[] = [];
/** Closes the worlds of a test, and checks that no credentials appeared where users could see them. */
export async function closeWorlds(): Promise<void> {
  for (const world of worlds.splice(0)) {
    const leaks = await world.leaks();
    await world.close();
    expect(leaks).toEqual([]);
  }
}

export const changes = ({ sim }: World): string[] => sim.requests.verbs({ kind: "write" });
/** The inputs of a User. */
export const user = (name: string): Properties => ({ name, password: "a password of theirs" });
export const failureOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "the call succeeded",
    (error: unknown) =>
      error instanceof ProviderFault || error instanceof CheckFault ? error.message : `no fault: ${String(error)}`,
  );

export const membership: Properties = { userName: "admin", userGroupName: "Guests" };
