import { testBulkCrashes } from "../crash/bulk";

// npm run test:long has more moments.
describe("F37: a tree of groups in one resource", () => {
  testBulkCrashes([
    { operation: "create", change: 120, applied: true, victim: "both" },
    { operation: "update", change: 25, applied: true, victim: "engine" },
  ]);
});
