/**
 * Which imports are allowed, as lists: what is not listed is refused. The direction: cli, sdk -> provider/lifecycle ->
 * provider/kinds -> provider/{gateway,replicator} -> provider/http. The simulator shares nothing with the provider.
 *
 * `import()` and `require()` are not checked: they load what one call needs, when it needs it.
 */
import { dirname, join, relative, sep } from "node:path";

const errors = [
  "provider/errors",
  ...["secret", "quoted", "addresses", "names", "collections"].map((name) => `provider/values/${name}`),
];
const clients = ["provider/gateway", "provider/replicator"];
const base = ["provider/errors", "provider/values"];
const reading = [...clients, "provider/config", ...base];
const view = ["cli", "sdk/model", ...base, "provider/config", "provider/registry"];

/**
 * The rooms of the project by their path, each with the folders and files that its files may import; only types after
 * `type:`. A file belongs to the room with the longest path that contains it, and may always import files of its own
 * room. docs/internals/architecture.md has the reasons.
 *
 * @type {Record<string, string[]>}
 */
export const rooms = {
  "provider/values": ["provider/errors", "type:provider/gateway"],
  "provider/errors": ["provider/values"],
  "provider/http": [...errors, "provider/values/schema", "provider/values/numbers"],
  "provider/gateway": ["provider/http", ...base, "type:provider/config"],
  "provider/replicator": ["provider/http", ...base, "type:provider/config"],
  "provider/client": [...clients, "provider/http", "provider/values/rule", ...errors],
  "provider/report": ["provider/gateway", ...base],
  "provider/config": ["provider/http", ...base],
  "provider/kinds": [...base, ...clients],
  "provider/registry": ["provider/errors/refusal", "type:provider/kinds"],
  "provider/lifecycle": [
    ...["provider/registry", "provider/kinds/adoption", ...base, "provider/http/options"],
    ...["type:provider/config", "type:provider/kinds", "type:provider/replicator", "type:provider/gateway"],
  ],
  "provider/engine": ["provider/plugin/wire"],
  "provider/dynamic": ["provider/lifecycle", "provider/config", ...base, "type:provider/kinds", "type:provider/engine"],
  "provider/plugin": [
    ...[
      "provider/lifecycle",
      "provider/config",
      ...base,
      "provider/registry",
      "provider/engine",
      "provider/dynamic/engine-watch",
    ],
    ...["type:provider/kinds", "type:provider/functions"],
  ],
  "provider/index": ["provider/dynamic", "provider/registry"],
  "provider/functions": [...reading, "provider/lifecycle/appliances", "type:provider/kinds"],

  sdk: [
    ...["seccodes", "marks", "collections", "misspelling"].map((name) => `provider/values/${name}`),
    ...["type:provider", "type:sdk/model", "type:sdk/declared"],
  ],
  "sdk/model": ["provider/values", "provider/kinds"],
  "sdk/declared": ["provider/values", "provider/registry", "provider/lifecycle/run"],

  cli: [
    ...[
      "cli",
      "sdk/model",
      "sdk/declared",
      "sdk/plain",
      "provider/client",
      ...reading,
      "provider/report",
      "provider/lifecycle",
    ],
    "provider/registry",
  ],
  "cli/lazy": ["cli", "sdk/model", ...reading, "provider/report", "type:simulator"],
  "cli/output": ["provider/values/secret", "sdk/node-fault"],
  "cli/fleet": ["cli", "sdk/load-model", "sdk/site-template", "sdk/model", "provider/values", "provider/config"],
  "cli/site": [
    ...[...reading, "provider/client", "cli/lazy", "cli/output", "sdk/model", "provider/lifecycle"],
    ...["provider/registry", "provider/kinds"],
  ],
  "cli/engine": view,
  "cli/picture": view,
  "cli/summary": [...view, "type:provider/kinds"],
  "cli/commands/simulate": ["cli", "simulator", "provider/values"],

  simulator: [],
  examples: [],
};

/**
 * @typedef {object} Package
 * @property {RegExp} name
 * @property {string[]} in rooms and files that may import it; only types after `type:`
 * @property {string} why
 */

