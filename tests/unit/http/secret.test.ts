import { format, inspect } from "node:util";
import { RefusedError } from "../../../provider/errors/errors";
import { redact, Secret } from "../../../provider/values/secret";

describe("a secret", () => {
  let secret: Secret;
  beforeAll(() => {
    secret = new Secret("canary/9c1 value");
  });

  test("prints as [secret], however it is printed", () => {
    const printed = [
      String(secret),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect({ secret }),
      format("%s %o", secret, secret),
    ];
    for (const text of printed) {
      expect(text).toContain("[secret]");
      expect(text).not.toContain("canary");
    }
    expect(secret.reveal()).toBe("canary/9c1 value");
  });

  test.each([
    ["in plain text", "canary/9c1 value"],
    ["in a URL", encodeURIComponent("canary/9c1 value")],
    ["in base64", Buffer.from("canary/9c1 value").toString("base64")],
    ["in hex", Buffer.from("canary/9c1 value").toString("hex")],
  ])("is removed from foreign text, %s", (_name, form) => {
    expect(redact(`before ${form} after`)).toBe("before [secret] after");
  });

  test.each([
    [
      "postgres://fleet:canary@db:5432/state?table=a: refused",
      "postgres://fleet:[secret]@db:5432/state?table=a: refused",
    ],
    [
      "proxy http://:canary@[::1]:8080/ and https://a.example/b:c@d",
      "proxy http://:[secret]@[::1]:8080/ and https://a.example/b:c@d",
    ],
  ])("is removed from foreign text as the password of a URL, even if it is not known: %s", (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  test("is removed from foreign text even if it contains half a surrogate pair", () => {
    const half = new Secret("half-canary\ud83d");
    expect(redact(`before ${half.reveal()} after`)).toBe("before [secret] after");
  });

  test("F75: does not reach an error through the appliance's text, which is escaped and truncated at 2 KB", () => {
    const words = `bad canary/9c1 value\r\n\u001b[31m${"x".repeat(1_000_000)}`;
    const error = new RefusedError({ appliance: "gateway", host: "h", action: "a", words });
    expect(error.message).toContain("bad [secret]\\u000d\\u000a\\u001b[31m");
    expect(error.message.length).toBeLessThan(2200);
    expect(inspect(error)).not.toContain("canary");
  });
});
