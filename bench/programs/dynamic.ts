import * as pulumi from "@pulumi/pulumi";
import { inputsOf } from "../declared";
import { programSettings } from "./settings";

/**
 * Declares the same objects with the same inputs, for a dynamic provider of the bench. It uses a literal provider text,
 * as this package does: the text that Pulumi generates is larger and would slow down these contestants.
 *
 * @param module module of the provider, a file in `bench/programs`
 */
export function declareWith(module: "noop" | "curl"): void {
  const { kind, n, changed } = programSettings();
  const text = `exports.handler = () => require("flowgate-bench/programs/${module}").provider("${kind}")`;
  class Declared extends pulumi.CustomResource {}
  for (let index = 0; index < n; index++) {
    const inputs: pulumi.Inputs = { ...inputsOf(kind, index, changed), __provider: text };
    if ("password" in inputs) inputs["password"] = pulumi.secret(inputs["password"]);
    const options = "password" in inputs ? { additionalSecretOutputs: ["password"] } : {};
    new Declared(`pulumi-nodejs:dynamic/bench:${kind}`, `${kind}-${index}`, inputs, options);
  }
}
