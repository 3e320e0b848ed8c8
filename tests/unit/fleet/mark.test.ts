import { type LastUpdate, markOf, markText, progressOf, type Wanted } from "../../../lib/fleet/mark";

const digest = "0123456789abcdef";
const startedAt = new Date("2030-01-01T10:00:00.700Z");
const wanted: Wanted = { operation: "up", digest, run: "r2", startedAt, again: false };
const before = new Date("2030-01-01T09:00:00Z");
const since = new Date("2030-01-01T10:00:01Z");
const sameSecond = new Date("2030-01-01T10:00:00Z");

function last(more: Partial<LastUpdate> = {}): LastUpdate {
  const message = markText({ operation: "up", digest, run: "r1" });
  return { kind: "update", message, result: "succeeded", startTime: before, endTime: before, ...more };
}

test("a mark is read back as it was written, and a message written by a person is no mark", () => {
  const mark = { operation: "refresh", digest, run: "nightly-7" } as const;
  expect(markOf(markText(mark))).toEqual(mark);
  expect(markOf("roll out the new servers")).toBeUndefined();
});

test.each<[string, LastUpdate | undefined, Partial<Wanted>, string]>([
  ["a stack without history", undefined, {}, "missing"],
  ["an up of the same program", last(), {}, "done"],
  ["an up of another program", last({ message: markText({ ...wanted, digest: "f".repeat(16) }) }), {}, "missing"],
  ["an up by hand", last({ message: "by hand" }), {}, "missing"],
  ["a refresh after the up", last({ kind: "refresh", message: "" }), {}, "missing"],
  ["an up that failed in an earlier run", last({ result: "failed" }), {}, "missing"],
  ["an up that failed since this run began", last({ result: "failed", endTime: since }), {}, "failed"],
  [
    "an up that failed in the second in which this run began",
    last({ result: "failed", endTime: sameSecond }),
    {},
    "missing",
  ],
  [
    "an up by hand that failed since this run began",
    last({ result: "failed", endTime: since, message: "x" }),
    {},
    "missing",
  ],
  ["an up that is in progress", last({ result: "in-progress" }), {}, "missing"],
  ["the same up, when it is requested again", last(), { again: true }, "missing"],
  ["the same up since this run began, when it is requested again", last({ endTime: since }), { again: true }, "done"],
  [
    "a refresh of another run",
    last({ message: markText({ ...wanted, operation: "refresh", run: "r1" }) }),
    { operation: "refresh" },
    "missing",
  ],
  [
    "a refresh of this run",
    last({ message: markText({ ...wanted, operation: "refresh" }) }),
    { operation: "refresh" },
    "done",
  ],
  ["a destroy without a mark", last({ kind: "destroy", message: "gone" }), { operation: "destroy" }, "done"],
  ["an up before a destroy", last(), { operation: "destroy" }, "missing"],
])("%s", (_title, update, more, progress) => {
  expect(progressOf(update, { ...wanted, ...more })).toBe(progress);
});
