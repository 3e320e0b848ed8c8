/**
 * The part of the operator's `Stack` that the examples use, closed: a field that is missing here is a mistake. Source:
 * `operator/config/crd/bases/pulumi.com_stacks.yaml` of pulumi/pulumi-kubernetes-operator, version 2.9.
 */
const text = { type: "string" };
const name = { type: "string", pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", maxLength: 42 };

function object(properties: object, required: readonly string[]): object {
  return { type: "object", properties, required, additionalProperties: false };
}

const reference = object({ type: { enum: ["Secret"] }, secret: object({ name: text, key: text }, ["name", "key"]) }, [
  "type",
  "secret",
]);

export const stackDefinition = object(
  {
    apiVersion: { const: "pulumi.com/v1" },
    kind: { const: "Stack" },
    metadata: object({ name, namespace: text, labels: { type: "object", additionalProperties: text } }, ["name"]),
    spec: object(
      {
        stack: text,
        projectRepo: text,
        commit: { type: "string", pattern: "^[0-9a-f]{40}$" },
        repoDir: text,
        backend: text,
        serviceAccountName: text,
        refresh: { type: "boolean" },
        workspaceReclaimPolicy: { enum: ["Retain", "Delete"] },
        envRefs: { type: "object", additionalProperties: reference },
      },
      // The definition requires `stack`. With `projectRepo`, it says that `commit` or `branch` is needed.
      ["stack", "projectRepo", "commit", "workspaceReclaimPolicy"],
    ),
  },
  ["apiVersion", "kind", "metadata", "spec"],
);

/** Fields of the status that the definition has, which `kubectl wait` may name. */
export const lastUpdateFields = [
  ...["failures", "generation", "lastAttemptedCommit", "lastResyncTime", "lastSuccessfulCommit"],
  ...["message", "name", "permalink", "reconcileRequest", "state", "type"],
];
