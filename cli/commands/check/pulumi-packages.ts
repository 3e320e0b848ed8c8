/* eslint-disable @typescript-eslint/consistent-type-imports -- the types of modules that are loaded from another place */
import { createRequire } from "node:module";

/**
 * gRPC and Protocol Buffers, resolved from Pulumi. They are dependencies of Pulumi and not of this package, so that
 * strict package managers expose them only to Pulumi. Besides, messages must be instances of the classes that Pulumi
 * itself uses.
 */
const ofPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));

export const { Server, ServerCredentials } = ofPulumi("@grpc/grpc-js") as typeof import("@grpc/grpc-js");

export const { Empty } = ofPulumi(
  "google-protobuf/google/protobuf/empty_pb",
) as typeof import("google-protobuf/google/protobuf/empty_pb");

export const { Struct } = ofPulumi(
  "google-protobuf/google/protobuf/struct_pb",
) as typeof import("google-protobuf/google/protobuf/struct_pb");
