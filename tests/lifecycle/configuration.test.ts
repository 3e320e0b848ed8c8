import { samples } from "../kinds/samples";
import { oneWorld } from "../support/lifecycle";
import { Resource } from "./resource";

const world = oneWorld();

test.each(Object.entries(samples))(
  "without a configuration, a preview of a %s succeeds without credentials",
  async (kind, { minimal }) => {
    await world.nextRun({ onlyConfig: {} });
    expect(await new Resource(world, kind).preview(minimal)).toBe("create");
  },
);
