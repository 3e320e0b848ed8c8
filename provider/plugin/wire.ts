import { mapped, present } from "../values/collections";
import { Metadata, status, type ServerErrorResponse } from "@grpc/grpc-js";
import { DiffResponse, ErrorResourceInitFailed, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { StateDifference } from "../lifecycle/comparison";
import type { Change } from "../values/differences";
import { PartlyDoneError } from "../errors/refusal";
import type { Values } from "../values/inputs";
import { inClear, SECRET_SIGNATURE, SIGNATURE_KEY, UNKNOWN_TEXT } from "../values/marks";
import { UNKNOWN } from "../values/schema";
import { definitionOf, kinds } from "../registry";

/** What the engine sends for a value that is not known yet: one text per type, at any depth. */
const unknowns: readonly unknown[] = [
  UNKNOWN_TEXT,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/** Values from the engine: unknown ones marked, secrets in clear, without the engine's own keys. */
export function valuesOf(struct: Struct | undefined): Values {
  const entries = Object.entries(struct?.toJavaScript() ?? {}).filter(([key]) => !key.startsWith("__"));
  return Object.fromEntries(entries.map(([key, value]) => [key, mapped(value, incoming)]));
}

function incoming(part: unknown): unknown {
  const clear = inClear(part);
  return unknowns.includes(clear) ? UNKNOWN : clear;
}

/** Values in the engine's form. Those of `secrets` are marked as secret, even if the program did not mark them. */
export function structOf(values: Values, secrets: readonly string[] = []): Struct {
  const entries = Object.entries(values).flatMap(([key, value]): [string, JavaScriptValue][] => {
    if (value === undefined) return [];
    const sent = outgoing(value);
    return [
      [key, secrets.includes(key) && value !== UNKNOWN ? { [SIGNATURE_KEY]: SECRET_SIGNATURE, value: sent } : sent],
    ];
  });
  return Struct.fromJavaScript(Object.fromEntries(entries));
}

function outgoing(value: unknown): JavaScriptValue {
  return mapped(value, (part) => {
    if (part === UNKNOWN) return UNKNOWN_TEXT;
    return typeof part === "object" && part !== null && !Array.isArray(part) ? present(part as Values) : part;
  }) as JavaScriptValue;
}

/** A message with these fields, each by the name of its setter. */
export function filled<Message extends object>(message: Message, fields: Values): Message {
  const setters = message as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(fields)) {
    const set = setters[`set${name.charAt(0).toUpperCase()}${name.slice(1)}`];
    Reflect.apply(set as (value: unknown) => unknown, message, [value]);
  }
  return message;
}

/** An error in the form that the engine prints; the state keeps what was partly done. */
export function errorOf(error: unknown, message: string, secrets: readonly string[] = []): ServerErrorResponse {
  const plain = Object.assign(new Error(message), { code: status.UNKNOWN, details: message });
  if (!(error instanceof PartlyDoneError)) return plain;
  const properties = structOf(error.outputs, secrets);
  const failed = filled(new ErrorResourceInitFailed(), { id: error.id, properties, reasonsList: [message] });
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const whole = filled(new Status(), { code: status.UNKNOWN, message, detailsList: [detail] });
  // gRPC for Go reads the details of an error from here.
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  return Object.assign(plain, { metadata });
}

/** The kind in `urn:pulumi:<stack>::<project>::<parent type>$<package>:index:<Kind>::<name>`. */
export function kindIn(urn: string): string {
  return /:([^:$]+)$/u.exec(urn.split("::")[2] ?? "")?.[1] ?? "";
}

export function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The URN of the resource in a message of the engine; empty if the message has none. */
export function urnOf(request: unknown): string {
  if (typeof request !== "object" || request === null || !("getUrn" in request)) return "";
  return (request as { getUrn(): string | undefined }).getUrn() ?? "";
}

export function secretInputsOf(urn: string): readonly string[] {
  const kind = kinds.find((one) => one === kindIn(urn));
  return kind === undefined ? [] : (definitionOf(kind).secrets ?? []);
}

const kindsOfChange = PropertyDiff.Kind;

/** The kind of each change of a value: without and with a replacement of the object. */
const changeKinds = {
  add: [kindsOfChange.ADD, kindsOfChange.ADD_REPLACE],
  delete: [kindsOfChange.DELETE, kindsOfChange.DELETE_REPLACE],
  update: [kindsOfChange.UPDATE, kindsOfChange.UPDATE_REPLACE],
} as const satisfies Record<Change, readonly [PropertyDiff.Kind, PropertyDiff.Kind]>;

/** A difference in the engine's form, with the paths that differ. A value that is not known yet counts as one. */
export function diffResponse({ changes, replaces, deleteFirst, detail }: StateDifference): DiffResponse {
  const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  const response = new DiffResponse();
  const isSame = changes === false && replaces.length === 0;
  response.setChanges(isSame ? DIFF_NONE : DIFF_SOME);
  response.setDeletebeforereplace(deleteFirst);
  if (isSame) return response;
  const places = detail();
  const paths = response.getDetaileddiffMap();
  for (const [path, change] of places) {
    const place = new PropertyDiff();
    place.setKind(changeKinds[change][replaces.includes(propertyIn(path)) ? 1 : 0]);
    paths.set(path, place);
  }
  response.setHasdetaileddiff(places.size > 0);
  response.setDiffsList([...new Set([...places.keys()].map(propertyIn))]);
  response.setReplacesList(replaces);
  return response;
}

function propertyIn(path: string): string {
  return path.split(/[.[]/u, 1)[0] ?? path;
}
