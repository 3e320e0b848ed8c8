import type { OperationClass } from "../http/request";
import type { gatewayOperationNames } from "../errors/operation-names";

/**
 * Every action of the gateway that the client sends, with what may happen if it is sent twice. `converging` means that
 * a repetition changes nothing more. Its answer may still be a refusal ("0 matched"), which the caller verifies.
 */
export const gatewayOperations = {
  "ipgroups/saveRule": "creating",
  // A repetition would add the rules in `added` a second time.
  "ipgroups/update": "creating",
  "ipgroups/loadTreeRootFast": "read",
  "ipgroups/search": "read",
  "ipgroups/loadRules": "read",
  "ipgroups/deleteRule": "converging",
  "ipgroups/delete": "converging",
  "ipgroups/deleteAll": "converging",
  "user_api/createUser": "creating",
  "user_api/delUsers": "converging",
  "user_api/delUser": "converging",
  "user_api/createUsergroup": "creating",
  "user_api/delUsergroups": "converging",
  "user_api/membership": "converging",
  "user_api/prefs": "converging",
  "user_api/permissions": "converging",
  "user_api/permission": "converging",
  "user_api/changeUsername": "converging",
  "report_api/get": "read",
} as const satisfies Readonly<Record<keyof typeof gatewayOperationNames, OperationClass>>;

/** `<run mode>/<action>`, as the gateway spells both. */
export type GatewayAction = keyof typeof gatewayOperations;
