/**
 * Rules for imports between folders. The allowed direction: cli, sdk -> provider/{gateway,replicator,appliance} ->
 * provider/http. Kinds know neither HTTP nor Pulumi; the simulator shares nothing with the provider.
 */

/**
 * @typedef {object} Ban
 * @property {string} regex pattern of forbidden imports
 * @property {string} message the reason, and the alternative
 * @property {boolean} [allowTypeImports]
 * @property {string[]} [importNames] only these names; all by default
 */

/**
 * @typedef {object} Zone
 * @property {string[]} files
 * @property {string[]} [ignores]
 * @property {Ban[]} bans
 */

/**
 * Pattern of a relative import of one of these folders or files of the clone, independent of the importing file.
 *
 * @param {string} names separated by `|`
 */
const to = (names) => String.raw`^\.\.?/(?:.*/)?(?:${names})(?:/|$)`;

/**
 * Pattern of an import of something above the importing file: inside provider/appliance/, `./gateway` is another file.
 *
 * @param {string} names separated by `|`
 */
const up = (names) => String.raw`^(?:\.\./)+(?:${names})(?:/|$)`;

const pulumi = "^@pulumi/";
const http = String.raw`^(?:node:)?(?:https?|http2|net|tls)$`;
const undici = "^undici(?:/|$)";

/** @type {Ban} */
const noUndici = {
  regex: undici,
  message: "Only provider/http knows undici: one place for TLS, deadlines and the outcome of a request.",
};
/** @type {Ban} */
const noHttp = { regex: http, message: "Only provider/http opens connections; call a client's method." };
/** @type {Ban} */
const noPulumi = { regex: pulumi, message: "What is particular to Pulumi stays in provider/dynamic/host.ts and sdk/." };

/** Bans in all of provider/. @type {Ban[]} */
const provider = [
  {
    regex: to("simulator"),
    message: "The simulator is the oracle of the tests: code shared with the provider would hide mistakes of both.",
  },
  {
    regex: `${to("sdk|cli|output|examples|tests|bench|tools")}|^pulumi-flowgate(?:/|$)`,
    message: "Arrows point from sdk and cli to provider, never back.",
  },
  {
    regex: undici,
    importNames: ["fetch"],
    message: "fetch follows redirects and inflates what it gets; use request of provider/http.",
  },
];

/** Modules that print, ask or draw, or that pass streams to such modules. @type {Ban[]} */
const layer = [
  {
    regex: "^(?:cli-table3|listr2|picocolors|(?:node:)?(?:readline(?:/promises)?|console|tty))(?:/|$)",
    message: "Only output/ prints, asks and draws: there every text is made safe. Use the Terminal.",
  },
  {
    regex: "^(?:node:)?stream(?:/promises)?$",
    allowTypeImports: true,
    message: "Only output/ has the streams: what is printed goes through the Terminal.",
  },
];

/** Bans in all of cli/. @type {Ban[]} */
const command = [
  ...layer,
  {
    regex: to(
      "provider/http(?!/certificate-words$)|provider/resources|provider/dynamic|provider/lifecycle(?!/declared$)|provider/registry",
    ),
    message: "The command uses the clients and the appliances, nothing below or beside them.",
  },
  noUndici,
];

/**
 * Bans in all of fleet/: it runs stacks regardless of what their programs declare, and contacts no appliance.
 *
 * @type {Ban[]}
 */
const fleet = [
  ...layer,
  {
    regex: `${to("simulator|sdk|cli|examples|tests|bench|tools")}|^pulumi-flowgate(?:/|$)`,
    message: "Arrows point from cli to fleet; a fleet knows stacks, not what is in them.",
  },
  {
    regex: to("provider(?!/values/|/errors/refusal$)"),
    message: "A fleet talks to the engine only; of the provider it shares how values are checked and told.",
  },
  noUndici,
  noHttp,
];

