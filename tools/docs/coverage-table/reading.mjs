/**
 * Differences between the results of the clients and the answers in the documents. All other fields have their
 * documented name and place in the result.
 *
 * @typedef {object} Reading
 * @property {string} [unwrap] the key that wraps the answer
 * @property {Readonly<Record<string, string>>} [renamed] field of the document to field of the result
 * @property {Readonly<Record<string, string>>} [unread] field of the document to the reason why it is not read
 */

const success = "any other answer than success is thrown as an error";
/** @type {Reading} */
const status = {
  renamed: { "<component>": "components.<component>", "replicator license": "licenseDaysLeft" },
  unread: { result: success },
};
/** @type {Reading} */
const data = { unwrap: "data" };

/** By key of the entry. @type {Readonly<Record<string, Reading | undefined>>} */
export const readings = {
  "user_api/createUser": data,
  "user_api/delUsers": { ...data, renamed: { "data[]": "[].message" } },
  "user_api/delUser": { ...data, renamed: { "data[]": "[].message" } },
  "user_api/createUsergroup": data,
  "user_api/delUsergroups": { ...data, renamed: { "data[]": "[].message" } },
  "user_api/membership": data,
  "user_api/prefs": data,
  "user_api/permissions": data,
  "user_api/permission": data,
  "user_api/changeUsername": { renamed: { "data.message": "" } },
  "report_api/get": { unwrap: "report" },
  "/dnscheck/[ip]": { unwrap: "dnscheck" },
  "/exporter/noprofile/[filter]": {
    unwrap: "noprofile",
    unread: { "noprofile.total": "it is the size of the map that is given" },
  },
  "/show/status": status,
  "/show/[entity]/[filter] status": status,
  "/show/collector/[ip]": { unwrap: "collector.<ip>" },
  "/show/[entity]/[filter] collectors": { unwrap: "collector" },
  "/version": { renamed: { "<free text>": "fields.<free text>" } },
};

/**
 * The path in the result of the client's method for a field of an answer.
 *
 * @param {Reading} reading
 * @param {string} field
 */
export function placeOf({ unwrap, renamed = {} }, field) {
  const place = renamed[field];
  if (place !== undefined) return place;
  if (unwrap === undefined || !field.startsWith(unwrap)) return field;
  return field.slice(unwrap.length).replace(/^\./u, "");
}
