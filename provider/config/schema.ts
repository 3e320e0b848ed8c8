import { z } from "#zod";
import { passwordEncodings } from "../values/secret";
import { connection, filledText, isReadBy } from "../http/options";
import { wholeNumber } from "../values/numbers";
import { oneOf, strict } from "../values/schema";

// `pulumi config set --path` stores text that looks like a number as a number, unless it is a secret.
const textOrNumber = z
  .union([filledText, z.number()], { error: notText })
  .refine((value) => typeof value === "string" || Number.isSafeInteger(value), {
    error: "is a number whose exact digits are lost: set it with --secret, which keeps it as text",
  })
  .transform(String);

/** `pulumi config set` keeps `true` and `false` as booleans. */
function notText({ input }: { input?: unknown }): string {
  return typeof input === "boolean"
    ? `is ${String(input)}, not text: set it with --secret, which keeps it as text`
    : "must be non-empty text";
}

const NO_SHARE =
  "must be a whole number of objects from 0 to 1000000: a provider does not know how many objects the stack has, so " +
  "only flowgate summary --max-deletes and fleets know a share";

/** Options of the management gateway. */
export const gatewaySchema = strict({
  ...connection,
  /** API token (`authToken`). Secret. */
  token: textOrNumber.optional(),
  /** Name of the user that the token belongs to. This user is never deleted. The API has no action that reports it. */
  tokenUser: textOrNumber
    .refine((user) => !/^\d+$/u.test(user), { error: "must be the name of the user: a number protects no user" })
    .optional(),
  /** Path of the API script. Default `/fcgi/svc_fcgi.fcgi`. */
  scriptPath: filledText
    .regex(/^\/[\w./-]+$/u, { error: 'must be an absolute path of letters, digits, "_", ".", "-" and "/"' })
    .optional(),
  /** The word that the product uses for permission type `app`. Default `app`. */
  staticPermissionType: filledText.optional(),
  /** The request field in which `loadRules` expects the IP group. Default `fc_id`. */
  rulesField: oneOf(["fc_id", "id"]).optional(),
  /**
   * Case-insensitive regular expression for texts of this gateway that say that a membership or permission is already
   * as requested, in other words than the documented ones.
   */
  already: filledText
    .refine((source) => isReadBy((text) => new RegExp(text, "iu"), source), { error: "must be a regular expression" })
    // Such a pattern may take minutes for one text.
    .refine((source) => !/\)(?:[*+]|\{)/u.test(source), { error: "must not repeat a group, as in (a+)+" })
    .optional(),
});

/** Options of the replication service. */
export const replicatorSchema = strict({
  ...connection,
  /** User that logs in. */
  user: textOrNumber.optional(),
  /** Its password. Secret. */
  password: textOrNumber.optional(),
  /** How the password is sent: as its SHA-512 hash, `sha512` (default), or unchanged, `plain`. */
  passwordEncoding: oneOf(passwordEncodings).optional(),
  /** HTTP method of requests: `GET` (default), `POST`, or `GET/POST` to read with GET and change with POST. */
  commandMethod: oneOf(["GET", "POST", "GET/POST"]).optional(),
  /** Use the deprecated GET login. Default `false`. */
  legacyLogin: z.boolean().optional(),
  /** Response header of the login that carries the session, if that is no cookie. */
  sessionHeader: filledText.regex(/^[\w-]+$/u, { error: "must be the name of a header" }).optional(),
  /** Force a rebuild after changes (`auto`, the default) or leave it to the appliance. */
  rebuild: oneOf(["auto", "never"]).optional(),
  /** A failed rebuild is an error, not a warning. Default `false`. */
  strictRebuild: z.boolean().optional(),
});

/** The whole namespace `flowgate` of the stack configuration. */
export const configurationSchema = strict({
  /** The management gateway. */
  gateway: gatewaySchema.optional(),
  /** The replication service. */
  replicator: replicatorSchema.optional(),
  /** Appliances by site. For a key that is not set, the top-level value applies. */
  sites: z
    .record(
      z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/u, {
        error: 'is not a valid site name: use letters, digits, ".", "_" and "-", and begin with a letter or digit',
      }),
      strict({
        /** The site's management gateway. */
        gateway: gatewaySchema.optional(),
        /** The site's replication service. */
        replicator: replicatorSchema.optional(),
      }),
    )
    .optional(),
  /** Maximum number of objects that one command deletes. Also `FLOWGATE_MAX_DELETES`, which wins. */
  maxDeletes: wholeNumber(0, 1_000_000, NO_SHARE, NO_SHARE).optional(),
  /** Names of objects that are never deleted. `*` matches any text. */
  protect: z.array(filledText).optional(),
  /** Manage all resources of the stack with the provider plugin. The program reads this key. Default `false`. */
  plugin: z.boolean().optional(),
});

export type GatewayKeys = z.output<typeof gatewaySchema>;
export type ReplicatorKeys = z.output<typeof replicatorSchema>;
/** The keys of each kind of appliance. */
export interface KeysOf {
  gateway: GatewayKeys;
  replicator: ReplicatorKeys;
}
export type ConfigurationKeys = z.output<typeof configurationSchema>;
