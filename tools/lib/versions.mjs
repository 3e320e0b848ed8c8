/** Whether a version is `minimum` or later. @param {string} version @param {string} minimum */
export const atLeast = (version, minimum) => version.localeCompare(minimum, "en", { numeric: true }) >= 0;
