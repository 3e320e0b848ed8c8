/**
 * Which imports are allowed, as lists: what is not listed is refused. The direction: cli, sdk -> provider/lifecycle ->
 * provider/kinds -> provider/{gateway,replicator} -> provider/http. The simulator shares nothing with the provider.
 *
 * `import()` and `require()` are not checked: they load what one call needs, when it needs it.
 */
import { dirname, join, relative, sep } from "node:path";

/**
 * @typedef {object} Room
 * @property {string[]} may folders and files of the project that its files may import; only types after `type:`
 * @property {string} why the reason, for the message
 */

const errors = [
  "provider/errors",
  ...["secret", "quoted", "addresses", "names", "collections"].map((name) => `provider/values/${name}`),
];
const clients = ["provider/gateway", "provider/replicator"];
const reading = [...clients, "provider/config", "provider/errors", "provider/values"];
const view = ["cli", "sdk/model", "provider/errors", "provider/values", "provider/config"];

/**
 * The rooms of the project by their path. A file belongs to the room with the longest path that contains it, and may
 * always import files of its own room.
 *
 * @type {Record<string, Room>}
 */
export const rooms = {
  "cli/output": {
    may: ["provider/values/secret", "provider/values/node-version"],
    why: "It makes texts safe and knows nothing of their subject.",
  },
  "sdk/model": {
    may: ["provider/values", "provider/kinds"],
    why: "A site model is plain data and sends nothing.",
  },
  "cli/fleet": {
    may: ["cli", ...["sdk/load-model", "sdk/site-template", "sdk/model"], "provider/values", "provider/config"],
    why: "A fleet runs stacks and contacts no appliance.",
  },
  "cli/site": {
    may: [
      ...[...reading, "provider/client", "cli/lazy", "cli/output", "sdk/model", "provider/lifecycle"],
      ...["provider/registry", "provider/kinds"],
    ],
    why: "A site is read through the lifecycle and the appliances.",
  },

  "provider/values": { may: ["provider/errors", "type:provider/gateway"], why: "Values know no appliance." },
  "provider/errors": { may: ["provider/values"], why: "Errors know no appliance." },
  "provider/http": { may: errors, why: "provider/http is the lowest layer: it knows no client." },
  "provider/gateway": {
    may: ["provider/http", "provider/errors", "provider/values", "type:provider/config"],
    why: "A client knows one appliance's API.",
  },
  "provider/replicator": {
    may: ["provider/http", "provider/errors", "provider/values", "type:provider/config"],
    why: "A client knows one appliance's API.",
  },
  "provider/client": {
    may: [...clients, "provider/http", ...errors],
    why: "The clients work without Pulumi and without the resources.",
  },
  "provider/report": {
    may: ["provider/gateway", "provider/errors", "provider/values"],
    why: "A report uses only the gateway's client.",
  },
  "provider/config": {
    may: ["provider/http", ...clients, "provider/errors", "provider/values"],
    why: "The configuration opens no connection.",
  },
  "provider/kinds": {
    may: ["provider/errors", "provider/values", ...clients],
    why: "A kind gets its appliance from the lifecycle, and knows neither HTTP nor the hosts.",
  },
  "provider/registry": { may: ["type:provider/kinds"], why: "Kinds load on first use." },
  "provider/lifecycle": {
    may: [
      ...[
        "provider/registry",
        "provider/kinds/adoption",
        "provider/errors",
        "provider/values",
        "provider/http/options",
      ],
      ...["type:provider/config", "type:provider/kinds", "type:provider/replicator", "type:provider/gateway"],
    ],
    why: "The lifecycle serves every host and every kind, and calls no client.",
  },
  "provider/dynamic": {
    may: ["provider/lifecycle", "provider/config", "provider/errors", "provider/values", "type:provider/kinds"],
    why: "A host fits the lifecycle to Pulumi.",
  },
  "provider/plugin": {
    may: [
      ...["provider/lifecycle", "provider/config", "provider/errors", "provider/values"],
      ...["provider/registry", "provider/dynamic/engine-watch", "type:provider/kinds", "type:provider/functions"],
    ],
    why: "A host fits the lifecycle to Pulumi, and does not know the other host.",
  },
  "provider/index": {
    may: ["provider/dynamic", "provider/registry"],
    why: "It is the entry that states refer to.",
  },
  "provider/functions": {
    may: [...reading, "provider/report", "provider/lifecycle/appliances", "type:provider/kinds"],
    why: "Functions read through the clients and know no host.",
  },

  sdk: {
    may: [
      "provider/values/seccodes",
      "provider/values/marks",
      "provider/values/identities",
      "provider/values/misspelling",
      "provider/values/node-version",
      "type:provider",
      "type:sdk/model",
    ],
    why: "Importing the SDK loads no client: a function loads it when it is called, with await import(...).",
  },
  simulator: { may: [], why: "The oracle of the tests shares no code with the provider." },
  cli: {
    may: [
      ...["cli", "sdk/model", "provider/client", ...reading, "provider/report", "provider/lifecycle"],
      "provider/registry",
    ],
    why: "The command uses the clients and the appliances.",
  },
  "cli/lazy": {
    may: ["cli", "sdk/model", ...reading, "provider/report", "type:simulator"],
    why: "It loads what one command needs.",
  },
  "cli/engine": {
    may: ["provider/registry", ...view],
    why: "The readers of the engine know the kinds by name, and contact no appliance.",
  },
  "cli/picture": {
    may: [...view, "provider/registry"],
    why: "A picture is drawn from objects, and contacts no appliance.",
  },
  "cli/summary": {
    may: [...view, "provider/registry", "type:provider/kinds", "provider/lifecycle/declared"],
    why: "A summary reads what the engine printed and contacts no appliance.",
  },
  "cli/commands/simulate": { may: ["cli", "simulator", "provider/values"], why: "It runs the simulator." },

  examples: { may: [], why: 'An example is a user\'s program: import "pulumi-flowgate".' },
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
    in: ["provider/plugin", "cli/commands/check"],
    why: "Only the plugin and the rehearsal of a program speak the engine's protocol.",
  },
  {
    name: /^@pulumi\//u,
    in: [...["sdk", "examples", "cli/fleet"], ...["type:provider/dynamic", "type:provider/index"]],
    why: "Pulumi's SDK takes 600 ms to load: the provider only needs its types.",
  },
  {
    name: /^zod$/u,
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
  const { may, why } = rooms[room] ?? { may: [], why: "" };
  if (isAllowed(target, may, isType)) return undefined;
  return `${room} may not import ${target}. ${why} It may import: ${may.join(", ") || "only its own files"}.`;
}

/** @param {string} path @param {string} name @param {boolean} isType */
function ofPackage(path, name, isType) {
  const one = packages.find((each) => each.name.test(name));
  if (one === undefined || isAllowed(path, one.in, isType)) return undefined;
  return `${path} may not import ${name}. ${one.why} These may: ${one.in.join(", ") || "none"}.`;
}

/** ESLint's plugin with the rule `rooms/imports`. */
export const plugin = { rules: { imports: allowed } };
