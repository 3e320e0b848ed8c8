import { CsvError, type Info, parse } from "csv-parse/sync";
import { grant } from "../../provider/resources/permission-set";
import { Refusal } from "../../provider/errors/refusal";
import { accountName } from "../../provider/values/names";
import { idByName } from "../../provider/values/numbers";
import type { Kind } from "../../provider/registry";
import type { Values } from "../../provider/values/inputs";
import type { SiteObject } from "./object";
import { someLines, sentence } from "../../provider/values/quoted";

/** The key of the configuration with the password of users who do not exist yet. */
export const PASSWORD_KEY = "newUserPassword";

/** The kinds that a list of accounts has, each after those that it refers to. No action of the API reads them. */
export const accountKinds: readonly Kind[] = ["UserGroup", "PermissionSet", "User"];

const columns = ["user", "userGroup", "permissionType", "seccode"] as const;
type Row = Readonly<Partial<Record<(typeof columns)[number], string>>>;

/** Maximum number of mistakes in an error. */
const MOST_NAMED = 5;

/**
 * Reads a list of users and user groups from CSV (RFC 4180). The first line names the columns: `user` and `userGroup`
 * make a membership, `userGroup`, `permissionType` and `seccode` a permission. Throws a Refusal with the lines that are
 * wrong.
 */
export function accountsIn(text: string): SiteObject[] {
  const [head, ...lines] = recordsIn(text);
  const names = head?.fields.map((one) => one.trim()) ?? [];
  const wrong = names.find((name) => !columns.some((one) => one === name));
  if (head === undefined || wrong !== undefined || new Set(names).size < names.length) {
    throw new Refusal(`its first line must name columns, each once: ${columns.join(", ")}.`);
  }
  const accounts = new Accounts();
  const faults = lines.flatMap(({ fields, line }) => {
    const filled = fields.map((one) => one.trim());
    if (filled.every((one) => one === "")) return [];
    const fault =
      fields.length === names.length
        ? accounts.take(Object.fromEntries(filled.flatMap((one, at) => (one === "" ? [] : [[names[at] ?? "", one]]))))
        : `has ${String(fields.length)} fields, and the first line has ${String(names.length)}`;
    return fault === undefined ? [] : [`line ${String(line)}: ${fault}`];
  });
  if (faults.length > 0) {
    throw new Refusal(sentence(someLines(faults, MOST_NAMED).join("; ")));
  }
  return accounts.objects;
}

/** What the lines of a list declare. */
class Accounts {
  readonly #users = new Map<string, Set<string>>();
  readonly #groups = new Map<string, Map<string, object>>();

  /** Takes one line. Returns its fault. */
  take({ user, userGroup, permissionType, seccode }: Row): string | undefined {
    for (const name of [user, userGroup]) {
      const fault = name === undefined ? undefined : accountName.safeParse(name).error?.issues[0]?.message;
      if (fault !== undefined) return `the name "${String(name)}" ${fault}`;
    }
    if (user !== undefined) {
      const groups = this.#users.get(user) ?? new Set();
      this.#users.set(user, userGroup === undefined ? groups : groups.add(userGroup));
    }
    const permissions = this.#groups.get(userGroup ?? "") ?? new Map<string, object>();
    if (userGroup !== undefined) this.#groups.set(userGroup, permissions);
    if (permissionType === undefined && seccode === undefined) return undefined;
    if (userGroup === undefined) return "a permission needs a userGroup: users have those of their groups";
    if (permissionType === undefined || seccode === undefined) return "permissionType and seccode need each other";
    const parsed = grant.safeParse({ permissionType, seccode });
    if (!parsed.success) return parsed.error.issues[0]?.message ?? "it is not a permission";
    permissions.set(JSON.stringify(parsed.data), parsed.data);
    return undefined;
  }

  get objects(): SiteObject[] {
    const object = (kind: Kind, label: string, name: string, inputs: Values): SiteObject => {
      return { kind, id: idByName(name), label, inputs: { ...inputs, onExisting: "adopt" }, outputs: {} };
    };
    return [
      ...[...this.#groups.keys()].map((name) => object("UserGroup", name, name, { name })),
      ...[...this.#groups].flatMap(([name, permissions]) =>
        permissions.size === 0
          ? []
          : object("PermissionSet", `${name} permissions`, name, {
              userGroupId: idByName(name),
              permissions: [...permissions.values()],
            }),
      ),
      ...[...this.#users].map(([name, groups]) => {
        const userGroupIds = [...groups].map(idByName);
        return object("User", name, name, {
          name,
          password: PASSWORD_KEY,
          ...(userGroupIds.length === 0 ? {} : { userGroupIds }),
        });
      }),
    ];
  }
}

interface CsvRecord {
  readonly fields: readonly string[];
  /** Number of its first line. */
  readonly line: number;
}

function recordsIn(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  const take = (fields: readonly string[], { lines }: Info): undefined => {
    records.push({ fields, line });
    line = lines + 1;
  };
  try {
    parse(text, { bom: true, relax_column_count: true, record_delimiter: ["\r\n", "\n"], on_record: take });
  } catch (error) {
    if (error instanceof CsvError) throw new Refusal(`line ${String(line)}: quotes must enclose a whole field.`);
    throw error;
  }
  return records;
}
