import { asProcessWarning, layerFor, limiterOf } from "../../../provider/appliance/client-layer";
import type { GatewaySettings } from "../../../provider/config/configuration";

// tests/property/schedules.test.ts has the limit, in any schedule.
test("an operation that throws synchronously gives its slot back", async () => {
  const limiter = limiterOf(1);
  const broken = (): Promise<string> => {
    throw new Error("at once");
  };
  await expect(limiter.execute(broken)).rejects.toThrow("at once");
  await expect(limiter.execute(async () => "next")).resolves.toBe("next");
});

describe("the layer around a client's transport", () => {
  const url = "http://gateway.example.net:8080";
  const settings = (of: object): GatewaySettings =>
    ({ url, formerUrls: ["http://before"], token: "test-token-1", ...of }) as unknown as GatewaySettings;

  test.each([
    [{}, []],
    [{ insecureSkipVerify: false }, []],
    [
      { insecureSkipVerify: true },
      [
        "insecureSkipVerify is on for the gateway gateway.example.net:8080: anyone on the network path can read its " +
          "credentials.",
      ],
    ],
  ])("with %j warns %j", (of, warnings) => {
    const warned: string[] = [];
    layerFor("gateway", settings(of), (text) => warned.push(text));
    expect(warned).toEqual(warnings);
  });

  test("may warn as a process does", () => {
    const emitted = jest.spyOn(process, "emitWarning").mockReturnValue();
    layerFor("gateway", settings({ insecureSkipVerify: true }), asProcessWarning);
    expect(emitted.mock.calls).toEqual([[expect.stringMatching(/^insecureSkipVerify is on/u)]]);
  });

  test("is that of the snapshot, if there is one, without a warning", () => {
    const layer = (): never => {
      throw new Error("not called");
    };
    const asked: unknown[] = [];
    const snapshot = {
      layer: (...of: unknown[]) => {
        asked.push(of);
        return layer;
      },
    };
    const warned: string[] = [];
    const given = layerFor("replicator", settings({ snapshot, insecureSkipVerify: true }), (text) => warned.push(text));
    expect([given, warned]).toEqual([layer, []]);
    expect(asked).toEqual([["replicator", { url, formerUrls: ["http://before"] }]]);
  });
});
