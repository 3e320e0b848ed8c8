import { testBulkCrashes, type Moment } from "../crash/bulk";
import { victims } from "../support/kills";

/** The change of each operation at which everything crashes. */
const changes = {
  create: [1, 2, 60, 140, 190, 191, 205, 209, 210, 3],
  update: [1, 2, 10, 19, 20, 38, 57, 58, 60, 70],
  delete: [1, 2, 3, 1, 2, 3, 1, 2, 3, 1],
} as const;

const moments = Object.entries(changes).flatMap(([operation, numbers]) =>
  numbers.map((change, index): Moment => {
    const victim = victims[index % victims.length] ?? "both";
    return { operation: operation as Moment["operation"], change, applied: index % 2 === 0, victim };
  }),
);

testBulkCrashes(moments);
