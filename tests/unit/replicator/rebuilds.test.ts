import timers from "node:timers/promises";
import { Rebuilds } from "../../../provider/replicator/rebuilds";

afterEach(() => jest.restoreAllMocks());

test.each([
  ["a serial engine", 1, 3, 150],
  ["waves of resources", 2, 3, 150],
  ["waves of a busy machine", 2, 300, 3000],
])("the pauses before the rebuilds of %s", async (_what, width, gapMs, last) => {
  let now = 0;
  jest.spyOn(performance, "now").mockImplementation(() => now);
  const pause = jest.spyOn(timers, "setTimeout").mockImplementation((ms = 0, value) => {
    now += ms;
    return Promise.resolve(value as never);
  });
  const rebuilds = new Rebuilds(() => Promise.resolve(), false);
  for (let wave = 0; wave < 4; wave += 1) {
    now += gapMs;
    rebuilds.changed();
    await Promise.all(Array.from({ length: width }, () => rebuilds.around(() => Promise.resolve())));
  }
  expect(pause.mock.calls.map(([ms]) => ms)).toEqual([150, 600, last, last]);
});
