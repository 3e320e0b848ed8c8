import { PathError } from "../../../provider/errors/errors";
import { pathTo } from "../../../provider/replicator/commands";

describe("a command path", () => {
  test("contains each value at its place, percent-encoded", () => {
    expect(pathTo("/profile/add/[name]/[in]/[out]", ["a/b c", 0, 65535])).toBe("/api/1/profile/add/a%2Fb%20c/0/65535");
    expect(pathTo("/acknowledge/[entity]/[ip:port]", ["exporter", "10.0.0.1:2055"])).toBe(
      "/api/1/acknowledge/exporter/10.0.0.1:2055",
    );
    expect(pathTo("/rebuild", [])).toBe("/api/1/rebuild");
  });

  // tests/property/paths.test.ts tries what else could break out.
  test.each([
    ["", "a value is empty"],
    [-1, "a number is not a whole number of at least 0"],
    [Number.NaN, "a number is not a whole number of at least 0"],
    [2 ** 53, "a number is not a whole number of at least 0"],
  ])("is refused for the value %j: %s", (value, reason) => {
    expect(() => pathTo("/[value]/x", [value])).toThrow(
      expect.objectContaining({
        name: "PathError",
        message: `A command path of the replicator cannot be built: ${reason}.`,
      }) as Error,
    );
  });

  test("is at most 2048 bytes long", () => {
    expect(pathTo("/[value]", ["x".repeat(2041)])).toHaveLength(2048);
    expect(() => pathTo("/[value]", ["x".repeat(2042)])).toThrow(new PathError("it is longer than 2048 bytes"));
  });
});