/** Files of a fleet must be private. @type {Ban} */
const noOpenFiles = {
  regex: "^(?:node:)?fs(?:/promises)?$",
  importNames: [
    ...["appendFile", "copyFile", "cp", "createWriteStream", "default", "mkdir", "mkdtemp", "open", "promises"],
    ...[
      "writeFile",
      "appendFileSync",
      "copyFileSync",
      "cpSync",
      "mkdirSync",
      "mkdtempSync",
      "openSync",
      "writeFileSync",
    ],
  ],
  message: "Only lib/fleet/private.ts makes folders and files: what a fleet writes is for its owner only.",
};

/** `summary` compares states like the kinds do: it may import their schemas, and contacts no appliance. */
const summarizes = ["cli/summary/**/*.ts"];

/** @type {Ban[]} */
const summary = [
  ...layer,
  {
    regex: to("provider/(?!registry$|resource$|values/|config/environment$).*"),
    message: "A summary is made of what the engine printed and the schemas of the kinds, nothing else.",
  },
  { regex: to("simulator"), message: "What works on previews must not bring appliances along." },
  noUndici,
  noHttp,
];

/** The command `simulate` runs the simulator, which cli/lazy.ts loads for it. */
const simulates = ["cli/commands/simulate.ts", "cli/commands/simulate/**/*.ts"];

/** A rehearsal runs an update on simulated appliances, which cli/lazy.ts loads for it. */
const rehearses = ["cli/rehearsal/**/*.ts"];

