import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { inputsOf, type Kind } from "../declared";
import { plainEnvironment, runProcess } from "../run-process";
import type { StartSample } from "../samples";

/** What starts, one after another in each round. */
export const starts: readonly Pick<StartSample, "measure" | "subject">[] = [
  { measure: "provider start", subject: "none" },
  { measure: "provider start", subject: "IpGroup" },
  { measure: "provider start", subject: "ReplicatorProfile" },
  { measure: "sdk load", subject: "sdk" },
];

/** Measures one start, in milliseconds. */
export function measureStart(
  { measure, subject }: Pick<StartSample, "measure" | "subject">,
  root: string,
): Promise<number> {
  if (measure === "sdk load") return sdkLoad(root);
  return providerStart(subject === "none" || subject === "sdk" ? undefined : subject, root);
}

/** What `require("pulumi-flowgate")` takes in a program that has loaded `@pulumi/pulumi`. */
async function sdkLoad(root: string): Promise<number> {
  const program =
    'require("@pulumi/pulumi"); const startedAt = performance.now(); require("pulumi-flowgate");' +
    "console.log(performance.now() - startedAt); process.exit()";
  const { stdout } = await runProcess(process.execPath, ["-e", program], { cwd: root, env: plainEnvironment() });
  return Number(stdout);
}

/** From the start of Pulumi's dynamic provider process to its first answer for a resource of a kind, or a no-op one. */
async function providerStart(kind: Kind | undefined, root: string): Promise<number> {
  const startedAt = performance.now();
  const script = join(root, "node_modules/@pulumi/pulumi/cmd/dynamic-provider");
  // The second address is the engine's; the dynamic provider never calls it.
  const child = spawn(process.execPath, [script, "127.0.0.1:1"], {
    cwd: root,
    env: plainEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    await firstAnswer(client, kind);
    client.close();
    return performance.now() - startedAt;
  } finally {
    child.kill();
    await ended;
  }
}

async function firstAnswer(client: ResourceProviderClient, kind: Kind | undefined): Promise<void> {
  const configuration = new messages.ConfigureRequest();
  configuration.setArgs(Struct.fromJavaScript({}));
  await new Promise<void>((resolve, reject) => {
    client.configure(configuration, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
  const text =
    kind === undefined
      ? "exports.handler = () => ({ check: (olds, inputs) => Promise.resolve({ inputs }) })"
      : `exports.handler = () => require("pulumi-flowgate/provider").kind("${kind}")`;
  const request = new messages.CheckRequest();
  request.setUrn("urn:pulumi:bench::bench::pulumi-nodejs:dynamic/bench:Start::start");
  request.setOlds(Struct.fromJavaScript({}));
  request.setNews(Struct.fromJavaScript({ ...inputsOf(kind ?? "IpGroup", 0), __provider: text }));
  await new Promise<void>((resolve, reject) => {
    client.check(request, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}
