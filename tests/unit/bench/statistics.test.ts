import { lineThrough, summarise } from "../../../bench/statistics";

describe("a summary of figures", () => {
  test("is the median with its quartiles, whatever the order of the figures", () => {
    expect(summarise([9, 1, 5, 3, 7])).toEqual({ median: 5, low: 3, high: 7, count: 5 });
  });

  test("of an even number of figures lies between the two in the middle", () => {
    expect(summarise([1, 2, 3, 10]).median).toBe(2.5);
  });

  test("of one figure is that figure", () => {
    expect(summarise([4])).toEqual({ median: 4, low: 4, high: 4, count: 1 });
  });

  test("of no figures is refused", () => {
    expect(() => summarise([])).toThrow(RangeError);
  });
});

describe("a line through points", () => {
  test("gives the value at zero, and the distance of a point in between from the line", () => {
    expect(
      lineThrough([
        [50, 51],
        [1000, 1001],
        [200, 207],
      ]),
    ).toEqual({ slope: 1, intercept: 1, largestError: 6 });
  });

  test("needs two points", () => {
    expect(() => lineThrough([[1, 1]])).toThrow(RangeError);
  });
});
