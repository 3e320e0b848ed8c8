import fc from "fast-check";
import { createHash } from "node:crypto";
import { format, inspect } from "node:util";
import { excerptOf } from "../../../provider/http/answer";
import { conceal, isKnownSecret, redact, Secret, wrapCredential } from "../../../provider/values/secret";

let count = 0;
/** A value that exists nowhere else. */
const canary = (): string => `canary-${(count += 1)}-"é+/=<'`;

/** The forms of a value when it is sent, encoded or printed. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  return [
    value,
    encodeURIComponent(value),
    encodeURIComponent(value).replace(/%../gu, (code) => code.toLowerCase()),
    value.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll("'", "&#39;"),
    bytes.toString("base64"),
    bytes.toString("hex"),
    JSON.stringify(value).slice(1, -1),
  ];
}

describe("a secret", () => {
  const value = canary();
  let secret: Secret;
  beforeAll(() => {
    secret = new Secret(value);
  });

  test("reveals its value with reveal()", () => {
    expect(secret.reveal()).toBe(value);
  });

  test.each<[string, () => string]>([
    ["JSON", () => JSON.stringify({ token: secret })],
    ["inspect", () => inspect({ deep: [{ secret }] }, { depth: null, showHidden: true, getters: true })],
    ["format", () => format("%s %o %O %j", secret, secret, secret, secret)],
    ["the cause of an error", () => inspect(new Error("x", { cause: { secret } }), { depth: null })],
    ["its own keys", () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret).map(String)])],
    ["a copy", () => inspect(Object.assign({}, secret)) + inspect(structuredClone(Object.entries(secret)))],
  ])("is not shown by %s", (_, print) => {
    expect(print()).not.toContain("canary");
  });

  test.each<[string, () => string]>([
    ["toString", () => String(secret)],
    ["JSON", () => JSON.parse(JSON.stringify(secret)) as string],
    ["inspect", () => inspect(secret)],
  ])("is shown as [secret] by %s", (_, print) => {
    expect(print()).toBe("[secret]");
  });
});

describe("foreign text", () => {
  test("is shown without any form of a known secret", () => {
    const value = canary();
    new Secret(value);
    const text = formsOf(value).join(" and ");
    expect(redact(text)).toBe(Array(7).fill("[secret]").join(" and "));
  });

  test("is quoted without a part of a known secret, wherever it is cut and whatever blanks it has", () => {
    const value = `${canary()}  two blanks`;
    new Secret(value);
    expect(excerptOf(`${"x".repeat(290)}\n${value}`)).toBe(`${"x".repeat(290)} [secret]`);
  });

  test("has its control characters escaped, and cannot forge lines, colours or text direction", () => {
    expect(redact("a\r\nb\u001b[31m\u202ec\u2028d\u0000")).toBe("a\\u000d\\u000ab\\u001b[31m\\u202ec\\u2028d\\u0000");
  });

  test("is cut at 2 KB", () => {
    expect(redact("x".repeat(2048))).toBe("x".repeat(2048));
    expect(redact("x".repeat(2 ** 20))).toBe(`${"x".repeat(2048)} [cut]`);
  });

  test("shows no letter of secrets that begin, contain or overlap each other, and every other letter", () => {
    const secrets: string[] = [];
    const letters = (minLength: number) =>
      fc.string({ unit: fc.constantFrom("α", "β", "γ"), minLength, maxLength: 12 });
    fc.assert(
      fc.property(letters(4), fc.array(letters(0), { maxLength: 9 }), (secret, parts) => {
        conceal(secret);
        secrets.push(secret);
        const text = [...parts, secret].join("|");
        const isSecret = (_: string, at: number) =>
          secrets.some((one) => text.slice(Math.max(0, at - one.length + 1), at + one.length).includes(one));
        const open = Array.from(text)
          .filter((letter, at) => !isSecret(letter, at))
          .join("");
        expect(redact(text).replaceAll("[secret]", "")).toBe(open);
      }),
    );
  });

  test("shows no part of a secret, at any position in a text of any length", () => {
    const value = `canary-of-some-length-${"0123456789abcdef".repeat(60)}`;
    new Secret(value);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(value), fc.string({ maxLength: 300 })), { maxLength: 12 }), (parts) => {
        const shown = redact(parts.join(""));
        fc.pre(!parts.some((part) => part !== value && part.includes("canary-of")));
        expect(shown).not.toContain("canary-of");
        expect(shown).not.toContain("0123456789abcdef01");
      }),
    );
    expect(redact(value.repeat(5))).toBe("[secret]".repeat(5));
    expect(redact("x".repeat(4000) + value)).not.toContain("canary");
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
  ])("is shown without the password of a URL, even if it is not known: %s", (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  test("is shown without a secret that contains half a surrogate pair", () => {
    expect(redact(`before ${new Secret("half-canary\ud83d").reveal()} after`)).toBe("before [secret] after");
  });

  test("keeps ordinary words even if one of them is a secret of three letters", () => {
    new Secret("the");
    new Secret("");
    expect(redact("the end")).toBe("the end");
    expect(isKnownSecret("the")).toBe(false);
  });

  test("is shown without a secret of four letters", () => {
    new Secret("q7xZ");
    expect(redact("the q7xZ end")).toBe("the [secret] end");
  });
});

test("a secret is recognized in every form in which it is sent", () => {
  const value = canary();
  expect(isKnownSecret(value)).toBe(false);
  new Secret(value);
  for (const form of formsOf(value)) expect(isKnownSecret(form)).toBe(true);
  expect(isKnownSecret(`${value}x`)).toBe(false);
});

test("a wrapped credential is recognized by its hash too", () => {
  const [value, hash] = [canary(), createHash("sha512")];
  wrapCredential(value);
  for (const known of [value, hash.update(value).digest("hex")]) expect(isKnownSecret(known)).toBe(true);
});

test("a secret input is removed from foreign text, and may appear in other inputs", () => {
  const value = canary();
  conceal(value);
  expect(redact(formsOf(value).join(" "))).toBe(Array(7).fill("[secret]").join(" "));
  expect(isKnownSecret(value)).toBe(false);
});
