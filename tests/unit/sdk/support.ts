import * as pulumi from "@pulumi/pulumi";

/** What a class registers with the engine. */
export interface Registered {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
}

export const registered: Registered[] = [];

/** Replaces the engine by Pulumi's mocks: they assign ids and return inputs as outputs. */
export async function startEngine(): Promise<void> {
  registered.length = 0;
  let count = 0;
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => {
        registered.push({ type, name, inputs: inputs as Record<string, unknown> });
        return { id: String((count += 1)), state: inputs as Record<string, unknown> };
      },
      call: () => ({}),
    },
    "project",
    "stack",
  );
}

/** The value of an output, or of any structure that contains outputs. */
export async function valueOf<T>(input: T): Promise<pulumi.Unwrap<T>> {
  return new Promise((resolve) => {
    pulumi.output(input).apply((value) => {
      resolve(value);
    });
  });
}

/** Waits until everything that was declared has been registered. */
export async function settled(): Promise<void> {
  // Pulumi's own tests wait in this way. Its types omit the function.
  await (pulumi.runtime as unknown as { waitForRPCs(): Promise<void> }).waitForRPCs();
}
