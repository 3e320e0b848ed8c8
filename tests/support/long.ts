/** Whether the long tests run (`npm run test:long`). Test files then try all of their cases. */
export const isLong = process.env["FLOWGATE_LONG_TESTS"] !== undefined;
