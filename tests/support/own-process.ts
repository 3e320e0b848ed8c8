import { type ProviderRun, startRun } from "../property/in-process";
import type { ProviderOptions, ProviderProcess } from "./provider-process";

/** What a world needs of a provider process. */
type OwnProcess = Pick<
  ProviderProcess,
  "anotherRun" | "nextCommand" | "stdout" | "stderr" | "isRunning" | "close" | "leave"
> &
  Pick<ProviderRun, "kind">;

/**
 * Takes the place of a provider process in mutation testing: the provider runs in the process of the tests, which is
 * the only one whose code is changed. See `jest.mutation.config.js`.
 */
export function startProvider({ config = {} }: ProviderOptions): Promise<OwnProcess> {
  let run = startRun(config);
  return Promise.resolve({
    kind: (name) => run.kind(name),
    anotherRun: (next) => {
      run = startRun(next);
      return Promise.resolve();
    },
    nextCommand: () => {
      run.nextCommand();
    },
    stdout: "",
    get stderr() {
      return run.notes.map((note) => `warning: ${note}\n`).join("");
    },
    isRunning: true,
    close: () => Promise.resolve(0),
    leave: () => false,
  });
}

/** No process is left by another test file. */
export function takeProvider(_pace?: string): undefined {
  return undefined;
}
