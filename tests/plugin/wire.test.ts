import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { structOf, valuesOf } from "../../provider/plugin/wire";
import { UNKNOWN } from "../../provider/values/schema";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const secret = { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", value: "x" };

test("values survive a round trip unchanged, including unknown values at any depth", () => {
  const leaf = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean(), fc.constant(UNKNOWN));
  const key = fc.stringMatching(/^[a-z]{1,8}$/u);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: "small" }, leaf, fc.array(tie("value")), fc.dictionary(key, tie("value"))),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, value), (values) => {
      const plain = { ...values };
      expect(valuesOf(structOf(plain))).toEqual(plain);
    }),
  );
});

test("unknown values are recognized, even inside a secret, and keys of the engine are left out", () => {
  const struct = Struct.fromJavaScript({
    text: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    list: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    hidden: { ...secret, value: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7" },
    password: secret,
    __provider: "text",
  });
  expect(valuesOf(struct)).toEqual({ text: UNKNOWN, list: UNKNOWN, hidden: UNKNOWN, password: "x" });
});

test("secrets are marked, and undefined values are left out", () => {
  const sent = structOf({ name: "a", password: "x", gone: undefined, inside: { gone: undefined } }, ["password"]);
  expect(sent.toJavaScript()).toEqual({ name: "a", password: secret, inside: {} });
});
