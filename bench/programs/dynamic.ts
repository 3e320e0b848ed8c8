import * as pulumi from "@pulumi/pulumi";
import { inputsOf } from "../declared";
import { programSettings } from "./settings";

/**
 * Declares the same objects with the same inputs for a dynamic provider of the bench: with a literal provider text, as
 * this package does, because the text that Pulumi makes itself is larger and would make these contestants slower.
 *
 * @param module what provides them, a file of `bench/programs`
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
