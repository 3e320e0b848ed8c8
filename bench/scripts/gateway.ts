import { FormData } from "undici";
import { ipGroupInputs, isChanged, userInputs } from "../declared";
import type { Job } from "../jobs";
import { given, inParallel, openPool, range } from "./pool";
import { onTheWire } from "./wire";

interface Group {
  fc_id: number;
  fc_name: string;
}
interface StoredRule {
  rule_id: number;
  type: string;
}

type Call = (fields: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The jobs in a script that is optimized for the gateway, with `width` calls at a time. */
export function gatewayScript(width: number): { ipGroups: Script; users: Script; close(): Promise<void> } {
  const pool = openPool(given("FLOWGATE_GATEWAY_URL"), width);
  const token = given("FLOWGATE_GATEWAY_TOKEN");
  const call: Call = async (fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ authToken: token, ...fields })) {
      body.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const answer = await pool.request({ method: "POST", path: "/fcgi/svc_fcgi.fcgi", body });
    const reply = await answer.body.json();
    if (answer.statusCode !== 200 || (reply !== null && typeof reply === "object" && "err" in reply)) {
      throw new Error(`the gateway answered ${JSON.stringify(reply)}`);
    }
    return reply;
  };
  return { ipGroups: ipGroups(call, width), users: users(call, width), close: () => pool.close() };
}

/** The jobs of a kind, each for `n` objects. */
export type Script = Readonly<Partial<Record<Job, (n: number) => Promise<void>>>>;

function ipGroups(send: Call, width: number): Script {
  const call: Call = (fields) => send({ rm: "ipgroups", ...fields });
  const list = async (n: number): Promise<Group[]> => {
    const reply = await call({ action: "loadTreeRootFast" });
    const groups = Array.isArray(reply) ? reply : (reply as { results: unknown }).results;
    const ours = new Set(range(n).flatMap((index) => [ipGroupInputs(index).name, ipGroupInputs(index, true).name]));
    return (groups as Group[]).filter(({ fc_name }) => ours.has(fc_name));
  };
  const rulesOf = async (fc_id: number): Promise<StoredRule[]> => {
    const reply = await call({ action: "loadRules", fc_id });
    return (Array.isArray(reply) ? reply : (reply as { results: unknown }).results) as StoredRule[];
  };
  return {
    create: async (n) => {
      await list(n);
      await inParallel(range(n), width, (index) => {
        const { name, rules } = ipGroupInputs(index);
        return call({ action: "saveRule", new_fc: name, added: onTheWire(rules) });
      });
    },
    refresh: async (n) => {
      await inParallel(await list(n), width, ({ fc_id }) => rulesOf(fc_id));
    },
    change: async (n) => {
      const byName = new Map((await list(n)).map(({ fc_id, fc_name }) => [fc_name, fc_id]));
      await inParallel(range(n).filter(isChanged), width, async (index) => {
        const fc_id = byName.get(ipGroupInputs(index).name) ?? 0;
        const { name, rules } = ipGroupInputs(index, true);
        const rule = (await rulesOf(fc_id)).find(({ type }) => type === "ip");
        const updated = onTheWire(rules.slice(1)).map((changed) => ({ rule_id: Number(rule?.rule_id), ...changed }));
        return call({ action: "update", fc_id, name, updated });
      });
    },
    destroy: async (n) => {
      await inParallel(await list(n), width, ({ fc_id }) => call({ action: "delete", json: [{ id: String(fc_id) }] }));
    },
  };
}

function users(send: Call, width: number): Script {
  const call: Call = (fields) => send({ rm: "user_api", ...fields });
  return {
    create: (n) =>
      inParallel(range(n), width, (index) => {
        const { name, password, userGroupIds } = userInputs(index);
        return call({ action: "createUser", json: { users: [{ name, pass: password, membership: userGroupIds }] } });
      }),
    destroy: (n) =>
      inParallel(range(n), width, (index) =>
        call({ action: "delUsers", json: { delUsers: [userInputs(index).name] } }),
      ),
  };
}
