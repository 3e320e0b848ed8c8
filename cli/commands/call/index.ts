import { Argument, type Command } from "commander";
import { actions, type GatewayAction } from "../../../provider/gateway/actions";
import { nearWord, sentence, unknownWord } from "../../../provider/values/quoted";
import { jsonOf } from "../../output/json";
import { line } from "../../output/view";
import type { Context, Result } from "../../context";
import { UsageError } from "../../errors";
import type { Runner } from "../../run";
import { given, pathOf, templates, type Given } from "./paths";
import { viewsOf } from "./views";

interface CallOptions {
  readonly list?: true;
  /** Name of the host, which confirms a call that deletes more than one object. */
  readonly yes?: string;
}

/** `call`: any action of both APIs, as their documents spell them. */
export function addCall(program: Command, run: Runner): void {
  program
    .command("call")
    .helpGroup("Look:")
    .description("Send any action of the gateway or any path of the replicator, and show the answer")
    .addArgument(new Argument("<appliance>", "Whose API").choices(["gateway", "replicator"]))
    .argument("[action]", "Action such as ipgroups/search, or path such as show/alarms/0")
    .argument("[key=value...]", "Fields or parameters; a value may be JSON, or @file")
    .option("--list", "List the actions or paths")
    .option("--yes <host>", "Confirm what deletes more than one object, by the name of the host")
    .action(
      run(async (context, appliance: string, name: string | undefined, pairs: readonly string[], options) => {
        const { list, yes } = options as CallOptions;
        const known = appliance === "gateway" ? Object.keys(actions) : [...templates.keys()].sort();
        if (name === undefined || list === true) return { data: known, views: known.map((one) => line(one)) };
        const values = await given(pairs, context.io.cwd);
        const sent = appliance === "gateway" ? toGateway(name, values) : toReplicator(name, values);
        if (sent !== undefined) return sent(context, yes);
        const begins = known.map((one) => one.replace(/\/\[.*/u, ""));
        const what = appliance === "gateway" ? "action" : "path";
        const unknown = unknownWord(what, name.split("/").slice(0, 2).join("/"), begins);
        throw new UsageError(sentence(unknown, `All of them: npx flowgate call ${appliance} --list`));
      }),
    );
}

type Sending = (context: Context, yes: string | undefined) => Promise<Result>;

function toGateway(name: string, fields: Given): Sending | undefined {
  if (!isAction(name)) return undefined;
  const [, , , ...own] = actions[name];
  const known: string[] = [...own, ...(name.startsWith("user_api/") ? ["json"] : [])];
  const unknown = [...fields.keys()].find((field) => !known.includes(field)) ?? "";
  const near = nearWord(unknown, known);
  // A field that no document names is sent, unless it is probably one that is missing.
  if (near !== undefined && !fields.has(near)) throw new UsageError(unknownWord("field", unknown, known));
  return async (context, yes) => {
    const client = await context.gateway();
    const what = lossOf(name, fields);
    if (what !== undefined) await context.confirm(what, client.host, yes, "host");
    // The fields of a user action are the keys of its JSON.
    const isPacked = name.startsWith("user_api/") && !fields.has("json");
    const form = Object.fromEntries([...fields].map(([key, text]) => [key, isPacked ? (jsonOf(text) ?? text) : text]));
    return answer(context, name, async () => {
      const reply = (await client.send(name, isPacked ? { json: form } : form)) as { readonly data?: unknown } | null;
      return reply?.data ?? reply;
    });
  };
}

function isAction(name: string): name is GatewayAction {
  return Object.hasOwn(actions, name);
}

/** What a call deletes besides one object; undefined for nothing. */
function lossOf(name: string, fields: Given): string | undefined {
  if (name === "ipgroups/deleteAll")
    return "This deletes every IP group of the gateway, those that it was delivered with included.";
  const count = [...fields.values()].reduce((sum, text) => sum + idsIn(jsonOf(text) ?? text), 0);
  if (/\/del/u.test(name) && count > 1) return `This deletes ${String(count)} objects of the gateway.`;
  return name === "user_api/delUsergroups" ? "The user group's members and permissions go with it." : undefined;
}

/** The number of ids in a field, at any depth. */
function idsIn(value: unknown): number {
  if (typeof value === "string") return value.split(",").length;
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + idsIn(one), 0);
}

function toReplicator(name: string, parameters: Given): Sending | undefined {
  const path = pathOf(name, parameters);
  if (path === undefined) return undefined;
  return async (context, yes) => {
    const client = await context.replicator();
    const [what = "", action, address = ""] = path.target.split("/").slice(3);
    const who = `the ${what} ${decodeURIComponent(address)}`;
    const all = action === "allremove" ? `This removes ${who} from every profile.` : undefined;
    const whole = `This removes ${who} with its collectors, exporters and policies.`;
    const loss = what === "profile" && action === "remove" ? whole : all;
    if (loss !== undefined) await context.confirm(loss, client.host, yes, "host");
    return answer(context, name, () => path.send(client));
  };
}

async function answer(context: Context, name: string, send: () => Promise<unknown>): Promise<Result> {
  const data = await context.progress.during(`Sending ${name}`, send);
  return { data: data ?? null, views: viewsOf(data) };
}
