import { spawn } from "node:child_process";
import type { dynamic } from "@pulumi/pulumi";
import type { IpGroupInputs } from "../declared";
import { onTheWire } from "../scripts/wire";

/**
 * The provider of B3, as users of `@pulumi/command` write it: a shell with curl for each operation. It does not look
 * for existing objects, does not retry and reads nothing back. IP groups only.
 */
export function provider(): dynamic.ResourceProvider {
  return {
    create: async (inputs: IpGroupInputs) => {
      const answer = await post({
        action: "saveRule",
        new_fc: inputs.name,
        added: JSON.stringify(onTheWire(inputs.rules)),
      });
      const { fc_id } = JSON.parse(answer) as { fc_id: number };
      return { id: String(fc_id), outs: { ...inputs, groupId: fc_id } };
    },
    delete: async (id) => {
      await post({ action: "delete", json: JSON.stringify([{ id }]) });
    },
  };
}

/** `sh -c "curl ..."` with the values in the environment, the safe way to pass secrets to a command. */
function post(fields: Readonly<Record<string, string>>): Promise<string> {
  const all = { authToken: process.env["FLOWGATE_GATEWAY_TOKEN"] ?? "", rm: "ipgroups", ...fields };
  const variables = Object.entries(all).map(([name, value]) => [`FORM_${name}`, value] as const);
  const forms = Object.keys(all).map((name) => `--form-string "${name}=$FORM_${name}"`);
  const command = `curl -sS --fail ${forms.join(" ")} "$FLOWGATE_GATEWAY_URL/fcgi/svc_fcgi.fcgi"`;
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", command], { env: { ...process.env, ...Object.fromEntries(variables) } });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0 && !output.includes('"err"')) resolve(output);
      else reject(new Error(`curl ended with ${String(code)}: ${output}${errors}`));
    });
  });
}
