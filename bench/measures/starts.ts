import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { inputsOf } from "../declared";
import { plainEnvironment, runProcess } from "../run-process";
import type { StartSample } from "../samples";

type Inputs = Readonly<Record<string, JavaScriptValue>>;

/** The measured starts, one after another in each round. */
export const starts: readonly Pick<StartSample, "measure" | "subject">[] = [
  { measure: "provider start", subject: "none" },
  { measure: "provider start", subject: "IpGroup" },
  { measure: "provider start", subject: "ReplicatorProfile" },
  { measure: "provider start", subject: "plugin" },
  { measure: "sdk load", subject: "sdk" },
];

/** Measures one start, in milliseconds. */
export function measureStart(
  { measure, subject }: Pick<StartSample, "measure" | "subject">,
  root: string,
): Promise<number> {
  if (measure === "sdk load") return sdkLoad(root);
  if (subject === "plugin") {
    const type = "flowgate:index:IpGroup";
    return providerStart(join(root, "plugin/pulumi-resource-flowgate"), type, { ...inputsOf("IpGroup", 0) }, root);
  }
  const kind = subject === "none" || subject === "sdk" ? undefined : subject;
  const __provider =
    kind === undefined
      ? "exports.handler = () => ({ check: (olds, inputs) => Promise.resolve({ inputs }) })"
      : `exports.handler = () => require("pulumi-flowgate/provider").kind("${kind}")`;
  const inputs = { ...inputsOf(kind ?? "IpGroup", 0), __provider };
  const script = join(root, "node_modules/@pulumi/pulumi/cmd/dynamic-provider");
  return providerStart(script, "pulumi-nodejs:dynamic/bench:Start", inputs, root);
}

/** Duration of `require("pulumi-flowgate")` in a program that has loaded `@pulumi/pulumi`. */
async function sdkLoad(root: string): Promise<number> {
  const program =
    'require("@pulumi/pulumi"); const startedAt = performance.now(); require("pulumi-flowgate");' +
    "console.log(performance.now() - startedAt); process.exit()";
  const { stdout } = await runProcess(process.execPath, ["-e", program], { cwd: root, env: plainEnvironment() });
  return Number(stdout);
}

/** From the start of a provider's process to its first answer for a resource. */
async function providerStart(script: string, type: string, inputs: Inputs, root: string): Promise<number> {
  const startedAt = performance.now();
  // The second address is that of the engine; a provider without messages never calls it.
  const child = spawn(process.execPath, [script, "127.0.0.1:1"], {
    cwd: root,
    env: plainEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    await firstAnswer(client, type, inputs);
    client.close();
    return performance.now() - startedAt;
  } finally {
    child.kill();
    await ended;
  }
}

async function firstAnswer(client: ResourceProviderClient, type: string, inputs: Inputs): Promise<void> {
  const configuration = new messages.ConfigureRequest();
  configuration.setArgs(Struct.fromJavaScript({}));
  await new Promise<void>((resolve, reject) => {
    client.configure(configuration, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
  const request = new messages.CheckRequest();
  request.setUrn(`urn:pulumi:bench::bench::${type}::start`);
  request.setOlds(Struct.fromJavaScript({}));
  request.setNews(Struct.fromJavaScript(inputs));
  await new Promise<void>((resolve, reject) => {
    client.check(request, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}
