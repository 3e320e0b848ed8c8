/** Whether the long tests run (`npm run test:long`). Test files then try all of their cases. */
export const isLong = process.env["FLOWGATE_LONG_TESTS"] !== undefined;
/** Options of a property that needs no appliance. */
export const cases = { numRuns: isLong ? 2_000 : 200 };
