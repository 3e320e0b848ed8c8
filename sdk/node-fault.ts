/** Why this version of Node.js cannot run the package, in one sentence; undefined if it can. */
export function nodeFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `pulumi-flowgate needs Node.js 20.19 or later, and this is ${version}: get it from https://nodejs.org.`;
}
