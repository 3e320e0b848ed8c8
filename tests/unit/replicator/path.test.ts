import { PathError } from "../../../provider/errors/errors";
import { path } from "../../../provider/replicator/commands";

describe("a command path", () => {
  test("contains each value at its place, percent-encoded", () => {
    expect(path`/api/1/profile/add/${"a/b c"}/${0}/${65535}`).toBe("/api/1/profile/add/a%2Fb%20c/0/65535");
    expect(path`/api/1/notate/ip/${"10.0.0.1"}:${2055}/end`).toBe("/api/1/notate/ip/10.0.0.1:2055/end");
    expect(path`/api/1/rebuild`).toBe("/api/1/rebuild");
  });

  // tests/property/paths.test.ts tries what else could break out.
  test.each([
    ["", "a value is empty"],
    [-1, "a number is not a whole number of at least 0"],
    [Number.NaN, "a number is not a whole number of at least 0"],
    [2 ** 53, "a number is not a whole number of at least 0"],
  ])("is refused for the value %j: %s", (value, reason) => {
    expect(() => path`/api/1/${value}/x`).toThrow(
      expect.objectContaining({
        name: "PathError",
        message: `A command path of the replicator cannot be built: ${reason}.`,
      }) as Error,
    );
  });

  test("is at most 2048 bytes long", () => {
    expect(path`/${"x".repeat(2047)}`).toHaveLength(2048);
    expect(() => path`/${"x".repeat(2048)}`).toThrow(new PathError("it is longer than 2048 bytes"));
  });

  test.each<[string, () => string]>([
    ["a parent folder", () => path`/api/1/../${"x"}`],
    ["another host", () => path`//${"host"}/x`],
  ])("that a URL parser would read as %s is refused, even if the program wrote it", (_, build) => {
    expect(build).toThrow(new PathError("a value changes the structure of the path"));
  });
});
