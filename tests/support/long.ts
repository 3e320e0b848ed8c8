/** Whether the long tests run (`npm run test:long`), in which files try all of their cases. */
export const isLong = process.env["FLOWGATE_LONG_TESTS"] !== undefined;