/** Packages that not every room may import. @type {Package[]} */
export const packages = [
  { name: /^undici$/u, in: ["provider/http", "provider/gateway/client"], why: "Only provider/http sends." },
  { name: /^undici\//u, in: [], why: "undici's own files may change without notice." },
  {
    name: /^(?:node:)?(?:https?|http2|net|tls)$/u,
    in: ["provider/http", "provider/dynamic/engine-watch", "simulator", "cli/commands", "examples"],
    why: "Only provider/http opens connections to appliances.",
  },
  {
    name: /^@pulumi\/pulumi\/proto\//u,
    in: ["provider/plugin", "provider/engine", "cli/commands/check"],
    why: "Only the plugin and the rehearsal of a program speak the engine's protocol.",
  },
  {
    name: /^@pulumi\//u,
    in: [...["sdk", "examples", "cli/fleet"], ...["type:provider/dynamic", "type:provider/index"]],
    why: "Pulumi's SDK takes 600 ms to load: the provider only needs its types.",
  },
  {
    name: /^#zod$/u,
    in: ["provider", "sdk/model", "cli", "simulator", "type:sdk"],
    why: "Importing the SDK must not load zod.",
  },
  {
    name: /^(?:cli-table3|picocolors(?:\/.*)?|(?:node:)?(?:readline(?:\/promises)?|console|tty))$/u,
    in: ["cli/output"],
    why: "Only output/ prints, asks and draws: it makes every text safe.",
  },
  {
    name: /^(?:node:)?stream(?:\/promises)?$/u,
    in: ["cli/output", "provider", "simulator", "type:cli"],
    why: "Only output/ has the streams: it makes every text safe.",
  },
  { name: /^zod$/u, in: [], why: "Import #zod: it loads in a third of the time." },
  { name: /^pulumi-flowgate(?:\/|$)/u, in: ["examples"], why: "Import the file: this is the package." },
];

/** Whether a path is an entry of a list, or below one. */
const isBelow = (/** @type {string} */ path, /** @type {string} */ entry) =>
  path === entry || path.startsWith(`${entry}/`);

/** @param {string} path @param {string[]} list @param {boolean} isType */
const isAllowed = (path, list, isType) =>
  list.some((entry) => (entry.startsWith("type:") ? isType && isBelow(path, entry.slice(5)) : isBelow(path, entry)));

/** The room of a file, by its path below the root without ending. @param {string} path */
function roomOf(path) {
  const names = Object.keys(rooms).filter((name) => isBelow(path, name));
  return names.sort((one, other) => other.length - one.length)[0];
}

/** @type {import("eslint").Rule.RuleModule} */
const allowed = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const path = relative(context.cwd, context.filename).split(sep).join("/").replace(/\.ts$/u, "");
    const room = roomOf(path);
    /** @param {any} node */
    const check = (node) => {
      const name = node.source?.value;
      if (typeof name !== "string" || room === undefined) return;
      const isType = isTypeOnly(node);
      const message = name.startsWith(".") ? ofFile(path, room, name, isType) : ofPackage(path, name, isType);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

/** @param {any} node */
function isTypeOnly(node) {
  if (node.type === "TSImportType" || node.importKind === "type" || node.exportKind === "type") return true;
  /** @type {{ importKind?: string; exportKind?: string }[]} */
  const names = node.specifiers ?? [];
  return names.length > 0 && names.every((one) => (one.importKind ?? one.exportKind) === "type");
}

/** @param {string} path @param {string} room @param {string} name @param {boolean} isType */
function ofFile(path, room, name, isType) {
  const target =
    join(dirname(path), name)
      .split(sep)
      .join("/")
      .replace(/\/index$/u, "") || ".";
  if (roomOf(target) === room || roomOf(`${target}/index`) === room) return undefined;
  const may = rooms[room] ?? [];
  if (isAllowed(target, may, isType)) return undefined;
  const list = may.join(", ") || "its own files";
  return `${room} may not import ${target}, only ${list}. The reason is in docs/internals/architecture.md.`;
}

/** @param {string} path @param {string} name @param {boolean} isType */
function ofPackage(path, name, isType) {
  const one = packages.find((each) => each.name.test(name));
  if (one === undefined || isAllowed(path, one.in, isType)) return undefined;
  return `${path} may not import ${name}. ${one.why} These may: ${one.in.join(", ") || "none"}.`;
}

/** ESLint's plugin with the rule `rooms/imports`. */
export const plugin = { rules: { imports: allowed } };
