import type { Kind } from "../../../provider/registry";
import type { Values } from "../../../provider/values/inputs";
import { UNKNOWN } from "../../../provider/values/schema";
import { entryOf } from "../../kinds/samples";
import { full, lifecycle } from "./support";

// The tables of tests/lifecycle have what updates in place, what replaces, and other spellings of what is the same.

interface Asked {
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
}
const none: Asked = { changes: false, replaces: [] };

/** What diff says of new inputs. The state holds the checked old inputs and the computed outputs. */
function diffOf(kind: Kind, before: Values, after: Values, more: { id?: string; outputs?: Values } = {}): Asked {
  const own = lifecycle(kind);
  const olds = own.check(before).inputs;
  const { id, outputs } = { ...entryOf(kind, olds), ...more };
  const { changes, replaces } = own.diff(id, { ...olds, ...outputs }, own.check(after).inputs);
  return { changes, replaces };
}

test("a value that is not known yet does not make others differ", () => {
  const before = { userGroup: "ops", permissionType: "device", seccode: "10.1.1.1" };
  const after = { ...before, userGroup: UNKNOWN, seccode: "0a010101" };
  expect(diffOf("Permission", before, after).replaces).not.toContain("seccode");
  const group = { name: "a", rules: [{ type: "all" }, { type: "ip", address: "10.0.0.1" }] };
  const shuffled = { name: UNKNOWN, rules: [{ type: "ip", address: "10.0.0.1" }, { type: "all" }] };
  expect(diffOf("IpGroup", group, shuffled)).toEqual({ changes: undefined, replaces: [] });
});

test("User: a new name is an update in place if the id is known, and a replacement if only the name is known", () => {
  const renamed = { ...full("User"), name: "berta" };
  expect(diffOf("User", full("User"), renamed)).toEqual({ changes: true, replaces: [] });
  const adopted = { id: "name:anna", outputs: {} };
  expect(diffOf("User", full("User"), renamed, adopted)).toEqual({ changes: true, replaces: ["name"] });
});

test("a state of an older version shows no change if it lacks an input that now has a default", () => {
  const state = { name: "prod", listeningPort: 1, sendingPort: 2 };
  const { inputs } = lifecycle("ReplicatorProfile").check(state);
  expect(lifecycle("ReplicatorProfile").diff("prod", state, inputs)).toMatchObject(none);
});
