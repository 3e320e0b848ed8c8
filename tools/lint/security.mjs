/** Rules of the security checklist that can be checked in the syntax of a program. */

/** @typedef {{ selector: string; message: string }} Ban */

/** Bans in every folder. @type {Ban[]} */
const everywhere = [
  {
    selector: "ExportDefaultDeclaration",
    message: "Export by name. A default export can get a different name in each file that imports it.",
  },
  // Without enums, there is nothing that `no-unsafe-enum-assignment` could find.
  { selector: "TSEnumDeclaration", message: "Use a union of literals: it needs no import, and is what JSON holds." },
];

/** @type {Ban[]} */
const noUncheckedTls = [
  "Property[key.name='rejectUnauthorized']:not([value.value=true])",
  "AssignmentExpression[left.property.name='rejectUnauthorized']:not([right.value=true])",
].map((selector) => ({ selector, message: "Verify certificates. Only provider/http/tls.ts may decide otherwise." }));
/** @type {Ban} */
const noUncheckedTlsForProcess = {
  selector: "AssignmentExpression[left.property.name='NODE_TLS_REJECT_UNAUTHORIZED']",
  message: "This switches off verification for the whole process.",
};

/** @type {Ban} */
const noBarrel = {
  selector: "ExportAllDeclaration",
  message: "No barrels in provider/. Import from the file that defines the name.",
};

const formMethods = "CallExpression[callee.property.name=/^(?:append|set)$/]";
/** @type {Ban[]} */
const formBodies = [
  {
    selector: `${formMethods} > :matches(TemplateLiteral[expressions.length>0], BinaryExpression[operator='+']).arguments`,
    message:
      "Pass form values unchanged, and JSON through JSON.stringify. A value can break out of a concatenated text.",
  },
  {
    selector:
      "Property[key.name='body'] > :matches(TemplateLiteral[expressions.length>0], BinaryExpression[operator='+']).value",
    message: "A body is FormData or the result of JSON.stringify, never a concatenated text.",
  },
  {
    selector: "NewExpression[callee.name='URLSearchParams']",
    message: "The gateway expects multipart forms. Use FormData.",
  },
];

/** @type {Ban[]} */
const destructive = [
  {
    selector: "Literal[value=/\\b(?:deleteAll|allremove)\\b/i]",
    message:
      "deleteAll and allremove also remove what others created. Only the clients may have them; resources never call them.",
  },
];

/** @type {Ban[]} */
const merging = [
  {
    selector: "CallExpression[callee.object.name='Object'][callee.property.name=/^(?:assign|setPrototypeOf)$/]",
    message:
      "An answer may have a key __proto__, which Object.assign follows. Name the keys, or use a Map (keyed in http/schemas.ts).",
  },
  {
    selector: "MemberExpression[property.name=/^__(?:proto|(?:define|lookup)[GS]etter)__$/]",
    message: "Names like __proto__ are data here. Never read or set a prototype.",
  },
];

const throughTheLayer =
  "Only output/ writes to a stream, because it makes every text safe for a terminal. Use the Terminal.";
const streamMethods = "/^(?:write|writev|_write|pipe|pipeTo|pipeThrough|question)$/";
const processStreams = "/^(?:stdout|stderr|stdin|emitWarning|_rawDebug)$/";
const layerModules =
  "/^(?:cli-table3|picocolors|(?:node:)?(?:readline|readline.promises|console|tty|stream|stream.promises))$/";

/** Only output/ prints, asks or draws. @type {Ban[]} */
const aroundTheLayer = [
  ...[
    `MemberExpression[property.name=${streamMethods}]`,
    `MemberExpression > Literal.property[value=${streamMethods}]`,
    `ObjectPattern > Property[key.name=${streamMethods}]`,
    "CallExpression[callee.property.type='Identifier'][callee.property.name='end'][arguments.length>0]",
    `MemberExpression[object.name='process'][property.name=${processStreams}]`,
    `MemberExpression[object.name='process'] > Literal.property[value=${processStreams}]`,
    `VariableDeclarator[init.name='process'] > ObjectPattern > Property[key.name=${processStreams}]`,
    "Identifier[name='console']",
    `:matches(ImportExpression, CallExpression[callee.name='require']) > Literal[value=${layerModules}]`,
    "CallExpression[callee.name=/^(?:write|append)/] > Literal[raw=/^[12]$/]",
  ].map((selector) => ({ selector, message: throughTheLayer })),
  {
    selector: "Literal[value=/^(?:inherit|.dev.(?:stdout|stderr|tty|fd.*))$/]",
    message: "A child process must not print by itself. Capture its output, and print it with the Terminal.",
  },
  {
    selector: ":matches(TSAsExpression, TSTypeAssertion) TSTypeReference[typeName.name=/^(?:Markdown|Mermaid|Html)$/]",
    message: "Only output/ creates Markdown: code() for foreign text, prose`` for the program's own words.",
  },
];

const tls = [...noUncheckedTls, noUncheckedTlsForProcess];
const clients = ["provider/gateway/**/*.ts", "provider/replicator/**/*.ts"];
const transport = ["provider/http/**/*.ts"];
/** Other modules that process data from appliances. */
const readers = ["provider/report/**/*.ts", "provider/functions/**/*.ts"];

/**
 * One entry per folder. If several configurations match a file, ESLint uses only the last one's options, so they are
 * combined here.
 *
 * @type {{ files: string[]; ignores?: string[]; bans: Ban[] }[]}
 */
export const syntaxBans = [
  {
    files: ["**/*.ts", "**/*.mjs"],
    ignores: ["provider/**", "sdk/**", "cli/**"],
    bans: [...everywhere, ...tls],
  },
  { files: ["cli/**/*.ts"], ignores: ["cli/output/**"], bans: [...everywhere, ...tls, ...aroundTheLayer] },
  { files: ["sdk/**/*.ts"], bans: [...everywhere, ...tls, ...destructive] },
  {
    files: ["provider/**/*.ts"],
    ignores: [...clients, ...transport, ...readers],
    bans: [...everywhere, ...tls, noBarrel, ...destructive],
  },
  {
    files: transport,
    ignores: ["provider/http/tls.ts"],
    bans: [...everywhere, ...tls, noBarrel, ...merging, ...destructive],
  },
  { files: ["provider/http/tls.ts"], bans: [...everywhere, noUncheckedTlsForProcess, noBarrel, ...merging] },
  { files: clients, bans: [...everywhere, ...tls, noBarrel, ...merging, ...formBodies] },
  { files: readers, bans: [...everywhere, ...tls, noBarrel, ...merging, ...destructive] },
];