/** @type {Zone[]} */
export const zones = [
  {
    files: ["lib/lock-file.ts"],
    bans: [
      {
        regex: String.raw`^\.\./|^pulumi-flowgate(?:/|$)`,
        message: "lib/ serves folders that share nothing else, the simulator among them: it imports nothing of ours.",
      },
    ],
  },
  {
    files: ["provider/*.ts", "provider/config/**/*.ts", "provider/values/**/*.ts", "provider/errors/**/*.ts"],
    ignores: ["provider/index.ts", "provider/client.ts"],
    bans: [...provider, noUndici, noHttp, noPulumi],
  },
  {
    files: ["provider/client.ts"],
    bans: [
      ...provider,
      noPulumi,
      {
        regex: to("resources|appliance|dynamic|lifecycle|registry"),
        message: "The clients stand alone, without Pulumi.",
      },
    ],
  },
  {
    files: ["provider/dynamic/**/*.ts", "provider/index.ts"],
    bans: [
      ...provider,
      noUndici,
      noHttp,
      { ...noPulumi, allowTypeImports: true, message: "The SDK is large: the provider process only needs its types." },
    ],
  },
  {
    files: ["provider/plugin/**/*.ts"],
    bans: [
      ...provider,
      noUndici,
      noHttp,
      {
        regex: String.raw`^@pulumi/(?!pulumi/proto/)`,
        message: "The SDK is large: the plugin speaks its wire protocol only, by the generated messages.",
      },
      { regex: up("dynamic/host"), message: "The plugin and the dynamic host are two hosts: neither knows the other." },
    ],
  },
  {
    files: ["provider/lifecycle/**/*.ts"],
    bans: [
      ...provider,
      noUndici,
      noHttp,
      noPulumi,
      { regex: to("dynamic"), message: "The lifecycle serves every host: it knows none of them." },
      {
        regex: to("gateway|replicator"),
        message: "The lifecycle composes a kind's calls, it makes none.",
        allowTypeImports: true,
      },
    ],
  },
  {
    files: ["provider/http/**/*.ts"],
    bans: [
      ...provider,
      noPulumi,
      {
        regex: up(
          "gateway|replicator|appliance|resources|values(?!/(?:secret|shell|flag)$)|config|dynamic|lifecycle|registry|resource|index|client",
        ),
        message: "provider/http is the lowest layer: it knows requests, not who sends them.",
      },
    ],
  },
  {
    files: ["provider/recorded/**/*.ts"],
    bans: [
      ...provider,
      noUndici,
      noHttp,
      noPulumi,
      {
        regex: up(
          "gateway|replicator|appliance|resources|values(?!/(?:secret|shell|flag)$)|config|dynamic|lifecycle|registry|resource|index|client",
        ),
        message: "What is recorded are requests and answers: it knows neither who asks nor what they mean.",
      },
    ],
  },
  ...client("gateway", "replicator"),
  ...client("replicator", "gateway"),
  {
    files: ["provider/appliance/**/*.ts"],
    bans: [
      ...provider,
      noUndici,
      noHttp,
      noPulumi,
      {
        regex: up("resources|dynamic|lifecycle|registry|index|client"),
        message: "An appliance serves kinds; it does not know which there are.",
      },
    ],
  },
  {
    files: ["provider/resources/**/*.ts"],
    bans: [
      ...provider,
      noUndici,
      noHttp,
      noPulumi,
      { regex: up("http"), message: "A kind knows its client's methods and nothing of HTTP." },
      {
        regex: up("dynamic|lifecycle|registry|index|client|config"),
        message: "A kind is data for the lifecycle, which calls it.",
      },
      { regex: up("appliance"), allowTypeImports: true, message: "A kind gets its appliance from the lifecycle." },
    ],
  },
  {
    files: ["provider/report/**/*.ts"],
    bans: [
      ...provider,
      noUndici,
      noHttp,
      noPulumi,
      {
        regex: up(
          "http|replicator|appliance|resources|functions|config|dynamic|lifecycle|registry|resource|index|client",
        ),
        message: "A report is questions to the gateway's client and what becomes of the answers, nothing else.",
      },
    ],
  },
  {
    files: ["provider/functions/**/*.ts"],
    bans: [
      ...provider,
      noUndici,
      noHttp,
      noPulumi,
      {
        regex: up("http|dynamic|lifecycle|registry|resource|index|client"),
        message: "Functions read through the clients; they know no resource's life and no host.",
      },
    ],
  },
  {
    files: ["lib/model/**/*.ts"],
    bans: [
      {
        regex: `${to("sdk|cli|fleet|simulator|examples|tests|bench|tools")}|^pulumi-flowgate(?:/|$)`,
        message: "A model is plain data: who declares or shows it comes to it, never the other way.",
      },
      {
        regex: to("provider/(?!values|resources)[^/]+"),
        message: "A model knows what a kind takes and which values are allowed, nothing of how it is sent.",
      },
      noUndici,
      noHttp,
      noPulumi,
    ],
  },
  {
    files: ["sdk/**/*.ts"],
    bans: [
      {
        regex: to("model/[^/]+"),
        allowTypeImports: true,
        message: "Only a program with a site model loads zod and yaml: sdk/model.ts requires it when it is used.",
      },
      {
        regex: to("simulator|cli|examples|tests|bench|tools"),
        message: "A program that imports the SDK must not load this.",
      },
      {
        // The table of seccodes and the marks of Pulumi values have no imports of their own.
        regex: to("provider(?!/values/(?:seccodes|marks)$)"),
        allowTypeImports: true,
        message: "Classes need only types of provider; functions load their client when called: await import(...).",
      },
      {
        regex: `${undici}|^zod(?:/|$)`,
        allowTypeImports: true,
        message: "Loading the SDK must pull in neither zod nor undici.",
      },
      noHttp,
    ],
  },
  {
    files: ["simulator/**/*.ts"],
    bans: [
      {
        regex: `${up("provider|sdk|cli|output|examples|tests|bench|tools")}|^pulumi-flowgate(?:/|$)`,
        message: "The simulator is the oracle of the tests: it shares no code with what it judges.",
      },
      { regex: pulumi, message: "The simulator plays the appliances, which know nothing of Pulumi." },
    ],
  },
  {
    files: ["cli/**/*.ts"],
    ignores: [...simulates, ...summarizes, ...rehearses],
    bans: [...command, { regex: to("simulator"), message: "What works on appliances must not bring its own along." }],
  },
  { files: simulates, bans: command },
  {
    files: rehearses,
    bans: [
      ...command,
      {
        regex: to("simulator"),
        allowTypeImports: true,
        message: "Only cli/lazy.ts loads the simulator, when it is used.",
      },
    ],
  },
  { files: summarizes, bans: summary },
  {
    files: ["lib/fleet/**/*.ts"],
    ignores: ["lib/fleet/engine.ts", "lib/fleet/stacks.ts", "lib/fleet/private.ts"],
    bans: [
      ...fleet,
      noOpenFiles,
      {
        regex: pulumi,
        allowTypeImports: true,
        message: "Only lib/fleet/stacks.ts and lib/fleet/engine.ts start the engine.",
      },
    ],
  },
  {
    files: ["lib/site/**/*.ts"],
    bans: [
      ...layer,
      {
        regex: `${to("simulator|sdk|cli|output|fleet|examples|tests|bench|tools")}|^pulumi-flowgate(?:/|$)`,
        message: "Arrows point from cli to site: it reads what appliances hold and says it as plain data.",
      },
      { regex: to("provider/(?:http|dynamic)"), message: "A site is read through the lifecycle and the appliances." },
      noUndici,
      noHttp,
      noPulumi,
    ],
  },
  { files: ["lib/fleet/engine.ts", "lib/fleet/stacks.ts"], bans: [...fleet, noOpenFiles] },
  { files: ["lib/fleet/private.ts"], bans: [...fleet, noPulumi] },
  {
    files: ["lib/output/**/*.ts"],
    bans: [
      {
        regex: `${up("cli|fleet|model|site|sdk|simulator|examples|tests|bench|tools")}|^pulumi-flowgate(?:/|$)`,
        message: "Whoever prints comes to output/; it knows texts, not what they are about.",
      },
      {
        regex: to("provider(?!/values/secret$)"),
        message: "Of the provider it shares what is taken out of foreign text, nothing else.",
      },
      noUndici,
      noHttp,
      noPulumi,
    ],
  },
  {
    files: ["bench/**/*.ts"],
    bans: [
      {
        regex: up("provider|sdk|simulator|cli|examples|tests|tools|dist"),
        message: 'The bench measures the package as it is installed: import "pulumi-flowgate".',
      },
      {
        regex: "^pulumi-flowgate/(?:client|provider)$",
        message: "The scripts that it compares with must not be made of what they are compared with.",
      },
    ],
  },
  {
    files: ["examples/**/*.ts"],
    bans: [
      {
        regex: to("provider|sdk|simulator|cli|tests|bench|tools"),
        message: 'An example is a user\'s program: it imports "pulumi-flowgate".',
      },
    ],
  },
];

/**
 * @param {string} own
 * @param {string} other
 * @returns {Zone[]}
 */
function client(own, other) {
  return [
    {
      files: [`provider/${own}/**/*.ts`],
      bans: [
        ...provider,
        noHttp,
        noPulumi,
        { regex: `${undici.slice(0, -"(?:/|$)".length)}/`, message: noUndici.message },
        {
          regex: undici,
          // The body of a form post is an instance of undici's class; only the transport uses everything else of
          // undici.
          importNames: [
            "request",
            "Agent",
            "Pool",
            "Client",
            "ProxyAgent",
            "Dispatcher",
            "setGlobalDispatcher",
            "stream",
          ],
          message: noUndici.message,
        },
        {
          regex: up(
            `${other}|appliance|resources|values(?!/(?:secret|shell|flag)$)|config|dynamic|lifecycle|registry|resource|index|client`,
          ),
          message: "A client knows one appliance's API and the transport, nothing else.",
        },
      ],
    },
  ];
}
