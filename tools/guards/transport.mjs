/** @typedef {import("./guard.mjs").Guard} Guard */

const secret = "provider/secret.ts";
const exchange = "provider/http/exchange.ts";

/** What keeps secrets in and hostile peers out. @type {Guard[]} */
export const transportGuards = [
  {
    guard: "redaction: known secrets are taken out of foreign text",
    row: "F75",
    file: secret,
    edits: [{ find: 'for (const secret of longestFirst) clean = clean.replaceAll(secret, "[secret]");', replace: "" }],
    test: { file: "tests/unit/host/secret.test.ts", name: "F75: is shown without any form of a known secret" },
  },
  {
    guard: "redaction of encoded forms",
    row: "F75",
    file: secret,
    edits: [
      {
        find: '[value, encodeURIComponent(value), bytes.toString("base64"), bytes.toString("hex")]',
        replace: '[value, bytes.toString("utf8")]',
      },
    ],
    test: { file: "tests/unit/host/secret.test.ts", name: "F75: is shown without any form of a known secret" },
  },
  {
    guard: "of two secrets, one of which begins the other, the longer is taken out",
    file: secret,
    edits: [{ find: ".sort((first, second) => second.length - first.length)", replace: "" }],
    test: {
      file: "tests/unit/host/secret.test.ts",
      name: "shows no secret that begins another, and not the rest of the longer one",
    },
  },
  {
    guard: "control characters of foreign text are escaped",
    row: "F75",
    file: secret,
    edits: [
      {
        find: 'clean = clean.replace(UNPRINTABLE, (c) => `\\\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);',
        replace: "void UNPRINTABLE;",
      },
    ],
    test: {
      file: "tests/unit/host/secret.test.ts",
      name: "F75: has its control characters escaped, so that it forges no line, no colour and no order",
    },
  },
  {
    guard: "foreign text is cut at 2 KB",
    row: "F75",
    file: secret,
    edits: [{ find: "clean.length > LONGEST_TEXT ?", replace: "clean.length > LONGEST_TEXT * 1_000 ?" }],
    test: { file: "tests/unit/host/secret.test.ts", name: "F75: is cut at 2 KB" },
  },
  {
    guard: "a wrapped secret does not serialise",
    file: secret,
    edits: [
      { find: 'toJSON(): string {\n    return "[secret]";', replace: "toJSON(): string {\n    return this.#value;" },
    ],
    test: { file: "tests/unit/http/secret.test.ts", name: "prints as [secret], however it is printed" },
  },
  {
    guard: "an input that equals a credential is refused",
    file: "provider/lifecycle.ts",
    edits: [
      { find: "if (!isKnownSecret(text)) continue;", replace: 'if (!isKnownSecret(text) || text !== "") continue;' },
    ],
    test: { file: "tests/unit/host/check.test.ts", name: "from the first check on, before anything was sent" },
  },
  {
    guard: "credentials are known as such from the first check on",
    file: "provider/config/configuration.ts",
    edits: [{ find: "for (const value of this.#credentials()) new Secret(value);", replace: "" }],
    test: { file: "tests/unit/host/check.test.ts", name: "from the first check on, before anything was sent" },
  },
  {
    guard: "secret inputs are taken out of the appliance's words",
    file: "provider/lifecycle.ts",
    edits: [
      { find: "this.#conceal(call.inputs);", replace: "" },
      { find: "this.#conceal(call.olds ?? {});", replace: "" },
    ],
    test: {
      file: "tests/lifecycle/user-password.test.ts",
      name: "is not repeated by the error of a deletion, in a run that knows it from the state only",
    },
  },
  {
    guard: "the request log can be read by its owner only",
    file: "provider/http/request-log.ts",
    edits: [{ find: "{ mode: 0o600 }", replace: "{ mode: 0o644 }" }],
    test: {
      file: "tests/unit/http/request-log.test.ts",
      name: "gets one line a request: method, action, status, time; no path, value or body",
    },
  },
  {
    guard: "certificates are verified",
    row: "F3",
    file: "provider/http/tls.ts",
    edits: [{ find: "rejectUnauthorized: verifyChain,", replace: "rejectUnauthorized: verifyChain && pins.size > 0," }],
    test: { file: "tests/unit/http/tls.test.ts", name: "F3: self-signed, without a CA" },
  },
  {
    guard: "TLS pins: a certificate that has none of the fingerprints is refused",
    row: "F4",
    file: "provider/http/tls.ts",
    edits: [{ find: "if (pins.size === 0) return undefined;", replace: "if (pins.size >= 0) return undefined;" }],
    test: { file: "tests/unit/http/tls.test.ts", name: "F4: none of the fingerprints" },
  },
  {
    guard: "TLS 1.2 or later",
    row: "F4",
    file: "provider/http/tls.ts",
    edits: [
      {
        find: 'createSecureContext({ minVersion: "TLSv1.2", ...ca }),\n      minVersion: "TLSv1.2",',
        replace:
          'createSecureContext({ minVersion: "TLSv1", ciphers: "DEFAULT:@SECLEVEL=0", ...ca }),\n      minVersion: "TLSv1",',
      },
    ],
    test: { file: "tests/unit/http/tls.test.ts", name: "F4: %s only is refused, not worth a retry" },
  },
  {
    guard: "http:// only where allowHttp is set",
    row: "F133",
    file: "provider/http/base-url.ts",
    edits: [
      {
        find: 'url.protocol === "http:" && rules.allowHttp !== true',
        replace: 'url.protocol === "" && rules.allowHttp !== true',
      },
    ],
    test: { file: "tests/unit/http/base-url.test.ts", name: "%j is refused: %s" },
  },
  {
    guard: "no credentials in a URL",
    row: "F133",
    file: "provider/http/base-url.ts",
    edits: [{ find: 'if (url.username !== "" || url.password !== "") {', replace: 'if (url.username === "\\n") {' }],
    test: {
      file: "tests/unit/http/base-url.test.ts",
      name: "is refused with credentials in it, and the message does not repeat them",
    },
  },
  {
    guard: "no request leaves the configured URL",
    file: "provider/http/transport.ts",
    edits: [
      {
        find: "if (target?.origin !== base.origin || `${target.pathname}${target.search}` !== path) {",
        replace: 'if (path === "") {',
      },
    ],
    test: { file: "tests/unit/http/limits.test.ts", name: "a path that %s is not sent" },
  },
  {
    guard: "no request names a host of its own",
    file: "provider/http/transport.ts",
    edits: [{ find: 'name.toLowerCase() === "host"', replace: 'name === ""' }],
    test: { file: "tests/unit/http/limits.test.ts", name: "a request that names a host of its own is not sent" },
  },
  {
    guard: "redirects are refused",
    row: "F77",
    file: "provider/http/answer.ts",
    edits: [
      { find: "if (reply.status < 300 || reply.status > 399) return;", replace: "if (reply.status > 0) return;" },
    ],
    test: {
      file: "tests/unit/gateway/client.test.ts",
      name: "F77: http:// that redirects to https:// is refused and not followed",
    },
  },
  {
    guard: "a compressed answer is refused",
    row: "F66",
    file: exchange,
    edits: [{ find: "if (encoding !== undefined &&", replace: "if (encoding === null &&" }],
    test: {
      file: "tests/unit/http/limits.test.ts",
      name: "F66: compressed although identity was asked for is refused without inflating it",
    },
  },
  {
    guard: "a body that is longer than allowed is cut",
    row: "F65",
    file: exchange,
    edits: [{ find: "if (this.#bytes > this.#bounds.responseBytes) {", replace: "if (this.#bytes < 0) {" }],
    test: {
      file: "tests/unit/http/limits.test.ts",
      name: "F65: longer than maxResponseBytes, %s, is cut and said to be so",
    },
  },
  {
    guard: "an answer that drips ends after the total deadline",
    row: "F6",
    file: exchange,
    edits: [{ find: 'this.#after(this.#bounds.totalMs, () => this.#abandon("totalDeadline"));', replace: "" }],
    test: {
      file: "tests/unit/http/transport.test.ts",
      name: "F6: ends after the total deadline when the body drips",
    },
  },
  {
    guard: "silence ends after the header deadline",
    row: "F5",
    file: exchange,
    edits: [
      {
        find: 'this.#after(this.#bounds.headersMs, () => this.#head === undefined && this.#abandon("headersDeadline"));',
        replace: "",
      },
    ],
    test: {
      file: "tests/unit/http/transport.test.ts",
      name: "F5: ends after the header deadline when the server accepts and stays silent",
    },
  },
  {
    guard: "headers over 16 KiB are refused",
    row: "F78",
    file: "provider/http/connector.ts",
    edits: [{ find: "maxHeaderSize: limits.headerBytes,", replace: "maxHeaderSize: limits.headerBytes * 4," }],
    test: { file: "tests/unit/http/limits.test.ts", name: "F78: with a header longer than 16 KiB is refused" },
  },
  {
    guard: "JSON is bounded in depth",
    row: "F68",
    file: "provider/http/json.ts",
    edits: [{ find: "if (open.length > depth) throw", replace: "if (open.length < depth - depth) throw" }],
    test: { file: "tests/unit/http/json.test.ts", name: "F68: nested 100,000 deep is refused without a crash" },
  },
  {
    guard: "a key that comes twice in one object is refused",
    row: "F68",
    file: "provider/http/json.ts",
    edits: [{ find: "if (keys?.has(key) === true) throw", replace: "if (keys?.has(key) === null) throw" }],
    test: {
      file: "tests/unit/http/json.test.ts",
      name: "F68: %s is refused, since two readers may take different ones of the equal keys",
    },
  },
  {
    guard: "names like __proto__ are data",
    row: "F69",
    file: "provider/http/schemas.ts",
    edits: [
      {
        find: "of Object.entries(value)) {\n      if (!accept(key, member)) continue;",
        replace: "of Object.entries(Object.assign({}, value))) {\n      if (!accept(key, member)) continue;",
      },
    ],
    test: { file: "tests/unit/http/answer.test.ts", name: "F69: keyed data becomes a map that holds every key" },
  },
  {
    guard: "an id beyond 2^53 is refused",
    row: "F70",
    file: "provider/http/schemas.ts",
    edits: [
      {
        find: "if (Number.isSafeInteger(number) && number >= 0) return number;",
        replace: "if (number >= 0) return number;",
      },
    ],
    test: {
      file: "tests/unit/http/answer.test.ts",
      name: "F70: ids are equal as number and text, and unsafe ones are refused",
    },
  },
  {
    guard: "path refusal: `.` and `..` are no segment",
    row: "F122",
    file: "provider/replicator/path.ts",
    edits: [
      { find: 'if (text === "." || text === "..") throw', replace: 'if (text === "") throw' },
      { find: "if (new URL(", replace: "if (count < 0 && new URL(" },
    ],
    test: {
      file: "tests/unit/replicator/commands.test.ts",
      name: "F122-F129: makes exactly one segment of any hostile text, or refuses",
    },
  },
  {
    guard: "path refusal: `.` and `..` are no name of a profile",
    row: "F122",
    file: "provider/values/names.ts",
    edits: [{ find: 'if (text === "." || text === "..") return', replace: 'if (text === "") return' }],
    test: { file: "tests/unit/values/names.test.ts", name: "F122, F113, F114" },
  },
  {
    guard: "a value is one segment of a path, whatever is in it",
    row: "F124",
    file: "provider/replicator/path.ts",
    edits: [
      { find: "return encodeURIComponent(text);", replace: "return encodeURI(text);" },
      { find: "if (new URL(", replace: "if (count < 0 && new URL(" },
    ],
    test: {
      file: "tests/unit/replicator/commands.test.ts",
      name: "F122-F129: makes exactly one segment of any hostile text, or refuses",
    },
  },
  {
    guard: "a path is at most 2 KB long",
    row: "F128",
    file: "provider/replicator/path.ts",
    edits: [{ find: "if (built.length > limits.pathBytes) throw", replace: "if (built.length < 0) throw" }],
    test: { file: "tests/unit/replicator/commands.test.ts", name: "F128: refuses a path over 2 KB" },
  },
  {
    guard: "a form field holds nothing that a form changes",
    row: "F125",
    file: "provider/gateway/form.ts",
    edits: [{ find: String.raw`if (/[\r\n\0]|\p{Surrogate}/u.test(value)) {`, replace: 'if (value === "\\n\\n") {' }],
    test: {
      file: "tests/unit/gateway/ip-groups.test.ts",
      name: "F125, F126: a name that a form would change is not sent: %j",
    },
  },
  {
    guard: "a user's name that looks like a number is refused",
    row: "F91",
    file: "provider/values/names.ts",
    edits: [{ find: "INTEGER.test(name) ?", replace: 'name === "" ?' }],
    test: {
      file: "tests/unit/values/names.test.ts",
      name: "F91: a user or user group whose name looks like an integer is refused",
    },
  },
];
