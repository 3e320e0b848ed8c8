import fc from "fast-check";
import { PathError } from "../../provider/errors/errors";
import { pathTo } from "../../provider/replicator/commands";

/** Pieces that have broken out of paths in other products, mixed with arbitrary text. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Array.from("/\\.?#;\t\n\0@:%\ufeff"), "..", "//", "%2e", "%2F", "%00"),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.constantFrom("\ud800", "\udfff", "\u202e", "\u2028", "\u00ad", "\uff0e\uff0e", "\uff0f"),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

test("each of 10,000 hostile values is refused, or becomes one path segment that decodes to that value", () => {
  let sent = 0;
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      let built: string;
      try {
        built = pathTo("/notate/ip/[address]/[text]", [one, other]);
      } catch (error) {
        expect(error).toBeInstanceOf(PathError);
        return;
      }
      sent += 1;
      // Parses the path like a server does.
      const { pathname, search, hash } = new URL(built, "https://appliance.invalid");
      expect([pathname, search, hash]).toEqual([built, "", ""]);
      expect(pathname.split("/").slice(1, 5)).toEqual(["api", "1", "notate", "ip"]);
      expect(pathname.split("/").slice(5).map(decodeURIComponent)).toEqual([one, other]);
      expect(pathname).toMatch(/^[A-Za-z0-9\-._~!*'()/%]+$/u);
    }),
    { numRuns: 10_000 },
  );
  expect(sent).toBeGreaterThan(500);
});
