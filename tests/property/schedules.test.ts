import { checkSchedules } from "./schedules";

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "performance"] });
});
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test("F119, F149, F151, F153: in any schedule of login, batches, list and rebuild, no change is lost, duplicated in a batch or left without a rebuild", async () => {
  await checkSchedules(120, Number(process.env["FLOWGATE_SEED"] ?? 153));
});
