import { Configuration } from "../../../provider/config/configuration";
import { Refusal } from "../../../provider/errors/refusal";
import { thrownBy } from "../../support/thrown";

type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration as the dynamic host passes it: one text per top-level key, with structured values as JSON. */
export function configuration(
  flowgate: Readonly<Record<string, unknown>> = {},
  environment: Environment = {},
  naming?: Configuration["naming"],
): Configuration {
  const raw = Object.entries(flowgate).map(([key, value]) => [key, JSON.stringify(value)]);
  return new Configuration(Object.fromEntries(raw) as Record<string, string>, environment, naming);
}

export const gateway = { url: "https://gateway.example.net", token: "token-of-all" };
export const replicator = { url: "https://replicator.example.net", user: "admin", password: "password-of-all" };

/** The message of the refusal with which a call ends. */
export function refusalOf(call: () => unknown): string {
  const error = thrownBy(call);
  expect(error).toBeInstanceOf(Refusal);
  return error.message;
}
