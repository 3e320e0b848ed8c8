import { lineThrough, summarise } from "../../../bench/statistics";

describe("a summary of figures", () => {
  test("is the median with its quartiles, in whatever order the figures came", () => {
    expect(summarise([9, 1, 5, 3, 7])).toEqual({ median: 5, low: 3, high: 7, count: 5 });
  });

  test("of an even number of figures lies between the two in the middle", () => {
    expect(summarise([1, 2, 3, 10]).median).toBe(2.5);
  });

  test("of one figure is that figure", () => {
    expect(summarise([4])).toEqual({ median: 4, low: 4, high: 4, count: 1 });
  });

  test("of no figures is refused, so that nothing looks measured", () => {
    expect(() => summarise([])).toThrow(RangeError);
  });
});

describe("a line through points", () => {
  test("tells what there is at zero, and how far a point in between is off", () => {
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
