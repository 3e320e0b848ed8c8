import fc from "fast-check";
import { passGate, type Format } from "./site-gate";
import { handMade } from "./site-stores";

// The appliances are the same each time, so that a failure comes from the current change. tests/long tries others.
const seed = Number(process.env["FLOWGATE_SEED"] ?? 18);
const runs = Number(process.env["FLOWGATE_STORES"] ?? 4);
const most = Number(process.env["FLOWGATE_GROUPS"] ?? 40);

test.each<Format>(["ts", "model"])(
  "what random appliances hold becomes code (%s) without a difference, and appliances again",
  async (format) => {
    const rebuilt: boolean[] = [];
    await fc.assert(
      fc.asyncProperty(handMade(most), async (made) => {
        // An export omits what is odd, and then the program is not applied to an empty appliance.
        const isOdd = rebuilt.length % 2 === 1;
        rebuilt.push((await passGate({ ...made, isOdd }, format)).isRebuilt);
      }),
      { numRuns: runs / 2, seed, endOnFailure: true },
    );
    expect(rebuilt).toContain(true);
  },
  600_000,
);
